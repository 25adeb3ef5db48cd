/**
 * Defining, saving and deleting scenarios over the control API, with and without --watch.
 */
import { writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { StandinOptions } from '../../src/index.ts'
import { type Answer, call } from '../support/client.ts'
import { expectProblem } from '../support/control-document.ts'
import { startStandin } from '../support/start-standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const failing = (status: number): string =>
  `description: Mine.\nsteps:\n  - when: { operation: listPets }\n    respond: { status: ${status} }\n    contract: ignore\n`

/** A document with the operation of these scenarios. */
const document =
  "openapi: 3.1.0\ninfo: { title: x, version: '1' }\npaths:\n  /pets: { get: { operationId: listPets, responses: { '200': { description: x } } } }\n"

interface Server extends AsyncDisposable {
  readonly folder: string
  readonly control: (method: string, path: string, body?: object) => Promise<Answer>
  readonly statusUnder: (scenario: string) => Promise<number>
}

const start = async (files: Readonly<Record<string, string>> = {}, options: StandinOptions = {}): Promise<Server> => {
  const folder = await createTemporaryFolder(files)
  await mkdir(join(folder.path, 'scenarios'), { recursive: true })
  const standin = await startStandin({ scenarios: join(folder.path, 'scenarios'), ...options })
  return {
    folder: join(folder.path, 'scenarios'),
    control: (method, path, body) =>
      call(`${standin.url}/_sandbox${path}`, { method, ...(body === undefined ? {} : { body }) }),
    statusUnder: async (scenario) =>
      (await call(`${standin.url}/v1/pets`, { key: 'sandbox-key', headers: { 'sandbox-scenario': scenario } })).status,
    [Symbol.asyncDispose]: async () => {
      await standin.close()
      await folder.remove()
    },
  }
}

const put = (server: Server, name: string, source: string, save = false): Promise<Answer> =>
  server.control('PUT', `/scenarios/${encodeURIComponent(name)}`, { source, save })

describe('a scenario that is defined', () => {
  it('takes effect at once, and is not written', async () => {
    await using server = await start()
    expect((await put(server, 'mine', failing(503))).json).toMatchObject({ saved: false })
    expect(await server.statusUnder('mine')).toBe(503)
    await put(server, 'mine', failing(502))
    expect(await server.statusUnder('mine')).toBe(502)
    expect(await readdir(server.folder)).toEqual([])
    expect((await server.control('DELETE', '/scenarios/mine')).status).toBe(204)
    expect(await server.statusUnder('mine')).toBe(400)
  })

  it('with a mistake changes nothing', async () => {
    await using server = await start()
    await put(server, 'mine', failing(503))
    const answer = await put(server, 'mine', failing(503).replace('listPets', 'listPet'), true)
    expectProblem(answer, 400, ['mine.yaml:3:', 'Did you mean listPets'])
    expect(await server.statusUnder('mine')).toBe(503)
    expect(await readdir(server.folder)).toEqual([])
  })

  it('keeps the records of sandboxes', async () => {
    await using server = await start()
    await server.control('POST', '/sandboxes/default/records/pets', { name: 'Rex', categoryId: 1 })
    await put(server, 'mine', failing(503))
    expect((await server.control('GET', '/sandboxes/default/records/pets/31')).status).toBe(200)
  })

  it('cannot exhaust the memory by aliases', async () => {
    await using server = await start()
    const levels = Array.from({ length: 30 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`)
    const bomb = `description: x\na0: &a0 [1]\n${levels.join('\n')}\nsteps: []\n`
    expect((await server.control('POST', '/scenarios/check', { source: bomb })).text).toContain('aliases')
    expectProblem(await put(server, 'bomb', bomb), 400, ['aliases'])
  })
})

describe('a scenario that is saved', () => {
  it('is in the folder, as it was sent', async () => {
    await using server = await start()
    expect((await put(server, 'mine', failing(503), true)).json).toMatchObject({ saved: true, source: failing(503) })
    expect(await readdir(server.folder)).toEqual(['mine.yaml'])
    expect(await readFile(join(server.folder, 'mine.yaml'), 'utf8')).toBe(failing(503))
    expect(await server.statusUnder('mine')).toBe(503)
  })

  it('replaces its file, whatever the file extension', async () => {
    await using server = await start({ 'scenarios/mine.yml': failing(503) })
    await put(server, 'mine', failing(502), true)
    expect(await readdir(server.folder)).toEqual(['mine.yml'])
    expect(await readFile(join(server.folder, 'mine.yml'), 'utf8')).toBe(failing(502))
  })

  it('is deleted with its file only if the request says file=true', async () => {
    await using server = await start({ 'scenarios/mine.yaml': failing(503) })
    expectProblem(await server.control('DELETE', '/scenarios/mine'), 409, ['file=true', 'mine.yaml'])
    await put(server, 'mine', failing(502))
    expect((await server.control('DELETE', '/scenarios/mine')).status).toBe(204)
    expect(await server.statusUnder('mine')).toBe(503)
    expect((await server.control('DELETE', '/scenarios/mine?file=true')).status).toBe(204)
    expect(await readdir(server.folder)).toEqual([])
    expectProblem(await server.control('DELETE', '/scenarios/flaky?file=true'), 409, ['built in'])
  })

  it('never leaves the folder', async () => {
    await using server = await start({ 'outside.yaml': failing(503) })
    await symlink('../outside.yaml', join(server.folder, 'mine.yaml'))
    expectProblem(await put(server, 'mine', failing(502), true), 409, ['not a regular file'])
    expect(await readFile(join(server.folder, '../outside.yaml'), 'utf8')).toBe(failing(503))
    for (const name of ['../outside', '..', '.', 'a\\b', 'a\u0000b', '/etc/passwd', 'x'.repeat(101)])
      expect((await put(server, name, failing(502), true)).status, name).toBeGreaterThanOrEqual(400)
    expect(await readdir(server.folder)).toEqual(['mine.yaml'])
  })

  it('does not overwrite what was edited elsewhere since it was read', async () => {
    await using server = await start({ 'scenarios/mine.yaml': failing(503) })
    const file = join(server.folder, 'mine.yaml')
    const edit = (source: string, version: unknown, save: boolean, name = 'mine'): Promise<Answer> =>
      server.control('PUT', `/scenarios/${name}`, { source, version, save })
    const versionOf = async (name: string): Promise<unknown> =>
      ((await server.control('GET', `/scenarios/${name}`)).json as { version: unknown }).version
    const read = await versionOf('mine')
    await writeFile(file, failing(504))
    for (const save of [true, false]) expectProblem(await edit(failing(502), read, save), 409, ['mine.yaml', 'changed'])
    expect(await readFile(file, 'utf8')).toBe(failing(504))
    expect((await edit(failing(502), await versionOf('mine'), true)).status).toBe(200)
    const saved = await versionOf('mine')
    expect((await edit(failing(500), saved, false)).json).toMatchObject({ version: saved, saved: false })
    await rm(file)
    expectProblem(await edit(failing(501), saved, true), 409, ['mine.yaml', 'deleted'])
    expect(await versionOf('flaky')).toBeNull()
    expect((await edit(failing(503), null, true, 'flaky')).json).toMatchObject({ version: expect.any(String) })
    expectProblem(await edit(failing(502), null, true, 'flaky'), 409, ['flaky.yaml', 'created'])
  })

  it('is not confused with a file in other case', async () => {
    await using server = await start({ 'scenarios/Mine.yaml': failing(503) })
    expectProblem(await put(server, 'mine', failing(502), true), 409, ['Mine.yaml'])
  })
})

describe('with --watch', () => {
  it('a definition survives the reload of another file, until its own file is edited', async () => {
    await using server = await start(
      { 'scenarios/mine.yaml': failing(503), 'scenarios/other.yaml': failing(503) },
      { watch: true },
    )
    await put(server, 'mine', failing(502))
    // Synchronously, because a reload of the same process must not find a file that is not written yet.
    writeFileSync(join(server.folder, 'other.yaml'), failing(504))
    await expect.poll(() => server.statusUnder('other')).toBe(504)
    expect(await server.statusUnder('mine')).toBe(502)
    writeFileSync(join(server.folder, 'mine.yaml'), failing(500))
    await expect.poll(() => server.statusUnder('mine')).toBe(500)
  })
  it('a folder that the first save creates is watched, too', async () => {
    await using folder = await createTemporaryFolder({ 'api/openapi.yaml': document })
    await using standin = await startStandin({
      documents: [join(folder.path, 'api/openapi.yaml')],
      folder: folder.path,
      watch: true,
    })
    const url = `${standin.url}/_sandbox/scenarios/mine`
    const source = failing(503)
    const saved = await call(url, { method: 'PUT', body: { source, save: true } })
    expect(saved.json).toMatchObject({ file: join(folder.path, 'scenarios/mine.yaml'), saved: true })
    writeFileSync(join(folder.path, 'scenarios/other.yaml'), failing(502))
    // The save may be reloaded before.
    await expect
      .poll(async () => (await call(url.replace('mine', 'other'))).json)
      .toMatchObject({ source: failing(502) })
  })
})

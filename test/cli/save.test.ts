/**
 * `standin save` as a user runs it: its messages, exit codes and files, and the folders that it does not touch.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createStandin, type StandinOptions } from '../../src/index.ts'
import { call } from '../support/client.ts'
import { type Outcome, runStandin, runStandinIn } from '../support/run-standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const animalStore = (options: StandinOptions = {}) => createStandin({ port: 0, ...options })

const filesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true })).map(String).sort()

/** A running server that does not behave as Standin does. */
const serve = async (listener: RequestListener): Promise<AsyncDisposable & { readonly url: string }> => {
  const server: Server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const expectFailure = ({ code, stdout, stderr }: Outcome, expected: number, ...says: readonly string[]): void => {
  expect({ code, stdout }).toEqual({ code: expected, stdout: '' })
  for (const part of says) expect(stderr).toContain(part)
  expect(stderr).not.toContain('bug in Standin')
}

describe('standin save', () => {
  it('writes files for people, and says how to start from them', async () => {
    await using folder = await createTemporaryFolder()
    await using standin = await animalStore()
    const set = join(folder.path, 'sets', 'checkout')
    await standin.fetch('/v1/pets', {
      method: 'POST',
      headers: { Authorization: 'Bearer sandbox-key', 'Content-Type': 'application/json' },
      body: '{"categoryId":9007199254740993,"name":"Rex"}',
    })
    const { code, stdout, stderr } = await runStandin('save', set, '--url', standin.url)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(`saved  31 records of 1 resource to ${set}\nStart from it with standin --fixtures ${set}\n`)
    expect(await filesIn(set)).toEqual(['keys.json', 'next-ids.json', 'pets.json'])
    const pets = await readFile(join(set, 'pets.json'), 'utf8')
    expect(pets.split('\n').slice(0, 4)).toEqual(['[', '  {', '    "id": 1,', '    "name": "Whiskers",'])
    const last = ['  {', '    "id": 31,', '    "name": "Rex",', '    "categoryId": 9007199254740993', '  }', ']', '']
    expect(pets.split('\n').slice(-7)).toEqual(last)
    expect(await readFile(join(set, 'next-ids.json'), 'utf8')).toBe('{\n  "pets": 32\n}\n')
  })

  it.each([
    ['my sets', '"', '"'],
    ['the $HOME of pets', "'", "'"],
  ])('says how to start from a folder named %s', async (name, before, after) => {
    await using folder = await createTemporaryFolder()
    await using standin = await animalStore()
    const set = join(folder.path, name)
    const { stdout } = await runStandin('save', set, '--url', standin.url)
    expect(stdout).toContain(`\nStart from it with standin --fixtures ${before}${set}${after}\n`)
  })

  it('writes a sandbox by its name, with its own key left out', async () => {
    await using folder = await createTemporaryFolder()
    await using standin = await animalStore()
    const sandbox = await standin.sandbox({ id: 'a/b c' })
    await sandbox.records('pets').put([])
    const set = join(folder.path, 'set')
    const { stdout } = await runStandin('save', set, '--url', standin.url, '--sandbox', 'a/b c')
    expect(stdout).toMatch(/^saved {2}0 records of 0 resources to /)
    expect(await readFile(join(set, 'keys.json'), 'utf8')).not.toContain(sandbox.key)
  })

  it('writes again what it wrote before, and an empty list for a resource without records', async () => {
    await using folder = await createTemporaryFolder()
    await using standin = await animalStore()
    expect((await runStandin('save', folder.path, '--url', standin.url)).code).toBe(0)
    await call(`${standin.url}/_sandbox/sandboxes/default/records/pets`, { method: 'PUT', body: [] })
    expect((await runStandin('save', folder.path, '--url', standin.url)).code).toBe(0)
    expect(await readFile(join(folder.path, 'pets.json'), 'utf8')).toBe('[]\n')
    expect(await filesIn(folder.path)).toEqual(['keys.json', 'next-ids.json', 'pets.json'])
  })

  it('takes address and token from the environment, as below exec', async () => {
    await using folder = await createTemporaryFolder()
    await using standin = await animalStore({ adminToken: 'open-sesame' })
    const environment = { STANDIN_URL: standin.url, STANDIN_ADMIN_TOKEN: 'open-sesame' }
    expect((await runStandinIn(environment, 'save', folder.path)).code).toBe(0)
  })
})

describe('standin save writes nothing', () => {
  const rows: readonly {
    readonly name: string
    readonly files: Readonly<Record<string, string>>
    readonly says: readonly string[]
  }[] = [
    { name: 'to a folder with other files', files: { 'notes.md': '' }, says: ['did not write: notes.md'] },
    { name: 'over fixtures of the user', files: { 'pets.json': '[]' }, says: ['did not write: pets.json'] },
    {
      name: 'next to a file that would be loaded with it',
      files: { 'next-ids.json': '{}', 'pets.yaml': '[]' },
      says: ['would not belong to the saved set: pets.yaml'],
    },
    {
      name: 'next to files in folders',
      files: { 'next-ids.json': '{}', 'old/a.json': '[]', 'old/b.json': '[]' },
      says: ['old/a.json, old/b.json'],
    },
  ]
  for (const { name, files, says } of rows)
    it(name, async () => {
      await using folder = await createTemporaryFolder(files)
      await using standin = await animalStore()
      const before = await filesIn(folder.path)
      expectFailure(await runStandin('save', folder.path, '--url', standin.url), 2, 'Nothing was written', ...says)
      expect(await filesIn(folder.path)).toEqual(before)
      for (const [file, text] of Object.entries(files))
        expect(await readFile(join(folder.path, file), 'utf8')).toBe(text)
    })

  it('next to keys.json if any key is accepted now', async () => {
    await using folder = await createTemporaryFolder({ 'next-ids.json': '{}', 'keys.json': '[]', 'empty/x': '' })
    await using standin = await animalStore({ fixtures: join(folder.path, 'empty') })
    const set = join(folder.path, 'set')
    await mkdir(set)
    await writeFile(join(set, 'next-ids.json'), '{}')
    await writeFile(join(set, 'keys.json'), '[]')
    expectFailure(
      await runStandin('save', set, '--url', standin.url),
      2,
      'would not belong to the saved set: keys.json',
    )
  })

  it('to a file', async () => {
    await using folder = await createTemporaryFolder({ file: '' })
    await using standin = await animalStore()
    expectFailure(await runStandin('save', join(folder.path, 'file'), '--url', standin.url), 2, 'it is a file')
  })

  it('incomplete: a file that cannot be replaced is named, and no temporary file is left', async () => {
    await using folder = await createTemporaryFolder({ 'next-ids.json': '{}' })
    await mkdir(join(folder.path, 'pets.json'))
    await using standin = await animalStore()
    const outcome = await runStandin('save', folder.path, '--url', standin.url)
    expectFailure(outcome, 2, join(folder.path, 'pets.json'), 'cannot be written', 'save again')
    expect(await filesIn(folder.path)).toEqual(['next-ids.json', 'pets.json'])
  })

  it('without a folder, or with two', async () => {
    expectFailure(await runStandin('save'), 2, 'needs a folder, for example: standin save fixtures/checkout')
    expectFailure(await runStandin('save', 'a', 'b'), 2, 'needs one folder, got a, b')
  })

  it('of an unknown sandbox', async () => {
    await using standin = await animalStore()
    expectFailure(await runStandin('save', 'x', '--url', standin.url, '--sandbox', 'bob'), 2, '--sandbox', '"bob"')
  })

  it('without the admin token, or with a wrong one', async () => {
    await using standin = await animalStore({ adminToken: 'open-sesame' })
    expectFailure(await runStandin('save', 'x', '--url', standin.url), 2, 'requires its admin token', '--admin-token')
    const wrong = await runStandin('save', 'x', '--url', standin.url, '--admin-token', 'guess')
    expectFailure(wrong, 2, '--admin-token is not the token of')
  })

  it('without a server', async () => {
    const { url, ...closing } = await serve(() => {})
    await closing[Symbol.asyncDispose]()
    expectFailure(
      await runStandin('save', 'x', '--url', url),
      1,
      `no server responds at ${url}`,
      'ECONNREFUSED',
      '--url',
    )
  })

  const strangers: readonly {
    readonly name: string
    readonly respond: RequestListener
    readonly says: readonly string[]
  }[] = [
    {
      name: 'another server',
      respond: (_, response) => response.writeHead(404).end('<p>'),
      says: ['status 404', '--url'],
    },
    {
      name: 'a redirect',
      respond: (_, response) => response.writeHead(302, { Location: '/x' }).end(),
      says: ['status 302'],
    },
    { name: 'other JSON', respond: (_, response) => response.end('{"a":1}'), says: ['not an exported sandbox'] },
    { name: 'no JSON', respond: (_, response) => response.end('<p>'), says: ['is not valid JSON at line 1, column 1'] },
    {
      name: 'an error of the control API',
      respond: (_, response) => response.writeHead(507).end('{"detail":"no space"}'),
      says: ['status 507: no space'],
    },
    {
      name: 'a file outside of the folder',
      respond: (_, response) => response.end('{"sandbox":"a","records":{"../x":[]},"nextIds":{}}'),
      says: ['not an exported sandbox'],
    },
    {
      name: 'a hidden file',
      respond: (_, response) => response.end('{"sandbox":"a","records":{".x":[]},"nextIds":{}}'),
      says: ['not an exported sandbox'],
    },
    {
      name: 'half a response',
      respond: (_, response) => {
        response.writeHead(200, { 'Content-Length': 100 })
        response.write('{"sandbox"', () => response.destroy())
      },
      says: ['is incomplete'],
    },
  ]
  for (const { name, respond, says } of strangers)
    it(`from ${name}`, async () => {
      await using folder = await createTemporaryFolder()
      await using server = await serve(respond)
      expectFailure(await runStandin('save', join(folder.path, 'set'), '--url', server.url), 1, server.url, ...says)
      expect(await filesIn(folder.path)).toEqual([])
    })
})

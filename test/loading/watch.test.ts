/**
 * Files that change while the server runs: valid changes are reloaded without losing records, broken ones
 * are reported with their position while the last valid version is served.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { assert, describe, expect, it } from 'vitest'
import type { Finding, Standin } from '../../src/index.ts'
import { expectError, expectList, expectOne } from '../interface/expect-shape.ts'
import { type Answer, call } from '../support/client.ts'
import { projectFolder } from '../support/run-command.ts'
import { type ScenarioCall, scenarioOf, toCall } from '../support/serve-scenarios.ts'
import { startStandin } from '../support/start-standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

type Findings = readonly Finding[]

/** A server that watches its own copy of the files that ship. */
interface Workspace extends AsyncDisposable {
  readonly standin: Standin
  readonly call: (path: string, options?: ScenarioCall) => Promise<Answer>
  /** Files are named relative to the folder. */
  readonly read: (file: string) => Promise<string>
  /** Saves a file, or deletes it if undefined, and resolves with the report of its reload. */
  readonly edit: (edit: Edit) => Promise<Findings>
}

interface Edit {
  readonly file: string
  readonly text: string | undefined
  readonly isIt: (findings: Findings) => boolean
  /** Like an editor: writes into the file, or replaces it with another. Default: into. */
  readonly by?: 'writing' | 'renaming'
}

const isGood = (findings: Findings): boolean => findings.length === 0
const isBroken = (findings: Findings): boolean => findings.length > 0

const openWorkspace = async (): Promise<Workspace> => {
  const folder = await createTemporaryFolder()
  for (const name of ['spec', 'fixtures', 'scenarios'])
    await cp(join(projectFolder, name), join(folder.path, name), { recursive: true })
  await writeFile(join(folder.path, 'scenarios/edited.yaml'), greeting(0))
  let onReport = (_: Findings): void => undefined
  const standin = await startStandin({ folder: folder.path, watch: true, onReload: (findings) => onReport(findings) })
  // Synchronously, because a reload of the same process must not find a file that is not written yet.
  const save = ({ file, text, by }: Edit): void => {
    const path = join(folder.path, file)
    if (text === undefined) rmSync(path)
    else if (by === 'renaming') {
      writeFileSync(`${path}~`, text)
      renameSync(`${path}~`, path)
    } else writeFileSync(path, text)
  }
  return {
    standin,
    call: (path, options = {}) => call(standin.url + path, toCall(options)),
    read: (file) => readFile(join(folder.path, file), 'utf8'),
    edit: (edit) =>
      new Promise((resolve, reject) => {
        const reports: Findings[] = []
        const timer = setTimeout(() => {
          reject(new TypeError(`no such report after an edit of ${edit.file}, only ${JSON.stringify(reports)}`))
        }, 60_000)
        onReport = (findings) => {
          reports.push(findings)
          if (!edit.isIt(findings)) return
          clearTimeout(timer)
          resolve(findings)
        }
        save(edit)
      }),
    [Symbol.asyncDispose]: async () => {
      await standin.close()
      await folder.remove()
    },
  }
}

/** A scenario that lists one animal, named after the version. */
const greeting = (version: number): string => `description: Lists one animal, version ${version}.
steps:
  - when: { operation: listPets }
    respond:
      status: 200
      body: [{ id: ${version}, name: v${version}, categoryId: 1 }]
`

/** A file that can be edited visibly, and broken at a known position. */
interface Editable {
  readonly file: string
  readonly good: (text: string, version: number) => string
  /** Checks that the edit was reloaded. */
  readonly shows: (workspace: Workspace, version: number) => Promise<void>
  readonly break: (text: string, version: number) => string
  readonly code: Finding['code']
  /** The text at the broken position. */
  readonly at: RegExp
}

const replace = (text: string, pattern: RegExp, by: string): string => {
  expect(text).toMatch(pattern)
  return text.replace(pattern, by)
}

const editables: readonly Editable[] = [
  {
    file: 'fixtures/default/pets.yaml',
    good: (text, version) => replace(text, /^ {2}name: .*/m, `  name: Whiskers ${version}`),
    shows: async ({ call }, version) => {
      const pet = expectOne(await call('/v1/pets/1', { sandbox: `made-for-${version}` }))
      expect(pet.name).toBe(`Whiskers ${version}`)
    },
    break: (text, version) => `${text}- id: ${1_000 + version}\n  name: Broken\n  categoryId: 1\n  status: lost\n`,
    code: 'fixture-invalid',
    at: /status: lost/,
  },
  {
    file: 'spec/animal-store.yaml',
    good: (text, version) => replace(text, /^ {2}title: .*/m, `  title: Animal Store ${version}`),
    shows: async ({ standin }, version) => {
      const { documents } = await standin.describe()
      expect(documents.map(({ title }) => title)).toContain(`Animal Store ${version}`)
    },
    break: (text, version) =>
      replace(text, /\$ref: "#\/components\/schemas\/Pets"/, `$ref: "#/components/schemas/Pets${version}"`),
    code: 'ref-unresolved',
    at: /schemas\/Pets\d/,
  },
  {
    file: 'scenarios/edited.yaml',
    good: (_, version) => greeting(version),
    shows: async ({ call }, version) => {
      const [pet] = expectList(await call('/v1/pets', { scenario: 'edited' }))
      expect(pet?.name).toBe(`v${version}`)
    },
    break: (text, version) => replace(text, /operation: listPets/, `operation: listPets${version}`),
    code: 'scenario-mismatch',
    at: /operation: listPets\d/,
  },
  {
    file: 'spec/animal-store.overlay.yaml',
    good: (text, version) =>
      replace(text, /since: ".*"/, `since: "2026-01-${String((version % 28) + 1).padStart(2, '0')}"`),
    shows: async ({ call }, version) => {
      const since = Date.UTC(2026, 0, (version % 28) + 1) / 1000
      expect((await call('/v1/pets/1')).headers.deprecation).toBe(`@${since}`)
    },
    break: (text, version) => replace(text, /target: .*/, `target: ${version} is not a path`),
    code: 'overlay-structure',
    at: /target: \d/,
  },
  {
    file: 'spec/messages.yaml',
    good: (text, version) => replace(text, /^ {2}title: .*/m, `  title: Messages ${version}`),
    shows: async ({ standin }, version) => {
      const { documents } = await standin.describe()
      expect(documents.map(({ title }) => title)).toContain(`Messages ${version}`)
    },
    break: (text) => replace(text, / {2}version: 1\.0\.0/, '\tversion: 1.0.0'),
    code: 'syntax-error',
    at: /^\tversion/,
  },
]

/** Moves the rest down by some lines, so that every broken position is different. */
const moveDown = (text: string, version: number): string => `${'#\n'.repeat(version % 7)}${text}`

interface Load {
  /** Stops it; resolves with what it did. */
  readonly stop: () => Promise<{ readonly pets: readonly number[]; readonly messages: number; readonly calls: number }>
}

/** Creates, reads and lists without a pause, and fails on the first wrong response. */
const startLoad = ({ call }: Workspace): Load => {
  let isOn = true
  const pets: number[] = []
  let messages = 0
  let calls = 0
  const expectStatus = async (status: number, path: string, options?: ScenarioCall): Promise<Answer> => {
    calls++
    const answer = await call(path, options).catch((cause: unknown) =>
      expect.fail(`${path} ${JSON.stringify(options)} got no answer: ${cause}`),
    )
    expect(answer.status, `${path} ${JSON.stringify(options)} ${answer.text}`).toBe(status)
    return answer
  }
  const run = async (): Promise<void> => {
    while (isOn) {
      const made = await expectStatus(201, '/v1/pets', { body: { name: `Pet ${pets.length}`, categoryId: 1 } })
      const { id } = expectOne(made, 201)
      pets.push(id)
      expect((await expectStatus(200, `/v1/pets/${id}`)).text).toBe(made.text)
      await expectStatus(200, `/v1/pets/${pets[Math.floor(pets.length / 2)]}`)
      await expectStatus(200, '/v1/pets?status=available')
      await expectStatus(200, '/v1/pets', { scenario: 'edited' })
      await expectStatus(400, '/v1/pets', { body: { name: 'Nobody' } })
      await expectStatus(200, '/messages', { body: { message: 'Hello' } })
      messages++
      await pause(100)
    }
  }
  const done = run()
  // A failure is reported when the load is stopped; until then it must not count as unhandled.
  done.catch(() => undefined)
  return {
    stop: async () => {
      isOn = false
      await done
      return { pets, messages, calls }
    },
  }
}

/** Edits one file after the other, each time first broken and then valid. */
const editAll = async (workspace: Workspace, edits: number, first: number): Promise<void> => {
  for (let index = 0; index < edits / 2; index++) {
    const editable = editables[(index + first) % editables.length]
    assert(editable !== undefined)
    const { file, code, at } = editable
    const version = first * 1_000 + index + 1
    const by = index % 2 === 0 ? 'writing' : 'renaming'
    const text = await workspace.read(file)

    const broken = moveDown(editable.break(text, version), version)
    const line = broken.split('\n').findIndex((candidate) => at.test(candidate)) + 1
    const isIt = (reported: Findings): boolean => reported.some((finding) => finding.line === line)
    const findings = await workspace.edit({ file, text: broken, isIt, by })
    expect(findings, `${file}, version ${version}`).toEqual([
      expect.objectContaining({ code, file: expect.stringMatching(new RegExp(`/${file}$`)), line }),
    ])
    expect(findings[0]?.column).toBeGreaterThan(0)

    await workspace.edit({ file, text: editable.good(text, version), isIt: isGood, by })
    await editable.shows(workspace, version)
  }
}

/** Of each of four servers. */
const edits = Number(process.env.EDITS ?? 10)

describe(`${4 * edits} edits under load, alternately broken and valid`, () => {
  it('fail no request, lose no record, and report each broken one with its position', {
    timeout: 600_000,
  }, async () => {
    // Four servers at once: most of the time of an edit is waiting until the file no longer changes.
    await Promise.all(
      [0, 1, 2, 3].map(async (first) => {
        await using workspace = await openWorkspace()
        const load = startLoad(workspace)
        const edited = await editAll(workspace, edits, first).then(
          () => undefined,
          (error: unknown) => error,
        )
        const { pets, messages, calls } = await load.stop()
        if (edited !== undefined) throw edited
        expect(calls).toBeGreaterThan(edits)
        expect(new Set(pets).size, 'an id is used once').toBe(pets.length)
        for (const id of pets) expect((await workspace.call(`/v1/pets/${id}`)).status, `pet ${id}`).toBe(200)
        const { store } = workspace.standin.defaultSandbox
        expect(await store.count('pets')).toBe(30 + pets.length)
        expect(await store.count('messages')).toBe(messages)
      }),
    )
  })
})

const fixture = 'fixtures/default/pets.yaml'
const renamed = async (workspace: Workspace, name: string): Promise<string> =>
  replace(await workspace.read(fixture), /^ {2}name: .*/m, `  name: ${name}`)

describe('an edited fixture', () => {
  const nameIn = async ({ call }: Workspace, sandbox?: string) => {
    const answer = await call('/v1/pets/1', { sandbox })
    return { name: expectOne(answer).name, notice: answer.headers['sandbox-notice'] }
  }

  it('is visible at once in sandboxes that wrote nothing, in others after a reset, with a Notice until then', async () => {
    await using workspace = await openWorkspace()
    const { edit, call } = workspace
    for (const sandbox of ['reader', 'writer']) expect((await nameIn(workspace, sandbox)).name).toBe('Whiskers')
    const made = { body: { name: 'Rex', categoryId: 1 } }
    expectOne(await call('/v1/pets', { sandbox: 'writer', ...made }), 201)

    await edit({ file: fixture, text: await renamed(workspace, 'Socks'), isIt: isGood })
    expect(await nameIn(workspace)).toEqual({ name: 'Socks', notice: undefined })
    expect(await nameIn(workspace, 'reader')).toEqual({ name: 'Socks', notice: undefined })
    const kept = await nameIn(workspace, 'writer')
    expect(kept.name).toBe('Whiskers')
    expect(kept.notice).toContain('fixtures-changed')
    expect(expectOne(await call('/v1/pets/31', { sandbox: 'writer' })).name).toBe('Rex')

    await call('/_sandbox/sandboxes/writer/reset', { method: 'POST' })
    expect(await nameIn(workspace, 'writer')).toEqual({ name: 'Socks', notice: undefined })
    expectError(await call('/v1/pets/31', { sandbox: 'writer' }), 404)
  })

  it('leaves the records of a sandbox that wrote something, however often it is edited', async () => {
    await using workspace = await openWorkspace()
    const { edit, call } = workspace
    const rex = { body: { name: 'Rex', categoryId: 1 }, sandbox: 'writer' }
    const made = expectOne(await call('/v1/pets', rex), 201)
    for (const name of ['Socks', 'Boots', 'Mittens']) {
      await edit({ file: fixture, text: await renamed(workspace, name), isIt: isGood })
      const { name: own, notice } = await nameIn(workspace, 'writer')
      expect({ own, notice }).toEqual({ own: 'Whiskers', notice: expect.stringContaining('fixtures-changed') })
      expect(expectOne(await call('/v1/pets/31', { sandbox: 'writer' }))).toEqual(made)
      expect((await nameIn(workspace, 'reader')).name).toBe(name)
    }
    expect(expectOne(await call('/v1/pets', rex), 201).id).toBe(32)
  })

  it('that was restored gives no Notice', async () => {
    await using workspace = await openWorkspace()
    const { edit, read, call } = workspace
    expectOne(await call('/v1/pets', { body: { name: 'Rex', categoryId: 1 } }), 201)
    const before = await read(fixture)
    await edit({ file: fixture, text: await renamed(workspace, 'Socks'), isIt: isGood })
    await edit({ file: fixture, text: before, isIt: isGood })
    expect(await nameIn(workspace)).toEqual({ name: 'Whiskers', notice: undefined })
  })

  it('of another set changes the records of a scenario that uses it', async () => {
    await using workspace = await openWorkspace()
    const { edit, read, call } = workspace
    const text = scenarioOf({ when: { operation: '*' }, records: 'demo' })
    await edit({ file: 'scenarios/demo.json', text, isIt: isGood })
    let count = 0
    const names = async () => expectList(await call('/v1/pets', { scenario: 'demo', sandbox: `s${count++}` }))
    expect((await names()).map(({ name }) => name)).toContain('Captain Waffles')
    const demo = await read('fixtures/demo/pets.yaml')
    await edit({ file: 'fixtures/demo/pets.yaml', text: demo.replace('Captain Waffles', 'Major Tom'), isIt: isGood })
    expect((await names()).map(({ name }) => name)).toContain('Major Tom')
  })
})

describe('an edited set that a sandbox was created with', () => {
  it('is visible at once where nothing was written, elsewhere after a reset, with a Notice until then', async () => {
    await using workspace = await openWorkspace()
    const { edit, read, call } = workspace
    for (const id of ['reader', 'writer'])
      expect((await call('/_sandbox/sandboxes', { body: { id, fixtures: 'demo' } })).status).toBe(201)
    const rex = { body: { name: 'Rex', categoryId: 1 }, sandbox: 'writer' }
    expectOne(await call('/v1/pets', rex), 201)
    const names = async (sandbox: string) => expectList(await call('/v1/pets', { sandbox })).map(({ name }) => name)
    expect(await names('reader')).toContain('Captain Waffles')
    const demo = await read('fixtures/demo/pets.yaml')
    const text = demo.replace('Captain Waffles', 'Major Tom')
    await edit({ file: 'fixtures/demo/pets.yaml', text, isIt: isGood })
    expect(await names('reader')).toContain('Major Tom')
    expect(await names('writer')).toContain('Captain Waffles')
    expect((await call('/v1/pets', { sandbox: 'writer' })).headers['sandbox-notice']).toContain('fixtures-changed')
    await call('/_sandbox/sandboxes/writer/reset', { method: 'POST' })
    expect(await names('writer')).toContain('Major Tom')
  })
})

describe('a reload', () => {
  it('keeps the clock, the scenario and the counters of a sandbox', async () => {
    await using workspace = await openWorkspace()
    const { edit, call } = workspace
    const put = (path: string, body: object) => call(`/_sandbox/sandboxes/default/${path}`, { method: 'PUT', body })
    expect((await put('clock', { now: '2029-01-01T00:00:00Z', frozen: true })).status).toBe(200)
    expect((await put('scenario', { scenario: 'flaky' })).status).toBe(200)
    for (let index = 0; index < 2; index++) expectList(await call('/v1/pets'))
    await edit({ file: fixture, text: await renamed(workspace, 'Socks'), isIt: isGood })
    expectError(await call('/v1/pets'), 503, 'unavailable')
    expect((await call('/_sandbox/sandboxes/default')).json).toMatchObject({
      id: 'default',
      scenario: 'flaky',
      clock: { now: '2029-01-01T00:00:00.000Z', frozen: true, set: true },
    })
  })

  it('loads a new scenario and removes a deleted one', async () => {
    await using workspace = await openWorkspace()
    const { edit, call } = workspace
    const file = 'scenarios/brief.yaml'
    expectError(await call('/v1/pets', { scenario: 'brief' }), 400)
    const text = scenarioOf({ when: { operation: 'listPets' }, respond: { status: 401 } })
    await edit({ file, text, isIt: isGood })
    expectError(await call('/v1/pets', { scenario: 'brief' }), 401)
    await edit({ file, text: undefined, isIt: isGood })
    expectError(await call('/v1/pets', { scenario: 'brief' }), 400)
  })

  it('removes a deleted overlay and loads it when it is restored', async () => {
    await using workspace = await openWorkspace()
    const { edit, read, call } = workspace
    const file = 'spec/animal-store.overlay.yaml'
    const before = await read(file)
    await edit({ file, text: undefined, isIt: isGood })
    const without = await call('/v1/pets/1')
    expectOne(without)
    expect(without.headers).not.toHaveProperty('link')
    await edit({ file, text: before, isIt: isGood })
    expect((await call('/v1/pets/1')).headers).toHaveProperty('link')
  })

  it('reports all problems together, and continues to serve as before', async () => {
    await using workspace = await openWorkspace()
    const { edit, read, call } = workspace
    await edit({ file: fixture, text: `${await read(fixture)}- id: 1\n`, isIt: isBroken })
    const findings = await edit({
      file: 'scenarios/edited.yaml',
      text: greeting(1).replace('listPets', 'listPet'),
      isIt: (found) => new Set(found.map(({ file }) => file)).size === 2,
    })
    expect(findings.map(({ line }) => line)).not.toContain(undefined)
    const [pet] = expectList(await call('/v1/pets', { scenario: 'edited' }))
    expect(pet?.name).toBe('v0')
    expectList(await call('/v1/pets'))
  })

  it('does not happen after the server is closed', async () => {
    const folder = await createTemporaryFolder()
    await using _ = folder
    for (const name of ['spec', 'fixtures'])
      await cp(join(projectFolder, name), join(folder.path, name), { recursive: true })
    let reports = 0
    const standin = await startStandin({ folder: folder.path, watch: true, onReload: () => reports++ })
    await standin.close()
    await writeFile(join(folder.path, fixture), '[]\n')
    await pause(200)
    expect(reports).toBe(0)
  })
})

it('ignores a log file next to the files', async () => {
  await using folder = await createTemporaryFolder()
  await cp(join(projectFolder, 'spec'), join(folder.path, 'spec'), { recursive: true })
  const reports: Findings[] = []
  const onReload = (findings: Findings) => void reports.push(findings)
  await using standin = await startStandin({ folder: folder.path, watch: true, onReload })
  for (const line of ['one', 'two', 'three']) {
    await writeFile(join(folder.path, 'spec/standin.log'), line)
    await pause(150)
  }
  expect(reports).toEqual([])
  const file = join(folder.path, 'spec/messages.yaml')
  writeFileSync(file, replace(await readFile(file, 'utf8'), /^ {2}title: .*/m, '  title: Changed'))
  await expect.poll(() => reports.length).toBeGreaterThan(0)
  expect(reports[0]).toEqual([])
  expect((await standin.describe()).documents.map(({ title }) => title)).toContain('Changed')
})

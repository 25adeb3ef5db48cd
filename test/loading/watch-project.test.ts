/**
 * A document in the root of a project: only the files that were read are watched, not the project.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Finding } from '../../src/index.ts'
import { createWatched } from '../../src/loading/watched.ts'
import { startStandin } from '../support/start-standin.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

type Findings = readonly Finding[]

const document = (name: string, file: string): string => `openapi: 3.1.0
info: { title: ${name}, version: "1" }
paths:
  /things:
    get:
      operationId: listThings
      responses:
        "200":
          description: Things
          content: { application/json: { schema: { $ref: "./${file}#/Things" } } }
`
const schema = (minimum: number): string => `Things: { type: array, items: { type: integer, minimum: ${minimum} } }\n`

const scenario = (text: string): string =>
  `description: ${text}.\nsteps:\n  - when: { operation: listThings, call: 9 }\n    respond: { status: 200 }\n`

interface Project extends AsyncDisposable {
  readonly write: (file: string, text: string) => Promise<void>
  readonly remove: (file: string) => Promise<void>
  /** Runs `edit`, and resolves with the findings of the next reload. */
  readonly reloadOf: (edit: () => Promise<void>) => Promise<Findings>
  readonly reports: Findings[]
  readonly titles: () => Promise<readonly string[]>
}

const openProject = async (files: Readonly<Record<string, string>>): Promise<Project> => {
  const folder = await createTemporaryFolder()
  // Synchronously, because a reload of the same process must not find a file that is not written yet.
  const write = async (file: string, text: string): Promise<void> => {
    mkdirSync(dirname(join(folder.path, file)), { recursive: true })
    writeFileSync(join(folder.path, file), text)
  }
  for (const [file, text] of Object.entries(files)) await write(file, text)
  const reports: Findings[] = []
  let onReport = (_: Findings): void => undefined
  const onReload = (findings: Findings): void => {
    reports.push(findings)
    onReport(findings)
  }
  const standin = await startStandin({ folder: folder.path, watch: true, onReload })
  return {
    write,
    remove: (file) => rm(join(folder.path, file)),
    reports,
    titles: async () => (await standin.describe()).documents.map(({ title }) => title),
    reloadOf: async (edit) => {
      const report = new Promise<Findings>((resolve) => {
        onReport = resolve
      })
      await edit()
      return await report
    },
    [Symbol.asyncDispose]: async () => {
      await standin.close()
      await folder.remove()
    },
  }
}

const project = {
  'openapi.yaml': document('First', 'schemas/things.yaml'),
  'schemas/things.yaml': schema(1),
  'package.json': '{}',
  'fixtures/default/keys.yaml': '- key: one\n',
  'scenarios/mine.yaml': scenario('Nothing'),
}

describe('a document in the root of a project', () => {
  it('is reloaded with its files, and other JSON files do not matter', async () => {
    await using opened = await openProject(project)
    const { write, remove, reloadOf, reports, titles } = opened
    for (const [file, text] of [
      ['package.json', '{"name":"changed"}'],
      ['tsconfig.json', '{}'],
      ['schemas/other.json', '{}'],
      ['src/data/records.json', '[]'],
      ['node_modules/one/package.json', '{}'],
    ] as const)
      await write(file, text)
    await pause(300)
    expect(reports).toEqual([])

    expect(await reloadOf(() => write('openapi.yaml', document('Second', 'schemas/things.yaml')))).toEqual([])
    await expect.poll(titles).toEqual(['Second'])
    expect(await reloadOf(() => write('schemas/things.yaml', schema(2)))).toEqual([])
    const overlay = 'overlay: 1.0.0\ninfo: { title: O, version: "1" }\nactions:\n'
    const action = '  - target: $.info\n    update: { title: By overlay }\n'
    expect(await reloadOf(() => write('openapi.overlay.yaml', overlay + action))).toEqual([])
    await expect.poll(titles).toEqual(['By overlay'])
    expect(await reloadOf(() => remove('openapi.overlay.yaml'))).toEqual([])
    await expect.poll(titles).toEqual(['Second'])
    expect(await reloadOf(() => write('fixtures/default/keys.yaml', '- key: two\n'))).toEqual([])
    expect(await reloadOf(() => write('scenarios/mine.yaml', scenario('None')))).toEqual([])
  })

  it('that refers to a missing file is reloaded when the file is there, and with each edit of it', async () => {
    await using opened = await openProject(project)
    const { write, reloadOf } = opened
    const failed = await reloadOf(() => write('openapi.yaml', document('Third', 'later.yaml')))
    expect(failed.map(({ code }) => code)).toEqual(['ref-unresolved'])
    expect(await reloadOf(() => write('later.yaml', schema(1)))).toEqual([])
    expect(await reloadOf(() => write('later.yaml', schema(2)))).toEqual([])
  })
})

it('installed packages beside the document are not watched', async () => {
  const packages = Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [`node_modules/package${index}/lib/package.json`, '{}']),
  )
  const sources = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`src/part${index}/data.json`, '{}']))
  const before = await countWatches()
  await using opened = await openProject({ ...project, ...packages, ...sources })
  expect(await opened.titles()).toEqual(['First'])
  const after = await countWatches()
  if (before !== undefined && after !== undefined) expect(after - before).toBeLessThan(20)
})

/** What the kernel watches for this process; undefined where it does not say. */
const countWatches = async (): Promise<number | undefined> => {
  try {
    let count = 0
    for (const name of await readdir('/proc/self/fd')) {
      const target = await readlink(`/proc/self/fd/${name}`).catch(() => '')
      if (!target.includes('inotify')) continue
      count += (await readFile(`/proc/self/fdinfo/${name}`, 'utf8'))
        .split('\n')
        .filter((line) => /^inotify /.test(line)).length
    }
    return count
  } catch {
    return undefined
  }
}

describe('ignored is', () => {
  const watched = createWatched({
    trees: new Map([['/p/fixtures/default', 0]]),
    loadedAt: 0,
    folders: [],
    documents: ['/p/openapi.yaml'],
    files: ['/p/openapi.yaml', '/p/schemas/a.yaml'],
  })
  for (const [path, isIgnored] of [
    ['/p', false],
    ['/p/openapi.yaml', false],
    ['/p/openapi.overlay.yml', false],
    ['/p/package.json', true],
    ['/p/node_modules', true],
    ['/p/src', true],
    ['/p/schemas', false],
    ['/p/schemas/b.yaml', true],
    ['/p/fixtures', true],
    ['/p/fixtures/default/deep', false],
    ['/p/fixtures/default/node_modules', true],
  ] as const)
    it(`${path}: ${isIgnored}`, () => expect(watched.isIgnored(path, false)).toBe(isIgnored))

  it('no file beside the document after a failed reload', () => {
    expect(watched.isIgnored('/p/package.json', true)).toBe(false)
    expect(watched.isIgnored('/p/node_modules', true)).toBe(true)
  })
})

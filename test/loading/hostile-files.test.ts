/**
 * Faults 10, 11, 17, 18 and 21: files that explode, never end, lead elsewhere or go away. Each is a finding at its place, and
 * nothing hangs.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assert, describe, expect, it } from 'vitest'
import { createStandin, type Finding, LoadError, type Standin, type StandinOptions } from '../../src/index.ts'
import { call } from '../support/client.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { openApi, ref, response } from '../support/write-document.ts'

const things = JSON.stringify(
  openApi({
    components: { schemas: { Thing: { type: 'object', properties: { id: { type: 'integer' }, tags: {} } } } },
    paths: {
      '/things': {
        get: { operationId: 'listThings', responses: { 200: response({ type: 'array', items: ref('Thing') }) } },
        post: { responses: { 201: response(ref('Thing')) } },
      },
      '/things/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: response(ref('Thing')) } },
      },
    },
  }),
)
const files = { 'spec/things.json': things, 'fixtures/default/things.yaml': '- id: 1\n' }

const findingsOf = async (options: StandinOptions): Promise<readonly Finding[]> => {
  const error: unknown = await createStandin(options).then(
    (standin) => standin.close(),
    (reason: unknown) => reason,
  )
  assert(error instanceof LoadError, `the files should not load: ${String(error)}`)
  return error.findings
}

/** 2 to the power of 30 values. */
const bomb = (): string => {
  const lines = ['a0: &a0 [x, x]']
  for (let level = 1; level < 30; level++) lines.push(`a${level}: &a${level} [*a${level - 1}, *a${level - 1}]`)
  return `${lines.join('\n')}\n`
}

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`

const deepSchema = (levels: number): string => `${'{"properties":{"a":'.repeat(levels)}{}${'}}'.repeat(levels)}`

interface Row {
  readonly name: string
  readonly files?: Readonly<Record<string, string>>
  /** What no file of text can be. */
  readonly prepare?: (folder: string) => Promise<unknown> | unknown
  readonly options?: (folder: string) => StandinOptions
  readonly code: Finding['code']
  /** The end of the file's name, with line and column if it has them. */
  readonly at: string
  readonly says: string
}

const fifo = (path: string) => execFileSync('mkfifo', [path])

const rows: readonly Row[] = [
  {
    name: 'aliases in fixtures',
    files: { 'fixtures/default/things.yaml': `- id: 1\n  tags:\n${bomb().replace(/^/gm, '    ').trimEnd()}\n` },
    code: 'file-too-large',
    at: 'fixtures/default/things.yaml:21:5',
    says: 'use fewer aliases',
  },
  {
    name: 'aliases in a scenario',
    files: { 'scenarios/bomb.yaml': bomb() },
    code: 'file-too-large',
    at: 'scenarios/bomb.yaml:19:1',
    says: 'aliases',
  },
  {
    name: 'aliases in a document',
    files: { 'spec/more.yaml': `openapi: 3.1.0\n${bomb()}` },
    code: 'file-too-large',
    at: 'spec/more.yaml:20:1',
    says: 'aliases',
  },
  {
    name: 'an example nested 5,000 deep',
    files: { 'spec/more.json': `{"openapi":"3.1.0","x-example":${deep(5_000)}}` },
    code: 'file-too-large',
    at: 'spec/more.json:1:230',
    says: 'nested deeper than 200 levels',
  },
  {
    name: 'a schema nested 3,000 deep',
    files: { 'spec/more.json': `{"openapi":"3.1.0","components":{"schemas":{"A":${deepSchema(3_000)}}}}` },
    code: 'file-too-large',
    at: 'spec/more.json:1:1907',
    says: 'nested deeper than 200 levels',
  },
  {
    name: 'anchors that nest each other deeper than any of them',
    files: {
      'scenarios/deep.yaml': `a: &a ${deep(120)}\nb: &b ${deep(120).replace('[]', '[ *a ]')}\n`,
    },
    code: 'file-too-large',
    at: 'scenarios/deep.yaml:2:128',
    says: 'nested deeper',
  },
  {
    name: 'a $ref to a FIFO',
    files: { 'spec/more.json': '{"openapi":"3.1.0","info":{},"paths":{"/x":{"$ref":"./pipe.yaml"}}}' },
    prepare: (folder) => fifo(join(folder, 'spec/pipe.yaml')),
    code: 'file-unreadable',
    at: 'spec/pipe.yaml',
    says: 'not a regular file',
  },
  {
    name: 'a FIFO as a fixture',
    prepare: (folder) => fifo(join(folder, 'fixtures/default/others.yaml')),
    code: 'file-unreadable',
    at: 'fixtures/default/others.yaml',
    says: 'not a regular file',
  },
  {
    name: 'a device as a scenario',
    files: { 'scenarios/own.yaml': 'description: x\nsteps: [{ delay: 1s }]\n' },
    prepare: (folder) => symlink('/dev/zero', join(folder, 'scenarios/zero.yaml')),
    code: 'file-unreadable',
    at: 'scenarios/zero.yaml',
    says: 'not a regular file',
  },
  {
    name: 'a fixture that is a link out of its folder',
    prepare: (folder) => symlink('/etc/passwd', join(folder, 'fixtures/default/others.yaml')),
    code: 'link-outside',
    at: 'fixtures/default/others.yaml',
    says: 'copy what it leads to',
  },
  {
    name: 'a scenario that is a link out of its folder',
    files: { 'scenarios/own.yaml': 'description: x\nsteps: [{ delay: 1s }]\n' },
    prepare: (folder) => symlink('/etc/passwd', join(folder, 'scenarios/other.yaml')),
    code: 'link-outside',
    at: 'scenarios/other.yaml',
    says: 'not followed',
  },
  {
    name: 'an overlay that is a link out of its folder',
    prepare: (folder) => symlink('/etc/passwd', join(folder, 'spec/things.overlay.yaml')),
    code: 'link-outside',
    at: 'spec/things.overlay.yaml',
    says: 'not followed',
  },
  {
    name: 'a document in ./spec that is a link out of it',
    prepare: (folder) => symlink('/etc/passwd', join(folder, 'spec/other.yaml')),
    code: 'link-outside',
    at: 'spec/other.yaml',
    says: 'name it on the command line',
  },
  {
    name: 'a ./scenarios that is a link out of the project',
    prepare: (folder) => symlink('/etc', join(folder, 'scenarios')),
    code: 'link-outside',
    at: 'scenarios',
    says: 'not followed',
  },
  {
    name: 'a link to itself',
    prepare: (folder) => symlink('loop.yaml', join(folder, 'spec/loop.yaml')),
    code: 'file-unreadable',
    at: 'spec/loop.yaml',
    says: 'link to itself',
  },
]

describe('a file that is a finding', () => {
  for (const { name, files: added = {}, prepare, code, at, says } of rows)
    it(name, async () => {
      await using folder = await createTemporaryFolder({ ...files, ...added })
      await prepare?.(folder.path)
      const findings = await findingsOf({ folder: folder.path })
      const found = findings.find((finding) => finding.code === code)
      const { file, line, column, message } = found ?? assert.fail(JSON.stringify(findings))
      expect([file, ...(line === undefined ? [] : [line, column])].join(':')).toBe(join(folder.path, at))
      expect(message).toContain(says)
      expect(JSON.stringify(findings)).not.toContain('root:')
    })

  it('a document that is not UTF-8, with its place', async () => {
    await using folder = await createTemporaryFolder(files)
    const text = Buffer.from('openapi: 3.1.0\ninfo:\n  title: "�Caf\xe9"\n', 'latin1')
    text.write('\uFFFD', text.indexOf('"') + 1)
    await writeFile(join(folder.path, 'spec/latin.yaml'), text)
    const [finding] = await findingsOf({ folder: folder.path })
    expect(finding).toMatchObject({ code: 'syntax-error', line: 3 })
    expect(finding?.message).toContain('not UTF-8: the byte 0xe9')
  })

  it('a fixture that is not UTF-8', async () => {
    await using folder = await createTemporaryFolder(files)
    await writeFile(join(folder.path, 'fixtures/default/things.yaml'), Buffer.from('- id: 1\n  tags: \xff\n', 'latin1'))
    const [finding] = await findingsOf({ folder: folder.path })
    expect(finding).toMatchObject({ code: 'syntax-error', line: 2, column: 9 })
  })
})

describe('a link that is followed', () => {
  const titlesOf = async (standin: Standin): Promise<number> => (await standin.describe()).documents.length

  it('of a document on the command line', async () => {
    await using folder = await createTemporaryFolder(files)
    const link = join(folder.path, 'spec/link.json')
    await symlink(join(folder.path, 'spec/things.json'), link)
    await using standin = await createStandin({ documents: [link], folder: join(folder.path, 'empty') })
    expect(await titlesOf(standin)).toBe(1)
  })

  it('within its folder', async () => {
    await using folder = await createTemporaryFolder({ ...files, 'fixtures/default/shared/tag.txt': '' })
    await rename(join(folder.path, 'fixtures/default/things.yaml'), join(folder.path, 'fixtures/default/shared/data'))
    await symlink('shared/data', join(folder.path, 'fixtures/default/things.yaml'))
    await using standin = await createStandin({ folder: folder.path })
    const answer = await standin.fetch('/things')
    expect(await answer.json()).toEqual([{ id: 1 }])
  })

  it('of a package in node_modules, as pnpm installs it', async () => {
    const store = 'node_modules/.pnpm/api@1.0.0/node_modules/api'
    const split = things.replace('"#/components/schemas/Thing"', '"./schemas/thing.json"')
    await using folder = await createTemporaryFolder({
      [`${store}/openapi.json`]: split,
      [`${store}/schemas/thing.json`]: '{ "type": "object" }',
    })
    await symlink('.pnpm/api@1.0.0/node_modules/api', join(folder.path, 'node_modules/api'))
    const document = join(folder.path, 'node_modules/api/openapi.json')
    await using standin = await createStandin({ documents: [document], folder: join(folder.path, 'empty') })
    expect((await standin.describe()).warnings).toEqual([])
  })
})

describe('with --watch', () => {
  interface Watched extends AsyncDisposable {
    readonly folder: string
    readonly standin: Standin
    /** Runs the edit and resolves with the findings of the first reload afterwards that the test accepts. */
    readonly reloadOf: (
      edit: () => Promise<unknown>,
      isIt?: (findings: readonly Finding[]) => boolean,
    ) => Promise<readonly Finding[]>
  }

  /** `prepare` changes the files before they are watched. */
  const watchFiles = async (prepare?: (folder: string) => Promise<unknown>): Promise<Watched> => {
    const folder = await createTemporaryFolder(files)
    await prepare?.(folder.path)
    let onReload = (_: readonly Finding[]): void => undefined
    const standin = await createStandin({
      folder: folder.path,
      port: 0,
      watch: true,
      onReload: (findings) => onReload(findings),
    })
    return {
      folder: folder.path,
      standin,
      reloadOf: (edit, isIt = () => true) =>
        new Promise((resolve, reject) => {
          onReload = (findings) => {
            if (isIt(findings)) resolve(findings)
          }
          edit().catch(reject)
        }),
      [Symbol.asyncDispose]: async () => {
        await standin.close()
        await folder.remove()
      },
    }
  }

  it('a link to itself is a finding, and later changes are reloaded', async () => {
    await using watched = await watchFiles()
    const link = join(watched.folder, 'spec/loop.yaml')
    const findings = await watched.reloadOf(() => symlink('loop.yaml', link))
    expect(findings).toMatchObject([{ code: 'file-unreadable', file: link }])
    await rm(link)
    // Synchronously, because a reload of the same process must not find a file that is not written yet.
    writeFileSync(join(watched.folder, 'fixtures/default/things.yaml'), '- id: 2\n')
    const list = async () => {
      const sandbox = await watched.standin.sandbox()
      return (await call(`${sandbox.url}/things`, { key: sandbox.key })).json
    }
    await expect.poll(list).toEqual([{ id: 2 }])
  })

  describe('a link', () => {
    const source = (delay: string): string => `description: Slow.\nsteps: [{ delay: ${delay} }]\n`
    /** A folder of scenarios with the files that a link may lead to, and a link to `target`. */
    const open = async (target?: string) => {
      const watched = await watchFiles(async (folder) => {
        const scenarios = join(folder, 'scenarios')
        mkdirSync(scenarios, { recursive: true })
        for (const name of ['one', 'two']) writeFileSync(join(scenarios, name), source(name === 'one' ? '1ms' : '2ms'))
        writeFileSync(join(scenarios, 'always.yaml'), source('3ms'))
        if (target !== undefined) await symlink(target, join(scenarios, 'linked.yaml'))
      })
      const shows = (delay: string) =>
        expect
          .poll(async () => JSON.stringify((await watched.standin.describe()).scenarios), { timeout: 5000 })
          .toContain(delay)
      const close = () => watched[Symbol.asyncDispose]()
      return { ...watched, link: join(watched.folder, 'scenarios/linked.yaml'), shows, [Symbol.asyncDispose]: close }
    }
    const isBroken = (findings: readonly Finding[]): boolean => findings.length > 0

    it('to itself that becomes a good one is followed', async () => {
      await using watched = await open()
      const findings = await watched.reloadOf(() => symlink('linked.yaml', watched.link), isBroken)
      expect(findings).toMatchObject([{ code: 'file-unreadable', file: watched.link }])
      await rm(watched.link)
      await symlink('one', watched.link)
      await watched.shows('linked')
    })

    it('to itself that is removed is not reported any more', async () => {
      await using watched = await open()
      await watched.reloadOf(() => symlink('linked.yaml', watched.link), isBroken)
      let findings: readonly Finding[] | undefined
      const reload = watched.reloadOf(() => rm(watched.link))
      reload.then(
        (found) => {
          findings = found
        },
        () => undefined,
      )
      await expect.poll(() => findings, { timeout: 5000 }).toEqual([])
    })

    it('to a missing file is a finding, until the file is there', async () => {
      await using watched = await open()
      let findings: readonly Finding[] = []
      const reload = watched.reloadOf(() => symlink('later', watched.link), isBroken)
      reload.then(
        (found) => {
          findings = found
        },
        () => undefined,
      )
      await expect.poll(() => findings, { timeout: 5000 }).toMatchObject([{ file: watched.link }])
      writeFileSync(join(watched.folder, 'scenarios/later'), source('4ms'))
      await watched.shows('linked')
    })

    it('that gets another target is followed', async () => {
      await using watched = await open('one')
      let isReloaded = false
      const reload = watched.reloadOf(async () => {
        // As `ln -sf` does.
        await symlink('two', `${watched.link}~`)
        await rename(`${watched.link}~`, watched.link)
      })
      reload.then(
        () => {
          isReloaded = true
        },
        () => undefined,
      )
      await expect.poll(() => isReloaded, { timeout: 5000 }).toBe(true)
    })
  })

  for (const name of ['spec', 'fixtures'])
    it(`./${name} moved away is a finding, and served again when it is back`, async () => {
      await using watched = await watchFiles()
      const [here, away] = [join(watched.folder, name), join(watched.folder, 'away')]
      const findings = await watched.reloadOf(() => rename(here, away))
      expect(findings).toMatchObject([{ code: 'file-unreadable', file: here }])
      expect((await watched.standin.describe()).documents.map(({ file }) => file)).toEqual([
        join(watched.folder, 'spec/things.json'),
      ])
      expect((await call(`${watched.standin.url}/things`)).json).toEqual([{ id: 1 }])
      await watched.reloadOf(
        () => rename(away, here),
        (reported) => reported.length === 0,
      )
      writeFileSync(join(watched.folder, 'spec/things.json'), things.replace('"Gadgets"', '"Things"'))
      const titles = async () => (await watched.standin.describe()).documents.map(({ title }) => title)
      await expect.poll(titles).toEqual(['Things'])
    })

  it('a folder of scenarios that is created again is read', async () => {
    await using watched = await watchFiles()
    const folder = join(watched.folder, 'scenarios')
    const source = '{"description":"Slow.","steps":[{"delay":"1ms"}]}'
    await call(`${watched.standin.url}/_sandbox/scenarios/own`, { method: 'PUT', body: { source, save: true } })
    const names = async () => (await watched.standin.describe()).scenarios.map(({ name }) => name)
    expect(await names()).toContain('own')
    await rm(folder, { recursive: true })
    await expect.poll(names).not.toContain('own')
    mkdirSync(folder)
    writeFileSync(join(folder, 'other.json'), source)
    await expect.poll(names).toContain('other')
  })
})

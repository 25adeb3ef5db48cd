/**
 * The Dockerfile without Docker. Its COPY lines run in empty folders, so a file that the build or the server needs and
 * that no line copies fails here. Two steps are left out because `npm ci` of a fresh clone covers them: installing and
 * pruning node_modules, for which this project's node_modules are used.
 */
import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { optionTable } from '../src/options/option-table.ts'
import { call } from './support/client.ts'
import { projectFolder, runCommand } from './support/run-command.ts'
import { type RunningProcess, startProcess } from './support/start-process.ts'
import { createTemporaryFolder, type TemporaryFolder } from './support/temporary-folder.ts'
import { openApi, ref, response } from './support/write-document.ts'

const text = await readFile(join(projectFolder, 'Dockerfile'), 'utf8')
const dockerfile = text.replace(/\\\n\s*/g, '')
const [, buildStage = '', runStage = ''] = dockerfile.split(/^FROM /m)

const linesOf = (stage: string, instruction: string): readonly string[] =>
  [...stage.matchAll(new RegExp(`^${instruction} (.*)$`, 'gm'))].map(([, rest = '']) => rest)

/** A command in exec form, a JSON array. In shell form a shell would receive the signals. */
const readCommand = (text: string | undefined): readonly string[] => {
  const command: unknown = JSON.parse(text ?? '')
  expect(command).toBeInstanceOf(Array)
  return Array.isArray(command) ? command.map(String) : []
}

interface CopyLine {
  readonly fromBuild: boolean
  readonly sources: readonly string[]
  readonly target: string
}

const copyLinesOf = (stage: string): readonly CopyLine[] =>
  linesOf(stage, 'COPY').map((line) => {
    const words = line.split(' ').filter((word) => word !== '--from=build')
    return { fromBuild: line.startsWith('--from=build '), sources: words.slice(0, -1), target: words.at(-1) ?? '' }
  })

const runCopyLines = async (stage: string, folder: string): Promise<void> => {
  for (const { fromBuild, sources, target } of copyLinesOf(stage))
    for (const source of sources) {
      const path = join(fromBuild ? imageFolder('build') : projectFolder, source)
      const isFile = (await stat(path)).isFile()
      const destination = join(folder, isFile && target.endsWith('/') ? join(target, basename(source)) : target)
      await mkdir(dirname(destination), { recursive: true })
      await cp(path, destination, { recursive: true, verbatimSymlinks: true })
    }
}

let folder: TemporaryFolder | undefined
/** The folder that represents the root of a stage's file system. */
const imageFolder = (stage: 'build' | 'run', path = ''): string => join(folder?.path ?? '', stage, path)

beforeAll(async () => {
  folder = await createTemporaryFolder()
  await chmod(folder.path, 0o755)
  const app = imageFolder('build', 'app')
  await runCopyLines(buildStage, app)
  await symlink(join(projectFolder, 'node_modules'), join(app, 'node_modules'))
  const { code, stdout, stderr } = await runCommand('sh', ['-c', 'umask 077 && npm run build'], { folder: app })
  expect(code, `${stdout}\n${stderr}`).toBe(0)
  await runCopyLines(runStage, imageFolder('run'))
}, 180_000)

afterAll(() => folder?.remove())

/** nobody, if the tests run as root and nobody may use this Node and these packages. */
const otherUser = (): number | undefined => {
  const nobody = 65_534
  if (process.getuid?.() !== 0) return undefined
  const probe = ['-e', 'require("node:fs").readdirSync(process.argv[1])', join(projectFolder, 'node_modules/')]
  return spawnSync(process.execPath, probe, { uid: nobody, gid: nobody, cwd: '/' }).status === 0 ? nobody : undefined
}

/** Absolute paths of the image are below the folder that represents its root. */
const start = (command: readonly string[], root: string, port: string): RunningProcess => {
  const [program = '', ...args] = command.map((word) => (word.startsWith('/') ? imageFolder('run', word) : word))
  const [, host = ''] = /^STANDIN_HOST=(\S+)$/.exec(linesOf(runStage, 'ENV')[0] ?? '') ?? []
  const environment = { STANDIN_HOST: host, STANDIN_PORT: port }
  return startProcess(program, args, { folder: root, environment, user: otherUser() })
}

const runContainer = async (root: string, args: readonly string[] = []) => {
  const container = start([...readCommand(linesOf(runStage, 'ENTRYPOINT')[0]), ...args], root, '0')
  const [, port = ''] = await container.said(/^Standin is listening on http:\S+:(\d+)$/m)
  const [, health] = linesOf(runStage, 'HEALTHCHECK')[0]?.split(' CMD ') ?? []
  return {
    container,
    origin: `http://127.0.0.1:${port}`,
    checkHealth: async () => (await start(readCommand(health), '/', port).ended).code,
    [Symbol.asyncDispose]: () => container[Symbol.asyncDispose](),
  }
}

describe('the Dockerfile', () => {
  it('builds in one stage and runs in another, both on the slim image of Node 24', () => {
    expect(linesOf(dockerfile, 'FROM')).toEqual(['node:24-slim AS build', 'node:24-slim'])
    expect(linesOf(buildStage, 'RUN')).toEqual(['npm ci', 'npm run build', 'npm prune --omit=dev'])
    expect(linesOf(runStage, 'RUN')).toEqual([])
  })

  it('copies nothing that .dockerignore excludes', async () => {
    const ignore = await readFile(join(projectFolder, '.dockerignore'), 'utf8')
    const included = new Set([...ignore.matchAll(/^!(.+)$/gm)].map(([, name]) => name))
    const copied = [buildStage, runStage].flatMap(copyLinesOf).filter(({ fromBuild }) => !fromBuild)
    for (const source of copied.flatMap(({ sources }) => sources)) expect(included).toContain(source.split('/')[0])
  })

  it('runs as another user than root and exposes the default port', () => {
    expect(linesOf(runStage, 'USER')).toEqual(['node'])
    expect(linesOf(runStage, 'EXPOSE')).toEqual([String(optionTable.port.default)])
  })

  it('creates an image with what runs and without build tools', async () =>
    expect((await readdir(imageFolder('run', 'app'))).toSorted()).toEqual([
      'LICENSE',
      'dist',
      'fixtures',
      'node_modules',
      'package.json',
      'scenarios',
      'spec',
      'src',
    ]))
})

const book = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, title: { type: 'string' } } }
const id = { name: 'bookId', in: 'path', required: true, schema: { type: 'integer' } }
const library = openApi({
  servers: [{ url: 'https://library.example/v2' }],
  paths: {
    '/books': {
      get: { operationId: 'listBooks', responses: { 200: response({ type: 'array', items: ref('Book') }) } },
    },
    '/books/{bookId}': {
      get: { operationId: 'getBook', parameters: [id], responses: { 200: response(ref('Book')) } },
    },
  },
  components: { schemas: { Book: book } },
})

describe.concurrent('the image', () => {
  it('serves the shipped documents, is healthy while it runs, and exits with 0 on SIGTERM', {
    timeout: 30_000,
  }, async ({ expect }) => {
    await using running = await runContainer('/')
    const pets = await call(`${running.origin}/v1/pets?limit=1`, { key: 'sandbox-key' })
    expect(pets).toMatchObject({ status: 200, json: [{ id: 1 }] })
    expect(await running.checkHealth()).toBe(0)
    const startedAt = performance.now()
    expect((await running.container.stop('SIGTERM')).code).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect(await running.checkHealth()).toBe(1)
  })

  it('passes arguments to Standin and exits with 0 on SIGINT', { timeout: 30_000 }, async ({ expect }) => {
    await using running = await runContainer('/', ['serve', '--key', 'extra-key'])
    expect((await call(`${running.origin}/v1/pets`, { key: 'extra-key' })).status).toBe(200)
    expect((await running.container.stop('SIGINT')).code).toBe(0)
  })

  it('serves mounted documents with mounted fixtures', { timeout: 30_000 }, async ({ expect }) => {
    await using root = await createTemporaryFolder({
      'spec/library.json': JSON.stringify(library),
      'fixtures/default/books.yaml': '- id: 7\n  title: Emma\n',
    })
    await chmod(root.path, 0o755)
    await using running = await runContainer(root.path)
    const books = await call(`${running.origin}/v2/books`)
    expect(books).toMatchObject({ status: 200, json: [{ id: 7, title: 'Emma' }] })
    expect((await call(`${running.origin}/v1/pets`)).status).toBe(404)
  })

  it('serves the shipped document with mounted fixtures', { timeout: 30_000 }, async ({ expect }) => {
    await using root = await createTemporaryFolder({
      'fixtures/default/pets.yaml': '- id: 42\n  name: Rex\n  categoryId: 1\n',
    })
    await chmod(root.path, 0o755)
    await using running = await runContainer(root.path)
    const pets = await call(`${running.origin}/v1/pets`, { key: 'any' })
    expect(pets).toMatchObject({ status: 200, json: [{ id: 42, name: 'Rex', categoryId: 1 }] })
  })
})

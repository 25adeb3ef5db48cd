/**
 * The Dockerfile without Docker. Its steps run in empty folders, so a file that the build or the server needs and that no
 * line copies fails here. Only `npm ci` is left out: this project's node_modules are used, as a fresh clone installs them.
 * Where namespaces can be created, the image is also started as Docker starts it: read-only, as process 1, as any user.
 */
import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { optionTable } from '../src/options/option-table.ts'
import { call } from './support/client.ts'
import { type Container, findObstacle, type Mount, startContainer } from './support/container.ts'
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

/** Paths of a command are below the folder that represents the root of the stage. */
const runStep = async (step: string, stage: 'build' | 'run', directory: string): Promise<void> => {
  const command = step.replace(/(?<= )\/\S*/g, (path) => imageFolder(stage, path))
  const { code, stdout, stderr } = await runCommand('sh', ['-c', `umask 077 && ${command}`], {
    folder: imageFolder(stage, directory),
  })
  expect(code, `${step}\n${stdout}\n${stderr}`).toBe(0)
}

beforeAll(async () => {
  folder = await createTemporaryFolder()
  await chmod(folder.path, 0o755)
  const app = imageFolder('build', 'app')
  await runCopyLines(buildStage, app)
  await symlink(join(projectFolder, 'node_modules'), join(app, 'node_modules'))
  for (const step of linesOf(buildStage, 'RUN').filter((line) => line !== 'npm ci')) await runStep(step, 'build', 'app')
  await runCopyLines(runStage, imageFolder('run'))
  for (const step of linesOf(runStage, 'RUN')) await runStep(step, 'run', '')
}, 600_000)

afterAll(() => folder?.remove())

const sizeOf = async (path: string): Promise<number> => {
  const files = (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

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
  return {
    container,
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => container[Symbol.asyncDispose](),
  }
}

describe('the Dockerfile', () => {
  it('builds in one stage and runs in another, both on the slim image of Node 24', () => {
    expect(linesOf(dockerfile, 'FROM')).toEqual(['node:24-slim AS build', 'node:24-slim'])
    expect(linesOf(buildStage, 'RUN')).toEqual([
      'npm ci',
      'npm run build -- --without-types',
      'node scripts/image.js /image',
    ])
    expect(linesOf(runStage, 'RUN')).toHaveLength(1)
  })

  it('has the compiled code of the command, which any user may read', async () => {
    const dist = imageFolder('run', 'app/dist')
    const stored = (await readdir(dist)).filter((name) => name.endsWith('.cache'))
    expect(stored).toEqual([`core.cjs.${process.version}-${process.arch}.cache`])
    for (const name of stored) expect((await stat(join(dist, name))).mode & 0o777).toBe(0o644)
  })

  it('copies nothing that .dockerignore excludes', async () => {
    const ignore = await readFile(join(projectFolder, '.dockerignore'), 'utf8')
    const included = new Set([...ignore.matchAll(/^!(.+)$/gm)].map(([, name]) => name))
    const copied = [buildStage, runStage].flatMap(copyLinesOf).filter(({ fromBuild }) => !fromBuild)
    for (const source of copied.flatMap(({ sources }) => sources)) expect(included).toContain(source.split('/')[0])
  })

  it('runs as another user than root, by number, and exposes the default port', () => {
    expect(linesOf(runStage, 'USER')).toEqual(['1000:1000'])
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
    ]))

  it('creates a folder for data that any user may write to', async () =>
    expect((await stat(imageFolder('run', 'data'))).mode & 0o7777).toBe(0o1777))

  it('has small layers: packages without what the server cannot load, and the build without declarations', async () => {
    // 21 MB, of which 4 are the SDK of OpenTelemetry.
    expect(await sizeOf(imageFolder('build', 'image/packages'))).toBeLessThan(24_000_000)
    expect(await sizeOf(imageFolder('build', 'image/standin'))).toBeLessThan(12_000_000)
    const files = await readdir(imageFolder('run', 'app'), { recursive: true })
    expect(files.filter((name) => /\.(d\.[cm]?ts|map)$/.test(name))).toEqual([])
  })

  it('has every module that the build loads', async () => {
    const load = `
      const { readdirSync } = await import('node:fs')
      const folder = '${imageFolder('run', 'app')}/dist/'
      const names = readdirSync(folder).filter((name) => /\\.c?js$/.test(name) && !/^(?:bin|start|main)\\./.test(name))
      for (const name of names) await import(folder + name)`
    const result = await runCommand('node', ['--input-type=module', '-e', load], { folder: imageFolder('run', 'app') })
    expect(result).toEqual({ code: 0, stdout: '', stderr: '' })
  })
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
  it('serves the shipped documents, and exits with 0 on SIGTERM', async ({ expect }) => {
    await using running = await runContainer('/')
    const pets = await call(`${running.origin}/v1/pets?limit=1`, { key: 'sandbox-key' })
    expect(pets).toMatchObject({ status: 200, json: [{ id: 1 }] })
    const startedAt = performance.now()
    expect((await running.container.stop('SIGTERM')).code).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })

  it('passes arguments to Standin and exits with 0 on SIGINT', async ({ expect }) => {
    await using running = await runContainer('/', ['serve', '--key', 'extra-key'])
    expect((await call(`${running.origin}/v1/pets`, { key: 'extra-key' })).status).toBe(200)
    expect((await running.container.stop('SIGINT')).code).toBe(0)
  })

  it('serves mounted documents with mounted fixtures', async ({ expect }) => {
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

  it('serves the shipped document with mounted fixtures', async ({ expect }) => {
    await using root = await createTemporaryFolder({
      'fixtures/default/pets.yaml': '- id: 42\n  name: Rex\n  categoryId: 1\n',
    })
    await chmod(root.path, 0o755)
    await using running = await runContainer(root.path)
    const pets = await call(`${running.origin}/v1/pets`, { key: 'any' })
    expect(pets).toMatchObject({ status: 200, json: [{ id: 42, name: 'Rex', categoryId: 1 }] })
  })
})

const obstacle = findObstacle()

/** Instead of a user of the image: a number that no file of users has. */
const anyUser = 54_321

const healthCommand = (): readonly string[] => readCommand(linesOf(runStage, 'HEALTHCHECK')[0]?.split(' CMD ')[1])

const runImage = (options: {
  readonly args?: readonly string[]
  readonly mounts?: readonly Mount[]
  readonly environment?: Readonly<Record<string, string>>
}) =>
  startContainer({
    root: imageFolder('run'),
    mounts: options.mounts ?? [],
    user: anyUser,
    environment: { STANDIN_HOST: '127.0.0.1', ...options.environment },
    command: [...readCommand(linesOf(runStage, 'ENTRYPOINT')[0]), ...(options.args ?? [])],
  })

const originOf = async (container: Container): Promise<string> => {
  const [, origin = ''] = await container.said(/^Standin is listening on (\S+)$/m)
  return origin
}

describe(`the image, read-only and as any user${obstacle === undefined ? '' : ` (skipped: ${obstacle})`}`, () => {
  const test = it.skipIf(obstacle !== undefined)

  test('is healthy while it runs, whatever the port, and finishes a request in progress on SIGTERM', async () => {
    await using container = await runImage({ args: ['--port', '0', '--delay', '1s', '--log', 'json'] })
    const [, origin = ''] = await container.said(/"url":"(http:[^"]+)"/)
    expect(await container.run(healthCommand())).toEqual({ code: 0, stdout: `${origin} healthy\n`, stderr: '' })
    expect(await container.run([...healthCommand(), '--ready'])).toMatchObject({ code: 0 })
    expect(await container.run(['sh', '-c', 'id -u; touch /app/new || touch /data/new'])).toMatchObject({
      stdout: `${anyUser}\n`,
      code: 1,
    })
    const underWay = call(`${origin}/v1/pets/1`, { key: 'sandbox-key' })
    // Its response follows the arrival of the request before it.
    expect((await call(`${origin}/_sandbox/health`)).status).toBe(200)
    const ended = container.stop('SIGTERM')
    expect((await underWay).status).toBe(200)
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })

  test('serves each mount read-only, in the form of a ConfigMap too, and stores sandboxes in /data', async () => {
    await using files = await createTemporaryFolder({
      // As Kubernetes mounts a ConfigMap: links through a folder that is replaced as a whole.
      'spec/..2026_11_23/library.json': JSON.stringify(library),
      'fixtures/default/books.yaml': '- id: 7\n  title: Emma\n',
      'scenarios/gone.yaml':
        'description: All is gone.\nsteps:\n  - when: { operation: getBook }\n    respond: { status: 404 }\n    contract: ignore\n',
      'data/.keep': '',
    })
    await symlink('..2026_11_23', join(files.path, 'spec/..data'))
    await symlink('..data/library.json', join(files.path, 'spec/library.json'))
    await chmod(files.path, 0o755)
    await chmod(join(files.path, 'data'), 0o777)
    const names = ['spec', 'fixtures', 'scenarios', 'data']
    const mounts = names.map((name) => ({ from: join(files.path, name), to: `/${name}`, isReadOnly: name !== 'data' }))
    const start = () => runImage({ args: ['--port', '0'], mounts, environment: { STANDIN_DATA: '/data' } })
    for (const title of ['Emma', 'Persuasion']) {
      await using container = await start()
      const origin = await originOf(container)
      expect((await call(`${origin}/v2/books`)).json).toEqual([{ id: 7, title }])
      expect((await call(`${origin}/v2/books/7`, { headers: { 'sandbox-scenario': 'gone' } })).status).toBe(404)
      const control = `${origin}/_sandbox/sandboxes/default/records/books/7`
      expect((await call(control, { method: 'PATCH', body: { title: 'Persuasion' } })).status).toBe(200)
      expect((await container.stop('SIGTERM')).code).toBe(0)
    }
  })
})

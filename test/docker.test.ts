/**
 * The Dockerfile, without Docker: its steps are run as they are written, each stage in an empty folder that stands for
 * the root of its file system. Absolute paths of COPY, WORKDIR and ENTRYPOINT are taken below that folder; Node and npm
 * are those that run the tests, not the image's. What this interpreter does not know fails the test, so that nothing in
 * the Dockerfile goes untried.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, assert, beforeAll, describe, expect, it } from 'vitest'
import { optionTable } from '../src/options.ts'
import { call } from './support/client.ts'

const project = fileURLToPath(new URL('..', import.meta.url))

interface Instruction {
  readonly line: number
  readonly keyword: string
  /** What follows the keyword, continued lines joined. */
  readonly rest: string
}

interface Stage {
  readonly name: string
  readonly image: string
  /** The folder that stands for /. */
  readonly root: string
  readonly env: Record<string, string>
  readonly ports: number[]
  workdir: string
  user: string
  health: readonly string[] | undefined
  entrypoint: readonly string[]
}

type Variables = Readonly<Record<string, string>>

const readInstructions = (text: string): readonly Instruction[] => {
  const found: Instruction[] = []
  let gathered = ''
  let start = 0
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(#|$)/.test(line)) continue
    if (gathered === '') start = index + 1
    gathered += line.replace(/\\\s*$/, '')
    if (/\\\s*$/.test(line)) continue
    const [, keyword = '', rest = ''] = /^\s*(\S+)\s+(.*?)\s*$/.exec(gathered) ?? []
    found.push({ line: start, keyword: keyword.toUpperCase(), rest })
    gathered = ''
  }
  assert(gathered === '', 'the last line of the Dockerfile is continued')
  return found
}

/** The flags at the start, and the words after them. */
const splitFlags = (rest: string) => {
  const words = rest.split(/\s+/)
  const first = words.findIndex((word) => !word.startsWith('--'))
  const flags = words.slice(0, first).map((flag): [string, string] => {
    const [, name = '', value = ''] = /^--([^=]+)=?(.*)$/.exec(flag) ?? []
    return [name, value]
  })
  return { flags: new Map(flags), words: words.slice(first) }
}

/** A command in the exec form, a JSON array. The shell form is rejected: its shell would keep signals to itself. */
const readCommand = (text: string): readonly string[] => {
  const command: unknown = JSON.parse(text)
  assert(Array.isArray(command) && command.length > 0, `${text} is no command`)
  return command.map(String)
}

/** The folder in which a container's path is. */
const below = ({ root, workdir }: Stage, path: string): string => join(root, posix.resolve(workdir, path))

/** Builds every stage of a Dockerfile, each in a folder of its own within `folder`, from the files of `context`. */
const build = async (dockerfile: string, context: string, folder: string): Promise<readonly Stage[]> => {
  const stages: Stage[] = []
  for (const instruction of readInstructions(dockerfile)) {
    try {
      if (instruction.keyword === 'FROM') stages.push(await startStage(instruction.rest, folder, stages.length))
      else await runInstruction(instruction, stages, context)
    } catch (error) {
      assert.fail(`Dockerfile:${instruction.line}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return stages
}

const startStage = async (rest: string, folder: string, index: number): Promise<Stage> => {
  const [, image, name = `stage-${index}`] = /^(\S+)(?: AS (\S+))?$/i.exec(rest) ?? []
  assert(image !== undefined, `FROM ${rest} is not understood`)
  const root = join(folder, name)
  await mkdir(root)
  return { name, image, root, env: {}, ports: [], workdir: '/', user: 'root', health: undefined, entrypoint: [] }
}

const runInstruction = async ({ keyword, rest }: Instruction, stages: readonly Stage[], context: string) => {
  const stage = stages.at(-1)
  assert(stage !== undefined, `${keyword} before FROM`)
  switch (keyword) {
    case 'WORKDIR':
      stage.workdir = posix.resolve(stage.workdir, rest)
      await mkdir(below(stage, '.'), { recursive: true })
      return
    case 'COPY':
      return copy(rest, stage, stages, context)
    case 'RUN':
      return runShell(rest, stage)
    case 'ENV': {
      const [, name, value] = /^(\w+)=([^\s"'$]*)$/.exec(rest) ?? []
      assert(name !== undefined && value !== undefined, `ENV ${rest} is not understood`)
      stage.env[name] = value
      return
    }
    case 'USER':
      stage.user = rest
      return
    case 'EXPOSE':
      stage.ports.push(...rest.split(/\s+/).map(Number))
      return
    case 'HEALTHCHECK': {
      const { flags, words } = splitFlags(rest)
      for (const flag of flags.keys())
        assert(['interval', 'timeout', 'start-period', 'retries'].includes(flag), `--${flag} is not a parameter of this route`)
      assert(words[0] === 'CMD', 'HEALTHCHECK has no CMD')
      stage.health = readCommand(rest.slice(rest.indexOf('CMD') + 3))
      return
    }
    case 'ENTRYPOINT':
      stage.entrypoint = readCommand(rest)
      return
    default:
      assert.fail(`${keyword} is not a parameter of this route`)
  }
}

const copy = async (rest: string, stage: Stage, stages: readonly Stage[], context: string): Promise<void> => {
  const { flags, words } = splitFlags(rest)
  for (const flag of flags.keys()) assert(['from', 'chown'].includes(flag), `--${flag} is not a parameter of this route`)
  const sources = words.slice(0, -1)
  const target = words.at(-1) ?? ''
  assert(sources.length > 0 && !/[*?["]/.test(rest), `COPY ${rest} is not understood`)
  assert(
    sources.length === 1 || target.endsWith('/'),
    'several sources need a folder as target, with a slash at its end',
  )
  const from = stages.find(({ name }) => name === flags.get('from'))
  assert(from !== undefined || !flags.has('from'), `there is no stage ${flags.get('from')}`)
  for (const source of sources) {
    const path = join(from?.root ?? context, source)
    const intoFolder = target.endsWith('/') && !(await stat(path)).isDirectory()
    const destination = below(stage, intoFolder ? join(target, basename(source)) : target)
    await mkdir(dirname(destination), { recursive: true })
    await cp(path, destination, { recursive: true, verbatimSymlinks: true })
  }
}

/** What a machine needs to reach its registry. Nothing else of our environment is there when an image is built. */
const registryVariables =
  /^(HOME|TMPDIR|NODE_EXTRA_CA_CERTS|(https?|no)_proxy|npm_config_(registry|cache|userconfig|globalconfig))$/i

const runShell = async (command: string, stage: Stage): Promise<void> => {
  assert(!/(^|[\s"'=:;&|(<>])\//.test(command), 'a command with absolute paths would leave the folder of this test')
  const given = Object.entries(process.env).filter(([name]) => registryVariables.test(name))
  const env = { ...Object.fromEntries(given), PATH: process.env.PATH, ...stage.env }
  const child = spawn('sh', ['-c', command], { cwd: below(stage, '.'), env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = gather(child)
  const [code] = await once(child, 'close')
  assert(code === 0, `${command} ended with ${code}:\n${output()}`)
}

/** All that a process has written so far. */
const gather = (child: ChildProcess): (() => string) => {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  return () => text
}

/** The files of the project that .dockerignore leaves, in a folder of their own. */
const makeContext = async (folder: string): Promise<string> => {
  const context = join(folder, 'context')
  const patterns = (await readFile(join(project, '.dockerignore'), 'utf8'))
    .split('\n')
    .filter((line) => !/^(#|$)/.test(line))
    .map((line) => ({ keeps: line.startsWith('!'), name: line.replace(/^!/, '') }))
  for (const { name } of patterns) assert(/^(\*|[\w.-]+)$/.test(name), `.dockerignore: ${name} is not understood`)
  const isKept = (path: string): boolean => {
    const [top = ''] = relative(project, path).split('/')
    return top === '' || patterns.findLast(({ name }) => name === '*' || name === top)?.keeps !== false
  }
  await cp(project, context, { recursive: true, filter: isKept })
  return context
}

/** A running container: the stage's ENTRYPOINT as a process. `await using` ends it. */
interface Container extends AsyncDisposable {
  readonly origin: string
  /** Ends with the exit code of the stage's HEALTHCHECK. */
  readonly checkHealth: () => Promise<number>
  /** Sends the signal and ends with the exit code, null where the signal ended the process. */
  readonly stop: (signal: NodeJS.Signals) => Promise<number | null>
}

const start = (stage: Stage, command: readonly string[], variables: Variables): ChildProcess => {
  const [program = '', ...args] = command.map((word) => (word.startsWith('/') ? below(stage, word) : word))
  return spawn(program, args, {
    cwd: below(stage, '.'),
    env: { PATH: process.env.PATH, ...stage.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const runContainer = async (stage: Stage, args: readonly string[] = []): Promise<Container> => {
  const port = await findFreePort()
  const variables = { STANDIN_PORT: String(port) }
  const child = start(stage, [...stage.entrypoint, ...args], variables)
  const output = gather(child)
  const closed = once(child, 'close')
  const stop = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal)
    const [code] = await closed
    return code
  }
  const listening = new Promise<void>((resolve) => {
    child.stdout?.on('data', () => output().includes('Standin is listening on ') && resolve())
  })
  await Promise.race([listening, closed.then(() => assert.fail(`it ended before it listened:\n${output()}`))])
  return {
    origin: `http://127.0.0.1:${port}`,
    checkHealth: async () => {
      assert(stage.health !== undefined, 'there is no HEALTHCHECK')
      const [code] = await once(start(stage, stage.health, variables), 'close')
      return code
    },
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop('SIGKILL')
    },
  }
}

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  assert(address !== null && typeof address === 'object')
  return address.port
}

/** Puts files below the stage's root, as a mount does; `await using` takes the folder away again. */
const mount = async (stage: Stage, folder: string, files: Variables): Promise<AsyncDisposable> => {
  const target = below(stage, folder)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(target, name)), { recursive: true })
    await writeFile(join(target, name), text)
  }
  return { [Symbol.asyncDispose]: () => rm(target, { recursive: true }) }
}

const library = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1.0.0' },
  servers: [{ url: 'https://library.example/v2' }],
  paths: {
    '/books': {
      get: { operationId: 'listBooks', responses: { 200: answer({ type: 'array', items: refTo('Book') }) } },
    },
    '/books/{bookId}': {
      get: {
        operationId: 'getBook',
        parameters: [{ name: 'bookId', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: answer(refTo('Book')), 404: { description: 'There is none.' } },
      },
    },
  },
  components: {
    schemas: {
      Book: { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, title: { type: 'string' } } },
    },
  },
}

function answer(schema: object) {
  return { description: 'It is here.', content: { 'application/json': { schema } } }
}

function refTo(name: string) {
  return { $ref: `#/components/schemas/${name}` }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

describe('the Dockerfile', () => {
  let folder = ''
  let stages: readonly Stage[] = []
  const image = (): Stage => {
    const last = stages.at(-1)
    assert(last !== undefined, 'the image is built before the tests')
    return last
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'standin-docker-'))
    const dockerfile = await readFile(join(project, 'Dockerfile'), 'utf8')
    stages = await build(dockerfile, await makeContext(folder), folder)
  }, 180_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('builds in one stage and runs in another, both on the slim image of Node 24', () => {
    expect(stages.map(({ image }) => image)).toEqual(['node:24-slim', 'node:24-slim'])
  })

  it('ends in an image with what runs and nothing that builds', async () => {
    const app = below(image(), '/app')
    expect((await readdir(app)).toSorted()).toEqual([
      'LICENSE',
      'dist',
      'fixtures',
      'node_modules',
      'package.json',
      'scenarios',
      'spec',
      'src',
    ])
    const { dependencies }: { dependencies: Variables } = JSON.parse(await readFile(join(app, 'package.json'), 'utf8'))
    const isInstalled = (name: string) => exists(join(app, 'node_modules', name))
    for (const name of Object.keys(dependencies)) expect([name, await isInstalled(name)]).toEqual([name, true])
    for (const name of ['typescript', 'vitest']) expect([name, await isInstalled(name)]).toEqual([name, false])
  })

  it('does not run as root', () => {
    expect(image().user).toBe('node')
  })

  it('exposes the port that Standin listens on by default', () => {
    expect(image().ports).toEqual([optionTable.port.default])
  })

  it('serves what ships, is healthy as long as it is up, and ends well on SIGTERM', { timeout: 30_000 }, async () => {
    await using container = await runContainer(image())
    const pets = await call(`${container.origin}/v1/pets?limit=1`, { key: 'sandbox-key' })
    expect(pets).toMatchObject({ status: 200, json: [{ id: 1 }] })
    expect(await container.checkHealth()).toBe(0)
    const told = performance.now()
    expect(await container.stop('SIGTERM')).toBe(0)
    expect(performance.now() - told).toBeLessThan(5_000)
    expect(await container.checkHealth()).toBe(1)
  })

  it('hands what follows its name to Standin', { timeout: 30_000 }, async () => {
    await using container = await runContainer(image(), ['serve', '--key', 'extra-key'])
    expect((await call(`${container.origin}/v1/pets`, { key: 'extra-key' })).status).toBe(200)
    expect(await container.stop('SIGINT')).toBe(0)
  })

  it('serves the documents and fixtures that are mounted', { timeout: 30_000 }, async () => {
    await using _spec = await mount(image(), '/spec', { 'library.json': JSON.stringify(library) })
    await using _fixtures = await mount(image(), '/fixtures', { 'default/books.yaml': '- id: 7\n  title: Emma\n' })
    await using container = await runContainer(image())
    const get = (path: string) => call(`${container.origin}${path}`)
    expect(await get('/v2/books')).toMatchObject({ status: 200, json: [{ id: 7, title: 'Emma' }] })
    expect(await get('/v2/books/7')).toMatchObject({ status: 200, json: { id: 7, title: 'Emma' } })
    expect((await get('/v2/books/8')).status).toBe(404)
    expect((await get('/v1/pets')).status).toBe(404)
    expect(await container.checkHealth()).toBe(0)
  })

  it('serves the document that ships with the fixtures that are mounted', { timeout: 30_000 }, async () => {
    await using _fixtures = await mount(image(), '/fixtures', {
      'default/pets.yaml': '- id: 42\n  name: Rex\n  categoryId: 1\n',
    })
    await using container = await runContainer(image())
    const pets = await call(`${container.origin}/v1/pets`, { key: 'any' })
    expect(pets).toMatchObject({ status: 200, json: [{ id: 42, name: 'Rex', categoryId: 1 }] })
  })
})

describe('what the interpreter does not know', () => {
  const rows = [
    ['an instruction', 'FROM node:24-slim\nONBUILD RUN npm ci', 'Dockerfile:2: ONBUILD is not a parameter of this route'],
    ['an absolute path in a command', 'FROM node:24-slim\nRUN touch /etc/x', 'Dockerfile:2: a command with absolute'],
    ['a flag of COPY', 'FROM node:24-slim\nCOPY --link a b', 'Dockerfile:2: --link is not a parameter of this route'],
    [
      'a stage that is not there',
      'FROM node:24-slim\nCOPY --from=build /a /b',
      'Dockerfile:2: there is no stage build',
    ],
    ['a file that is not there', 'FROM node:24-slim\nCOPY nowhere /b', 'Dockerfile:2: ENOENT'],
    ['a command that fails', 'FROM node:24-slim\nRUN exit 3', 'Dockerfile:2: exit 3 ended with 3'],
    ['the shell form', 'FROM node:24-slim\nENTRYPOINT node x.js', 'Dockerfile:2: '],
  ] as const
  it.each(rows)('fails: %s', async (_, dockerfile, message) => {
    const folder = await mkdtemp(join(tmpdir(), 'standin-docker-'))
    try {
      await expect(build(dockerfile, folder, folder)).rejects.toThrow(message)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

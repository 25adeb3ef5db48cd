/**
 * The published package: packed by npm, unpacked next to its declared dependencies and nothing else, then imported,
 * compiled against, and started with its command.
 */
import { once } from 'node:events'
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { build } from 'esbuild'
import { load } from 'js-yaml'
import { afterAll, assert, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { nodeModules } from '../src/compile-patterns-once.ts'
import { call } from './support/client.ts'
import { installPackage, packPackage, userEnvironment } from './support/packed-package.ts'
import {
  type CommandOptions,
  type CommandResult,
  expectSuccess,
  projectFolder,
  runCommand,
  stackTrace,
} from './support/run-command.ts'
import { type RunningProcess, startProcess } from './support/start-process.ts'
import { createTemporaryFolder, type TemporaryFolder } from './support/temporary-folder.ts'

/** Where the tarball is, and where it is installed. */
let workshop: TemporaryFolder | undefined
let consumer: TemporaryFolder | undefined
let tarball = ''

const pathOf = (folder: TemporaryFolder | undefined, ...names: readonly string[]): string => {
  assert(folder !== undefined, 'the folders are made before the tests')
  return join(folder.path, ...names)
}

const run = (
  command: string,
  args: readonly string[],
  folder: string,
  variables: CommandOptions['environment'] = {},
): Promise<CommandResult> => runCommand(command, args, { folder, environment: { ...userEnvironment, ...variables } })

const succeed = (command: string, args: readonly string[], folder: string): Promise<string> =>
  expectSuccess(command, args, { folder, environment: userEnvironment })

beforeAll(async () => {
  workshop = await createTemporaryFolder()
  consumer = await createTemporaryFolder({ 'package.json': '{ "type": "module" }\n' })
  tarball = await packPackage(pathOf(workshop))
  await installPackage(tarball, pathOf(consumer))
}, 300_000)

afterAll(async () => {
  await workshop?.remove()
  await consumer?.remove()
})

/** The parts of a CycloneDX document that are read here. */
interface Bom {
  readonly metadata: { readonly component: object }
  readonly components: readonly {
    readonly name: string
    readonly version: string
    readonly purl: string
    readonly licenses: readonly {
      readonly license?: { readonly id?: string; readonly name?: string }
      readonly expression?: string
    }[]
  }[]
}

describe('the tarball', () => {
  const filesIn = async (folder: string): Promise<readonly string[]> =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))

  it('has the code, the files that are served and the documentation', async () => {
    const files = await filesIn(pathOf(consumer, 'node_modules/standin'))
    expect(files).toEqual(
      expect.arrayContaining([
        'package.json',
        'README.md',
        'LICENSE',
        'CHANGELOG.md',
        'dist/bin.js',
        'dist/index.js',
        'dist/index.d.ts',
        'dist/index.cjs',
        'dist/index.d.cts',
        'dist/testing/jest.cjs',
        'dist/testing/jest.d.cts',
        'dist/testing/jest.js',
        'dist/testing/msw.js',
        'dist/testing/msw.d.ts',
        'dist/testing/node-test.js',
        'dist/testing/playwright.js',
        'dist/testing/vitest.js',
        'dist/testing/vitest.d.ts',
        'spec/animal-store.yaml',
        'spec/animal-store.overlay.yaml',
        'spec/messages.yaml',
        'spec/messages.overlay.yaml',
        'spec/overlay.schema.json',
        'fixtures/default/pets.yaml',
        'fixtures/default/keys.yaml',
        'fixtures/demo/pets.yaml',
        'scenarios/flaky.yaml',
        'scenarios/scenario.schema.json',
        'docs/errors.md',
        'docs/options.md',
      ]),
    )
  })

  it('has a command that loads each module of Node before it changes the options of V8', async () => {
    const core = await readFile(pathOf(consumer, 'node_modules/standin/dist/core.cjs'), 'utf8')
    const names = [...core.matchAll(/^let \w+ = require\("node:([\w/]+)"\);$/gm)].map(([, name]) => name)
    expect(names).toContain('http')
    expect(nodeModules).toEqual(expect.arrayContaining(names))
  })

  it('has a program in ASCII, as which it is read', async () => {
    const core = await readFile(pathOf(consumer, 'node_modules/standin/dist/core.cjs'))
    expect(core.every((byte) => byte < 0x80)).toBe(true)
  })

  it('has the description of the control API as JSON', async () => {
    const json = await readFile(pathOf(consumer, 'node_modules/standin/dist/control.json'), 'utf8')
    const yaml = await readFile(`${projectFolder}src/control/openapi.yaml`, 'utf8')
    expect(JSON.parse(json)).toEqual(load(yaml))
  })

  it('has the licence of each bundled package', async () => {
    const licences = await readFile(pathOf(consumer, 'node_modules/standin/dist/licences.txt'), 'utf8')
    for (const name of ['ajv', 'koa', 'js-yaml']) expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'))
    for (const one of licences.split(/^-{80}$/m)) expect(one).toMatch(/MIT|ISC|BSD|Apache/)
  })

  it('has a bill of materials that lists every bundled package with its version, licence and purl', async () => {
    const bom: Bom = JSON.parse(await readFile(pathOf(consumer, 'node_modules/standin/dist/sbom.cdx.json'), 'utf8'))
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\.\d$/), version: 1 })
    expect(bom.metadata.component).toMatchObject({ name: 'standin', version: manifest.version })
    const licences = await readFile(pathOf(consumer, 'node_modules/standin/dist/licences.txt'), 'utf8')
    const bundled = [...licences.matchAll(/^(@?[\w./-]+) (\d+\.\d+\.\S+)$/gm)].map(
      ([, name, version]) => `${name}@${version}`,
    )
    expect(bundled.length).toBeGreaterThan(20)
    expect(bom.components.map(({ name, version }) => `${name}@${version}`).sort()).toEqual([...new Set(bundled)].sort())
    for (const { name, version, purl, licenses, ...component } of bom.components) {
      expect(component, name).toMatchObject({ type: 'library', 'bom-ref': expect.any(String) })
      expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`)
      expect(
        licenses.map(({ license, expression }) => license?.id ?? license?.name ?? expression),
        name,
      ).toEqual([expect.stringMatching(/MIT|ISC|BSD|Apache/)])
    }
  })

  it('has nothing else', async () => {
    const files = await filesIn(pathOf(consumer, 'node_modules/standin'))
    const known = /^(dist|spec|fixtures|scenarios|docs)\/|^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/
    expect(files.filter((file) => !known.test(file))).toEqual([])
  })
})

describe('the files of the Docker image', () => {
  it('start', async () => {
    await using image = await createTemporaryFolder()
    await succeed('node', [join(projectFolder, 'scripts/image.js'), image.path], projectFolder)
    const printed = await succeed('node', [join(image.path, 'standin/app/dist/bin.js'), '--version'], image.path)
    expect(printed.trim()).toBe(manifest.version)
  })
})

describe('imported', () => {
  const evaluate = (text: string): Promise<CommandResult> =>
    run('node', ['--input-type=module', '-e', text], pathOf(consumer))

  it('starts a server, and the process ends when it is closed', async () => {
    const { code, stdout, stderr } = await evaluate(`
      import { createStandin } from 'standin'
      const standin = await createStandin({ port: 0 })
      const response = await fetch(standin.url + '/v1/pets?limit=2', { headers: { authorization: 'Bearer sandbox-key' } })
      console.log(response.status, (await response.json()).length)
      await standin.close()
    `)
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '200 2\n', stderr: '' })
  })

  it('serves a browser with standin/msw, which needs nothing of Node', async () => {
    const entry = pathOf(consumer, 'node_modules/standin/dist/testing/msw.js')
    const { outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      platform: 'browser',
      format: 'esm',
      external: ['msw'],
      write: false,
    })
    expect(outputFiles.map(({ text }) => [...text.matchAll(/ from "([^"]+)"/g)].map(([, name]) => name))).toEqual([
      ['msw'],
    ])
  })

  it('has no side effects', async () => {
    const { code, stdout, stderr } = await evaluate(`await import('standin')`)
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  it('exports what index.ts exports and no internal file', async () => {
    const { stdout, stderr } = await evaluate(`
      console.log(Object.keys(await import('standin')).sort().join(' '))
      await import('standin/dist/handle/handle.js').catch(({ code }) => console.log(code))
    `)
    expect(stderr).toBe('')
    expect(stdout.split('\n')).toEqual([
      'AwaitError ControlError ListenError LoadError UsageError createStandin',
      'ERR_PACKAGE_PATH_NOT_EXPORTED',
      '',
    ])
  })

  it('has types that a strict project compiles against, in ES modules and in CommonJS', async () => {
    await using project = await createTemporaryFolder({
      'package.json': '{ "type": "module" }',
      'common.cts': `
        import { ControlError, createStandin, type Standin } from 'standin'
        import { standinTest } from 'standin/node-test'
        export const start = async (): Promise<Standin> => createStandin({ port: 0 })
        export const statusOf = (error: unknown): number => (error instanceof ControlError ? error.status : 0)
        standinTest()('adds', async ({ sandbox }, { name }) => { await sandbox.records<{ id: number }>(name).list() })
        // @ts-expect-error: a port is a number
        void createStandin({ port: '0' })
      `,
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          strict: true,
          exactOptionalPropertyTypes: true,
          target: 'ES2023',
          lib: ['ES2023', 'ESNext.Disposable'],
          module: 'NodeNext',
          // Types of Node, which projects for Node usually have, and no others: those of this project would be found, too.
          typeRoots: ['types'],
          types: ['node'],
          noEmit: true,
        },
        files: ['use.ts', 'common.cts'],
      }),
      'use.ts': `
        import { createStandin, type Finding, LoadError, type Standin, type StandinOptions } from 'standin'
        const options: StandinOptions = { port: 0, keys: ['mine'], now: () => 0, log: ({ status }) => { status.toFixed() } }
        const standin: Standin = await createStandin(options)
        const url: string = standin.url
        const findings: readonly Finding[] = new LoadError([]).findings
        // @ts-expect-error: a port is a number
        await createStandin({ port: url })
        await standin.close()
        export { findings }
      `,
    })
    await mkdir(join(project.path, 'types'))
    await symlink(join(projectFolder, 'node_modules/@types/node'), join(project.path, 'types/node'))
    await symlink(pathOf(consumer, 'node_modules'), join(project.path, 'node_modules'))
    await succeed('node', [join(projectFolder, 'node_modules/typescript/bin/tsc')], project.path)
  })
})

const command = (): string => pathOf(consumer, 'node_modules/.bin/standin')

/** Runs the command in an empty folder until it exits. */
const runStandin = async (
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<CommandResult> => {
  await using folder = await createTemporaryFolder()
  return await run(command(), args, folder.path, variables)
}

interface Serving extends AsyncDisposable {
  readonly url: string
  readonly process: RunningProcess
}

/** Runs the command in an empty folder until it listens. */
const serve = async (
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  listening = /^Standin is listening on (\S+)$/m,
): Promise<Serving> => {
  const folder = await createTemporaryFolder()
  const running = startProcess(command(), args, {
    folder: folder.path,
    environment: { ...userEnvironment, ...variables },
  })
  const dispose = async () => {
    await running[Symbol.asyncDispose]()
    await folder.remove()
  }
  try {
    const [, url = ''] = await running.said(listening)
    return { url, process: running, [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

const escapeCharacter = String.fromCharCode(27)

describe('the command', () => {
  it('serves the Animal Store from an empty folder and stops on SIGTERM', async () => {
    await using serving = await serve(['--port', '0'])
    const answer = await call(`${serving.url}/v1/pets`, { key: 'sandbox-key' })
    expect(answer.status).toBe(200)
    expect(answer.json).toHaveLength(20)
    const { code, stdout, stderr } = await serving.process.stop('SIGTERM')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    // The request is in the log, and the banner lists what is served.
    expect(stdout).toMatch(/GET +\/v1\/pets +200/)
    expect(stdout).toContain('sandbox-key')
    expect(stdout).toContain('30 pets')
    expect(stdout, 'colours without a terminal').not.toContain(escapeCharacter)
  })

  it('mcp says what to install where the SDK of the protocol is missing', async () => {
    const { code, stdout, stderr } = await runStandin(['mcp'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toBe(
      'standin: standin mcp needs the package @modelcontextprotocol/sdk. Install it beside Standin: npm install --save-dev @modelcontextprotocol/sdk. Without a project: npx -y -p standin -p @modelcontextprotocol/sdk standin mcp\n',
    )
  })

  it('serves without spans, and says what to install, where the SDK of OpenTelemetry is missing', async () => {
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
    await using serving = await serve(['serve', '--port', '0', '--log', 'silent'], environment)
    const { code, stdout } = await serving.process.stop('SIGTERM')
    expect(code).toBe(0)
    expect(stdout).toContain(
      'standin: OTEL_EXPORTER_OTLP_ENDPOINT is set, but no spans are sent, because @opentelemetry/sdk-node is not installed beside Standin. Install it (npm install @opentelemetry/sdk-node @opentelemetry/api), or set OTEL_SDK_DISABLED=true\n',
    )
  })

  it('stops on SIGINT', async () => {
    await using serving = await serve(['serve', '--port', '0'])
    expect(await serving.process.stop('SIGINT')).toMatchObject({ code: 0, stderr: '' })
  })

  it('finishes a request in progress before it stops', async () => {
    await using serving = await serve(['--port', '0'])
    const outgoing = request(`${serving.url}/v1/pets`, {
      method: 'POST',
      headers: { authorization: 'Bearer sandbox-key', 'content-type': 'application/json', expect: '100-continue' },
    })
    outgoing.flushHeaders()
    await once(outgoing, 'continue')
    const stopping = serving.process.stop('SIGTERM')
    await serving.process.said(/SIGTERM: stopping/)
    outgoing.end(JSON.stringify({ name: 'Waffles', categoryId: 7 }))
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once('response', resolve).once('error', reject)
    })
    expect(response.resume().statusCode).toBe(201)
    expect(await stopping).toMatchObject({ code: 0, stderr: '' })
  })

  it('--log silent prints only where it listens, also with a variable that Kubernetes injects', async () => {
    await using serving = await serve(['--port', '0', '--log', 'silent'], { STANDIN_PORT: 'tcp://10.0.0.1:80' })
    expect(serving.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    await call(`${serving.url}/v1/pets`, { key: 'sandbox-key' })
    const { status, json } = await call(`${serving.url}/_sandbox/health`)
    expect(status).toBe(200)
    expect(json).toMatchObject({ status: 'ok', version: manifest.version })
    const { stdout, stderr } = await serving.process.stop()
    expect({ stdout, stderr }).toEqual({ stdout: `Standin is listening on ${serving.url}\n`, stderr: '' })
  })

  it('--log json prints lines of JSON, first that it listens', async () => {
    await using serving = await serve(['--port', '0', '--log', 'json'], {}, /"url":"(http:[^"]+)"/)
    await call(`${serving.url}/v1/pets/999999`, { key: 'sandbox-key' })
    const { stdout } = await serving.process.stop()
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(lines).toEqual([
      expect.objectContaining({ event: 'listening', url: serving.url, time: expect.any(String) }),
      expect.objectContaining({ event: 'request', method: 'GET', target: '/v1/pets/999999', status: 404 }),
      expect.objectContaining({ event: 'stopping', signal: 'SIGTERM' }),
    ])
  })

  it('reads its options from the environment', async () => {
    await using serving = await serve([], { STANDIN_PORT: '0', STANDIN_LOG: 'silent', STANDIN_KEY: 'mine' })
    expect((await call(`${serving.url}/v1/pets`, { key: 'mine' })).status).toBe(200)
  })

  it('serves the documents of ./spec in the working directory', async () => {
    const document = {
      openapi: '3.1.0',
      info: { title: 'Doors', version: '1' },
      paths: { '/doors': { get: { operationId: 'listDoors', responses: { 204: { description: 'None.' } } } } },
    }
    await using folder = await createTemporaryFolder({ 'spec/doors.json': JSON.stringify(document) })
    await using running = startProcess(command(), ['--port', '0'], {
      folder: folder.path,
      environment: userEnvironment,
    })
    const [, url = ''] = await running.said(/^Standin is listening on (\S+)$/m)
    expect((await call(`${url}/doors`)).status).toBe(204)
    expect((await call(`${url}/v1/pets`, { key: 'sandbox-key' })).status).toBe(404)
  })

  it('--version', async () => {
    expect(await runStandin(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
  })

  it('--help lists the options, in English in any locale', async () => {
    const { code, stdout, stderr } = await runStandin(['--help'], { LC_ALL: 'de_DE.UTF-8' })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const text of ['standin [serve] [documents…]', '--port', '--fixtures', '--any-key'])
      expect(stdout).toContain(text)
    expect(stdout).toMatch(/\[default:\s+4010\]/)
    expect(stdout).not.toContain(escapeCharacter)
  })
})

/** Other failures are tested in the process of a test: test/cli/failures.test.ts. */
describe('the command fails', () => {
  it('with 2: an unknown option', async () => {
    const { code, stdout, stderr } = await runStandin(['--prot', '0'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('Did you mean --port?')
    expect(stderr).not.toMatch(stackTrace)
  })

  it('with 1: the port is taken', async () => {
    const taken = createServer()
    const port = await new Promise<number>((resolve) => {
      taken.listen(0, '127.0.0.1', () => {
        const address = taken.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    })
    const { code, stdout, stderr } = await runStandin(['--port', String(port)])
    taken.close()
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe(
      `standin: port ${port} is already in use on 127.0.0.1; stop the program that listens there, or choose another port with --port (0 for any free one)\n`,
    )
  })

  it('with 3: every finding of a file, each with its place', async () => {
    await using folder = await createTemporaryFolder({
      'fixtures/default/pets.yaml': '- id: 1\n  name: Rex\n  categoryId: x\n- id: 2\n  categoryId: 1\n',
    })
    const { code, stderr } = await run(command(), ['--port', '0'], folder.path)
    expect(code).toBe(3)
    const file = 'fixtures/default/pets.yaml'
    expect(stderr.split('\n').slice(0, 2)).toEqual([
      expect.stringMatching(new RegExp(`^${file}:3:\\d+: .*categoryId.*\\(fixture-invalid\\)$`)),
      expect.stringMatching(new RegExp(`^${file}:4:\\d+: .*name.*\\(fixture-invalid\\)$`)),
    ])
  })
})

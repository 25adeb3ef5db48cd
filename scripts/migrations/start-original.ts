/**
 * Starts the tools that the migration guides move from, each as its users do, on the files of the guide.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MigrationName } from '../../test/support/migration.ts'
import { fetchPackages } from '../documents/fetch-packages.ts'

export interface Original extends AsyncDisposable {
  readonly url: string
}

class StartError extends Error {
  override readonly name = 'StartError'
}

/** Milliseconds until a server listens. */
const patience = 240_000

/** `folder` has the files of the guide. Rejects with what the tool printed if it does not listen. */
export const startOriginal = async (name: Exclude<MigrationName, 'msw'>, folder: string): Promise<Original> => {
  const port = await findFreePort()
  const [command, ...args] = commandLines[name](port)
  const child = spawn(command, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk).slice(-4_000)
    })
  const failed = once(child, 'error').then(([error]) => String(error))
  await Promise.race([
    listens(port),
    failed.then((why) => Promise.reject(new StartError(`${name} cannot be started: ${why}`))),
    once(child, 'exit').then(() => Promise.reject(new StartError(`${name} does not start: ${said}`))),
  ])
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => stop(child) }
}

const folderOf = (kind: 'migrations' | 'prism', name: string): string => fetchPackages(kind).get(name) ?? ''

type CommandLine = readonly [command: string, ...args: string[]]

const node = process.execPath

const commandLines: Readonly<Record<Exclude<MigrationName, 'msw'>, (port: number) => CommandLine>> = {
  prism: (port) => [
    node,
    join(folderOf('prism', '@stoplight/prism-cli'), 'dist/index.js'),
    'mock',
    'openapi.yaml',
    '--port',
    String(port),
  ],
  'json-server': (port) => [
    node,
    join(folderOf('migrations', 'json-server'), 'lib/cli/bin.js'),
    'db.json',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
  ],
  mockoon: (port) => [
    node,
    join(folderOf('migrations', '@mockoon/cli'), 'bin/run.js'),
    'start',
    '--data',
    'environment.json',
    '--hostname',
    '127.0.0.1',
    '--port',
    String(port),
  ],
  // The package on npm has the jar and starts it; the process of Java can be stopped more easily.
  wiremock: (port) => {
    const build = join(folderOf('migrations', 'wiremock'), 'build')
    const jar = readdirSync(build).find((name) => name.endsWith('.jar')) ?? ''
    return ['java', '-jar', join(build, jar), '--root-dir', '.', '--port', String(port)]
  },
}

/** Resolves when the port accepts a connection. */
const listens = async (port: number): Promise<void> => {
  const until = Date.now() + patience
  while (Date.now() < until) {
    if (await accepts(port)) return
    await sleep(100)
  }
  throw new StartError(`nothing listens on port ${port}`)
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/**
 * Starts `prism mock` and `standin mock` on one document, each as a user would.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fetchPackages } from '../documents/fetch-packages.ts'

export interface Servers extends AsyncDisposable {
  readonly prism: string
  readonly standin: string
}

class StartError extends Error {
  override readonly name = 'StartError'
}

const bin = new URL('../../dist/bin.js', import.meta.url).pathname

/** Milliseconds until a server listens. */
const patience = 60_000

/** `flags` come after `mock`. Rejects if one of them does not start. */
export const startServers = async (document: string, flags: readonly string[]): Promise<Servers> => {
  const prismBin = join(fetchPackages('prism').get('@stoplight/prism-cli') ?? '', 'dist', 'index.js')
  // One after the other: until the first listens, both could find the same free port.
  const prism = await start(prismBin, document, flags)
  const standin = await start(bin, document, flags)
  return {
    prism: prism.url,
    standin: standin.url,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([stop(prism.child), stop(standin.child)])
    },
  }
}

const start = async (script: string, document: string, flags: readonly string[]) => {
  const port = await findFreePort()
  const child = spawn(process.execPath, [script, 'mock', document, ...flags, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Both read files of the current folder.
    cwd: dirname(document),
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new StartError(`${script} ${document} ${why}: ${said.slice(-2_000)}`))
    const timer = setTimeout(() => fail('does not listen'), patience)
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      if (!/listening on/i.test(said)) return
      clearTimeout(timer)
      resolve()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.on('error', (error) => fail(error.message))
    child.on('exit', (code) => fail(`ended with ${code}`))
  })
  return { child, url: `http://127.0.0.1:${port}` }
}

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

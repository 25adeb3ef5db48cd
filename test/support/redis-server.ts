/**
 * A Redis or Valkey server of a test's own, with its data in a temporary folder. It can be killed, started again and
 * suspended.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { readdir, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from './free-ports.ts'
import { killWithThisProcess } from './kill-with-this-process.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

export interface RedisServer extends AsyncDisposable {
  readonly port: number
  readonly url: string
  /** `kill -9`, without a chance to store anything. */
  readonly kill: () => Promise<void>
  /** Starts it again after `kill`, on the same port and with the same data. */
  readonly start: () => Promise<void>
  /** After `kill`: the last bytes of its file are lost, as after a power cut. It needs `appendonly: 'yes'`. */
  readonly loseTail: (bytes: number) => Promise<void>
  readonly suspend: () => void
  readonly resume: () => void
}

/** The programs that are installed: Redis, Valkey, both or neither. */
export const findRedisServers = (): readonly string[] =>
  ['redis-server', 'valkey-server'].filter((name) => spawnSync(name, ['--version']).status === 0)

/** Why tests are skipped. */
export const withoutRedis = 'neither redis-server nor valkey-server is installed'

/** Another process may take the port first. */
const maxAttempts = 5

/** `settings` as in redis.conf: `appendfsync: 'always'`. By default nothing is written to disk. */
export const startRedisServer = async (
  settings: Readonly<Record<string, string>> = {},
  program: string = findRedisServers()[0] ?? 'redis-server',
): Promise<RedisServer> => {
  const folder = await createTemporaryFolder()
  let port = await findFreePort()
  let child: ChildProcess | undefined
  const launch = async (): Promise<boolean> => {
    const all = { bind: '127.0.0.1', port: String(port), dir: folder.path, save: '""', ...settings }
    const configuration = join(folder.path, 'redis.conf')
    writeFileSync(
      configuration,
      Object.entries(all)
        .map((line) => `${line.join(' ')}\n`)
        .join(''),
    )
    child = spawn(program, [configuration], { stdio: ['ignore', 'pipe', 'inherit'] })
    killWithThisProcess(child)
    return waitUntilReady(child)
  }
  const kill = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  for (let attempt = 1; !(await launch()); attempt++) {
    if (attempt === maxAttempts) throw new TypeError(`${program} does not start`)
    port = await findFreePort()
  }
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    kill,
    start: async () => {
      if (!(await launch())) throw new TypeError(`${program} does not start again on port ${port}`)
    },
    loseTail: async (bytes) => {
      const files = join(folder.path, 'appendonlydir')
      const numberOf = (file: string): number => Number(/\.(\d+)\.incr\.aof$/.exec(file)?.[1] ?? 0)
      const [name] = (await readdir(files)).filter(numberOf).sort((first, second) => numberOf(second) - numberOf(first))
      if (name === undefined) throw new TypeError(`${program} has stored nothing`)
      const file = join(files, name)
      await truncate(file, (await stat(file)).size - bytes)
    },
    suspend: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
    [Symbol.asyncDispose]: async () => {
      await kill()
      await folder.remove()
    },
  }
}

/** Resolves with false if the process ends before it accepts connections. */
const waitUntilReady = (child: ChildProcess): Promise<boolean> =>
  new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000)
      if (output.includes('eady to accept connections')) resolve(true)
    })
    child.once('error', reject)
    child.once('exit', () => resolve(false))
  })

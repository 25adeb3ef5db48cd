/**
 * Starts servers with each kind of storage, in processes of their own that may use all cores, and counts the CPU time of
 * servers, Redis and balancer.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { BenchError, cpuOf } from './server-process.ts'
import { startStandin } from './standin-server.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type Storage = 'memory' | 'data' | 'store'

/** Milliseconds of CPU time. */
export interface CpuTimes {
  readonly servers: number
  readonly redis: number
}

export interface Servers {
  readonly urls: readonly string[]
  readonly cpu: () => CpuTimes
  /** Bytes that Redis uses; 0 without Redis. */
  readonly redisMemory: () => number
  readonly stop: () => Promise<void>
}

export const hasRedis = spawnSync('redis-server', ['--version']).status === 0

export const startServers = async (storage: Storage, count: number): Promise<Servers> => {
  const folder = temporaryFolder()
  const redis = storage === 'store' ? await startRedis(folder) : undefined
  const where = { memory: [], data: ['--data', folder], store: ['--store', redis?.url ?? ''] }
  const servers = await Promise.all(
    Array.from({ length: count }, () => startStandin(where[storage], { isPinned: false })),
  )
  return {
    urls: servers.map(({ url }) => url),
    cpu: () => ({
      servers: servers.reduce((sum, server) => sum + server.cpu(), 0),
      redis: redis ? cpuOf(redis.pid) : 0,
    }),
    redisMemory: () => (redis ? readMemory(redis.port) : 0),
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()))
      await redis?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const readMemory = (port: number): number => {
  const { stdout } = spawnSync('redis-cli', ['-p', String(port), 'info', 'memory'], { encoding: 'utf8' })
  return Number(/used_memory:(\d+)/.exec(stdout)?.[1] ?? Number.NaN)
}

export interface RedisProcess {
  readonly port: number
  readonly pid: number
  /** What --store takes. */
  readonly url: string
  readonly stop: () => Promise<void>
}

/** With the persistence that docs/scaling.md recommends. */
export const startRedis = async (folder: string): Promise<RedisProcess> => {
  const port = await findFreePort()
  const settings = ['--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes']
  const child = spawn('redis-server', ['--port', String(port), ...settings], { stdio: ['ignore', 'pipe', 'inherit'] })
  await waitUntilReady(child)
  const { pid } = child
  if (pid === undefined) throw new BenchError('redis-server has no process')
  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return { port, pid, url: `redis://127.0.0.1:${port}`, stop }
}

const waitUntilReady = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000)
      if (output.includes('eady to accept connections')) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new BenchError(`redis-server ended: ${output}`)))
  })

export const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

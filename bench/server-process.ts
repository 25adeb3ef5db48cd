/**
 * A server in its own process, with the CPU time and memory that the kernel reports for it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createInterface } from 'node:readline'

export interface ServerProcess {
  readonly url: string
  /** Milliseconds from process start to the listening line. */
  readonly startup: number
  /** CPU time used so far in milliseconds, user and system. */
  readonly cpu: () => number
  /** Resident memory in MiB. */
  readonly memory: () => number
  /** Open sockets. */
  readonly sockets: () => number
  /** Sends a message to a module that was loaded with `--import`, and resolves with its answer. */
  readonly ask: () => Promise<unknown>
  readonly stop: () => Promise<void>
}

export class BenchError extends Error {
  override readonly name = 'BenchError'
}

/** Starts `node` with arguments and waits for its listening line. It runs on core 0, unless it may use all of them. */
export const startServer = async (args: readonly string[], isPinned = true): Promise<ServerProcess> => {
  const started = performance.now()
  const command = [...(isPinned ? ['taskset', '-c', '0'] : []), process.execPath, ...args]
  const child = spawn(command[0] ?? '', command.slice(1), { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const url = await waitForUrl(child)
  const startup = performance.now() - started
  const { pid } = child
  if (pid === undefined) throw new BenchError('the server has no process')
  return {
    url,
    startup,
    cpu: () => cpuOf(pid),
    memory: () => memoryOf(pid),
    sockets: () => countSockets(pid),
    ask: () =>
      new Promise((resolve) => {
        child.once('message', resolve)
        child.send('ask')
      }),
    stop: () => stop(child),
  }
}

const waitForUrl = async (child: ChildProcess): Promise<string> => {
  if (!child.stdout) throw new BenchError('the server has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /listening on (http:\S+)/.exec(line)?.[1]
    if (url) {
      child.stdout.resume()
      return url
    }
  }
  throw new BenchError('the server ended before it listened')
}

/** Clock ticks of /proc/PID/stat are 10 ms on Linux. */
export const cpuOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const countSockets = (pid: number): number => {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).filter((name) => isSocket(`${folder}/${name}`)).length
}

const isSocket = (file: string): boolean => {
  try {
    return readlinkSync(file).startsWith('socket:')
  } catch {
    // It has been closed since the folder was read.
    return false
  }
}

const stop = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })

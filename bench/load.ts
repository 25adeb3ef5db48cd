/**
 * Generates load on core 1: with wrk if it is installed (Debian packages it), otherwise with autocannon.
 */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BenchError } from './server-process.ts'

export interface BenchRequest {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface LoadResult {
  readonly requests: number
  readonly perSecond: number
}

const run = promisify(execFile)
const hasWrk = spawnSync('wrk', ['-v']).error === undefined

export const loadTool = hasWrk ? 'wrk' : 'autocannon'

/** Repeats one request for the given time. */
export const load = (url: string, request: BenchRequest, seconds: number, connections = 32): Promise<LoadResult> =>
  hasWrk ? loadWithWrk(url, request, seconds, connections) : loadWithAutocannon(url, request, seconds, connections)

const loadWithWrk = async (
  url: string,
  { method, path, headers, body }: BenchRequest,
  seconds: number,
  connections: number,
): Promise<LoadResult> => {
  const script = join(mkdtempSync(join(tmpdir(), 'standin-bench-')), 'request.lua')
  const lines = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
  )
  writeFileSync(
    script,
    [`wrk.method = "${method}"`, ...lines, body === undefined ? '' : `wrk.body = ${JSON.stringify(body)}`].join('\n'),
  )
  const args = ['-c', '1', 'wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url + path]
  const { stdout } = await run('taskset', args)
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1])
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  if (!requests || !perSecond) throw new BenchError(`wrk printed no request count: ${stdout}`)
  return { requests, perSecond }
}

const loadWithAutocannon = async (
  url: string,
  { method, path, headers, body }: BenchRequest,
  seconds: number,
  connections: number,
): Promise<LoadResult> => {
  const bin = createRequire(import.meta.url).resolve('autocannon')
  const flags = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const args = [
    bin,
    '-j',
    '-n',
    '-c',
    String(connections),
    '-d',
    String(seconds),
    '-m',
    method,
    ...flags,
    ...(body === undefined ? [] : ['-b', body]),
    url + path,
  ]
  const { stdout } = await run('taskset', ['-c', '1', process.execPath, ...args])
  const result: { requests: { total: number; average: number } } = JSON.parse(stdout)
  return { requests: result.requests.total, perSecond: result.requests.average }
}

/**
 * Sends load from core 1: with wrk if it is installed (Debian packages it), otherwise with autocannon, which needs more of
 * that core. Both send the given requests in turn.
 */
import { execFile, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchRequest } from './requests.ts'
import { BenchError } from './server-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface LoadOptions {
  readonly seconds: number
  readonly connections: number
}

export interface LoadResult {
  readonly requests: number
  readonly perSecond: number
  /** Milliseconds. */
  readonly p99: number
  /** Responses with a status of 400 or more. */
  readonly rejected: number
}

const run = promisify(execFile)
const hasWrk = spawnSync('wrk', ['-v']).error === undefined

export const loadTool = hasWrk ? 'wrk' : 'autocannon'

/** Repeats the requests for the given time. Throws if statuses are not the expected ones. */
export const load = async (
  url: string,
  requests: readonly BenchRequest[],
  options: LoadOptions,
): Promise<LoadResult> => {
  const result = await (hasWrk ? loadWithWrk : loadWithAutocannon)(url, requests, options)
  const share = requests.filter(({ expected }) => expected >= 400).length / requests.length
  if (!(result.requests > 0) || Math.abs(result.rejected / result.requests - share) > 0.01)
    throw new BenchError(
      `${result.rejected} of ${result.requests} responses of ${url} have a status of 400 or more; ${share * 100} % were expected`,
    )
  return result
}

/** Lua strings have the escapes of JSON for all that is sent here. */
const toLua = ({ method, path, headers, body }: BenchRequest): string => {
  const fields = Object.entries(headers).map(([name, value]) => `[${JSON.stringify(name)}] = ${JSON.stringify(value)}`)
  return `wrk.format("${method}", ${JSON.stringify(path)}, {${fields.join(', ')}}, ${body === undefined ? 'nil' : JSON.stringify(body)})`
}

const scriptFor = (requests: readonly BenchRequest[]): string => `
local requests, next = {}, 0
init = function()
  requests = {${requests.map(toLua).join(',\n')}}
end
request = function()
  next = next % #requests + 1
  return requests[next]
end
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format('RESULT {"requests":%d,"microseconds":%d,"p99":%d,"rejected":%d,"failed":%d}\\n', summary.requests,
    summary.duration, latency:percentile(99), errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
`

const loadWithWrk = async (
  url: string,
  requests: readonly BenchRequest[],
  { seconds, connections }: LoadOptions,
): Promise<LoadResult> => {
  const folder = temporaryFolder()
  const script = join(folder, 'requests.lua')
  writeFileSync(script, scriptFor(requests))
  const args = ['-c', '1', 'wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script, url]
  const { stdout } = await run('taskset', args)
  rmSync(folder, { recursive: true })
  const printed = /^RESULT (.*)$/m.exec(stdout)?.[1]
  if (printed === undefined) throw new BenchError(`wrk printed no result: ${stdout}`)
  const result: Readonly<Record<'requests' | 'microseconds' | 'p99' | 'rejected' | 'failed', number>> =
    JSON.parse(printed)
  if (result.failed > 0) throw new BenchError(`${result.failed} requests to ${url} failed`)
  return {
    requests: result.requests,
    perSecond: result.requests / (result.microseconds / 1_000_000),
    p99: result.p99 / 1_000,
    rejected: result.rejected,
  }
}

interface AutocannonResult {
  readonly requests: { readonly total: number; readonly average: number }
  readonly latency: { readonly p99: number }
  readonly non2xx: number
  readonly errors: number
}

/** Autocannon sends several requests in turn only where it is used from code. */
const sendRequests = `
const [url, requests, options] = JSON.parse(process.argv[1])
const { default: autocannon } = await import('autocannon')
console.log(JSON.stringify(await autocannon({ url, requests, ...options })))`

const loadWithAutocannon = async (
  url: string,
  requests: readonly BenchRequest[],
  { seconds, connections }: LoadOptions,
): Promise<LoadResult> => {
  const sent = requests.map(({ method, path, headers, body }) => ({ method, path, headers, body }))
  const input = JSON.stringify([url, sent, { duration: seconds, connections }])
  const args = ['-c', '1', process.execPath, '--input-type=module', '-e', sendRequests, input]
  const { stdout } = await run('taskset', args)
  const { requests: count, latency, non2xx, errors }: AutocannonResult = JSON.parse(stdout)
  if (errors > 0) throw new BenchError(`${errors} requests to ${url} failed`)
  return { requests: count.total, perSecond: count.average, p99: latency.p99, rejected: non2xx }
}

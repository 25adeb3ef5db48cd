/**
 * `standin health`: whether a running server responds, for health checks of containers and for scripts that wait for a start.
 */
import { type IncomingMessage, get as requestHttp } from 'node:http'
import { get as requestHttps } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { getString } from '../contract/values/json-object.ts'
import { parseJsonText } from '../contract/values/json-text.ts'
import { RemoteError, UsageError } from '../errors.ts'
import { defaultUrl, type ServeOptions } from '../options/resolve-options.ts'
import { packageFolder } from '../package-folder.ts'
import { exitCodes, type Process } from './process.ts'
import { findRunningServers } from './running-servers.ts'

type HealthOptions = Pick<ServeOptions, 'documents' | 'url' | 'ready' | 'wait'>

/** Milliseconds until a response must have arrived. */
const timeout = 4_000

/** Milliseconds between two attempts of --wait. */
const pause = 100

/** The longest response that is read, in characters. One of Standin lists its documents. */
const maxLength = 1_000_000

/** Resolves with 0 if all servers respond as they should. Rejects with RemoteError if one does not. */
export const health = async (
  options: HealthOptions,
  { stdout, pid }: Pick<Process, 'stdout' | 'pid'>,
): Promise<number> => {
  const [unexpected] = options.documents
  if (unexpected !== undefined)
    throw new UsageError(`standin health takes no arguments, got ${JSON.stringify(unexpected)}; --url sets the address`)
  const deadline = performance.now() + options.wait
  for (;;)
    try {
      for (const origin of await checkAll(options, pid))
        stdout.write(`${origin} ${options.ready ? 'ready' : 'healthy'}\n`)
      return exitCodes.success
    } catch (error) {
      if (!(error instanceof RemoteError) || performance.now() >= deadline) throw error
      await sleep(pause)
    }
}

/** The origins of the servers that were checked: that of --url, otherwise those that run, otherwise the default one. */
const checkAll = async ({ url, ready }: HealthOptions, ownPid: number): Promise<readonly string[]> => {
  const path = `/_sandbox/${ready ? 'ready' : 'health'}`
  if (url !== undefined) return [await check(new URL(url).origin, path)]
  const running = await findRunningServers({ packageFolder, ownPid })
  if (running.length === 0) return [await check(defaultUrl, path)]
  const processes = new Map<number, string[]>()
  for (const { pid, authority } of running) processes.set(pid, [...(processes.get(pid) ?? []), authority])
  return Promise.all([...processes.values()].map((authorities) => checkProcess(authorities, path)))
}

/** A process may listen on another port too, for a debugger. Whether it serves TLS is not known. */
const checkProcess = async (authorities: readonly string[], path: string): Promise<string> => {
  const origins = authorities.flatMap((authority) => [`http://${authority}`, `https://${authority}`])
  let failure: RemoteError | undefined
  for (const origin of origins)
    try {
      return await check(origin, path)
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error
      // A response says more than a connection that failed.
      if (failure === undefined || error.cause === undefined) failure = error
    }
  throw failure ?? new RemoteError('the server listens on no port')
}

/** Resolves with the origin. Rejects with RemoteError; with a cause if there was no response. */
const check = async (origin: string, path: string): Promise<string> => {
  const { status, text } = await get(origin, path)
  if (status === 200 && readStatus(text).status !== undefined) return origin
  const { reason } = readStatus(text)
  throw new RemoteError(
    status === 200
      ? `${origin} is not a Standin server; --url sets the address of one`
      : `${origin} responds with status ${status}${reason === undefined ? '' : `: ${reason}`}`,
  )
}

const readStatus = (text: string): { readonly status?: string | undefined; readonly reason?: string | undefined } => {
  try {
    const { rounded } = parseJsonText(text)
    return { status: getString(rounded, 'status'), reason: getString(rounded, 'reason') }
  } catch {
    return {}
  }
}

/**
 * Without fetch, which rejects ports that browsers block, 6000 for instance. A certificate is not verified: it may be for
 * another name, and nothing secret is sent.
 */
const get = (origin: string, path: string): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const fail = (error: Error): void =>
      reject(
        new RemoteError(`no server responds at ${origin} (${describeError(error)}); --url sets the address of one`, {
          cause: error,
        }),
      )
    const onResponse = (response: IncomingMessage): void => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        if (text.length < maxLength) text += chunk
      })
      response.once('error', fail).once('end', () => resolve({ status: response.statusCode ?? 0, text }))
    }
    const options = { signal: AbortSignal.timeout(timeout), agent: false } as const
    const request = origin.startsWith('https:')
      ? requestHttps(origin + path, { ...options, rejectUnauthorized: false }, onResponse)
      : requestHttp(origin + path, options, onResponse)
    request.on('error', fail)
  })

const describeError = (error: Error): string => {
  const { code, name, message } = error as NodeJS.ErrnoException
  if (name === 'AbortError') return `no response within ${timeout / 1_000} seconds`
  return message === '' ? (code ?? name) : message
}

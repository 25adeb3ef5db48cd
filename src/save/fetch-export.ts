/**
 * Requests a sandbox from a running server, for `standin save`.
 */

import { getString } from '../contract/values/json-object.ts'
import { JsonTextError, parseJsonText } from '../contract/values/json-text.ts'
import { RemoteError, UsageError } from '../errors.ts'
import { type ExportedSet, parseExport } from './exported-set.ts'

export interface ExportRequest {
  /** The address of the server; its path is ignored. */
  readonly url: string
  readonly sandbox: string
  readonly adminToken: string | undefined
}

/** Milliseconds until the whole response must have arrived. */
const timeout = 60_000

/** The longest response in characters: about the longest string of the platform. */
const maxLength = 500_000_000

/** Rejects with RemoteError if the server cannot be reached or fails, with UsageError for an unknown sandbox or a wrong token. */
export const fetchExport = async (request: ExportRequest): Promise<ExportedSet> => {
  const { origin } = new URL(request.url)
  const { status, text } = await get(origin, request)
  if (status === 200) return readExport(text, origin)
  const problem = readDetail(text)
  if (status === 401) throw new UsageError(describeToken(origin, request.adminToken))
  if (status === 404 && problem !== undefined) throw new UsageError(`--sandbox: ${problem}`)
  throw new RemoteError(
    problem === undefined
      ? `${origin} responds with status ${status} to a request for a sandbox, so it is not a Standin server of this version; --url sets the address of one`
      : `${origin} responds with status ${status}: ${problem}`,
  )
}

const get = async (origin: string, { sandbox, adminToken }: ExportRequest) => {
  const response = await connect(`${origin}/_sandbox/sandboxes/${encodeURIComponent(sandbox)}/export`, {
    headers: adminToken === undefined ? {} : { Authorization: `Bearer ${adminToken}` },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  })
  return { status: response.status, text: await readText(response, origin) }
}

const connect = async (url: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, init)
  } catch (error) {
    const { origin } = new URL(url)
    const message = `no server responds at ${origin} (${describeFailure(error)}); start one with standin, or set its address with --url`
    throw new RemoteError(message, { cause: error })
  }
}

const readText = async (response: Response, origin: string): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length > maxLength) throw new RemoteError(`the sandbox is larger than ${maxLength} characters of JSON`)
    }
    return text + decoder.decode()
  } catch (error) {
    if (error instanceof RemoteError) throw error
    throw new RemoteError(`the response of ${origin} is incomplete (${describeFailure(error)}); try again`, {
      cause: error,
    })
  }
}

const readExport = (text: string, origin: string): ExportedSet => {
  try {
    const exported = parseExport(text)
    if (exported) return exported
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    throw new RemoteError(`the response of ${origin} ${error.message}`, { cause: error })
  }
  throw new RemoteError(
    `the response of ${origin} is not an exported sandbox; --url sets the address of a Standin server`,
  )
}

/** The detail of an error of the control API; undefined for any other body. */
const readDetail = (text: string): string | undefined => {
  try {
    return getString(parseJsonText(text).rounded, 'detail')
  } catch {
    return undefined
  }
}

const describeToken = (origin: string, given: string | undefined): string =>
  given === undefined
    ? `${origin} requires its admin token: set --admin-token or STANDIN_ADMIN_TOKEN; the start message of the server has the token`
    : `--admin-token is not the token of ${origin}; the start message of the server has the token`

/** fetch rejects with a TypeError whose cause is the reason. */
const describeFailure = (error: unknown): string => {
  const reason = error instanceof Error ? (error.cause ?? error) : error
  if (!(reason instanceof Error)) return String(reason)
  const { code } = reason as NodeJS.ErrnoException
  // An error for several addresses of one name has no message.
  return reason.message === '' && code !== undefined ? code : reason.message
}

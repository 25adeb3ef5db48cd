/**
 * Calls the control API of a server, for the tools of `standin mcp`.
 */
import { parseJsonText } from '../contract/values/json-text.ts'
import { RemoteError } from '../errors.ts'
import type { Json } from '../ports.ts'
import { callServer, describeToken, readDetail, readServerText } from '../save/call-server.ts'

export interface ControlServer {
  /** Its path is ignored. */
  readonly url: string
  readonly adminToken: string | undefined
}

export interface ControlRequest {
  readonly method: string
  /** Below `/_sandbox`, with a slash in front and the query. */
  readonly path: string
  /** Sent as JSON; undefined: no body. */
  readonly body?: string | undefined
}

export interface ControlResponse {
  /** The body: JSON, or empty. */
  readonly text: string
  /** The header X-Total-Count. */
  readonly total: number | undefined
}

/** Rejects with RemoteError if the server cannot be reached, or if it rejects the request; the message has its reasons. */
export type ControlClient = (request: ControlRequest, signal: AbortSignal) => Promise<ControlResponse>

/** The longest response in characters. The largest public documents have 12 million. */
const maxLength = 64_000_000

export const createControlClient = ({ url, adminToken }: ControlServer): ControlClient => {
  const { origin } = new URL(url)
  const authorization: Record<string, string> =
    adminToken === undefined ? {} : { Authorization: `Bearer ${adminToken}` }
  return async ({ method, path, body }, signal) => {
    const response = await callServer(`${origin}/_sandbox${path}`, {
      method,
      headers: { ...authorization, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal,
    })
    const text = await readServerText(response, origin, maxLength)
    if (!response.ok) throw new RemoteError(describeRejection(origin, response.status, text, adminToken))
    const total = response.headers.get('X-Total-Count')
    return { text, total: total === null ? undefined : Number(total) }
  }
}

/** The body of a response that has one. Throws RemoteError if it is not JSON. */
export const readJson = ({ text }: ControlResponse): Json => {
  try {
    return parseJsonText(text).exact
  } catch (error) {
    throw new RemoteError(
      'the response is not JSON, so it is not from a Standin server; --url sets the address of one',
      {
        cause: error,
      },
    )
  }
}

/** The detail of a problem document has all that is wrong, one after the other. */
const describeRejection = (origin: string, status: number, text: string, adminToken: string | undefined): string => {
  if (status === 401) return describeToken(origin, adminToken)
  const detail = readDetail(text)
  if (detail === undefined)
    return `${origin} responds with status ${status}, so it is not a Standin server of this version; --url sets the address of one`
  return `${status}: ${detail}`
}

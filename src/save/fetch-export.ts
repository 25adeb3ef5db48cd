/**
 * Requests a sandbox from a running server, for `standin save`.
 */

import { JsonTextError } from '../contract/values/json-text.ts'
import { RemoteError, UsageError } from '../errors.ts'
import { callServer, describeToken, readDetail, readServerText } from './call-server.ts'
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
  const response = await callServer(`${origin}/_sandbox/sandboxes/${encodeURIComponent(sandbox)}/export`, {
    headers: adminToken === undefined ? {} : { Authorization: `Bearer ${adminToken}` },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  })
  return { status: response.status, text: await readServerText(response, origin, maxLength) }
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

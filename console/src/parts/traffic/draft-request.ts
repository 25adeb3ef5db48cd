/**
 * A recorded request as text to edit, and what was edited, as the control API takes it. Secrets and what the server sets itself
 * are not part of the text.
 */
import type { Input } from '../../api/client.ts'
import type { Exchange } from '../../api/types.ts'
import { bodyText, formatQuery, withoutSandbox } from './format-request.ts'

export interface Draft {
  readonly method: string
  /** With the query. */
  readonly path: string
  /** One a line: `Accept: text/plain`. */
  readonly headers: string
  readonly body: string
  /** `''`: the API chooses; `none`: no credentials; otherwise a key. */
  readonly key: string
}

type Change = NonNullable<Input<'sendExchange'>['body']>

/** Headers that the API does not let one give. */
const ownHeaders =
  /^(connection|content-encoding|content-length|expect|keep-alive|proxy-connection|sandbox-id|te|trailer|transfer-encoding|upgrade|host)$/

const redacted = '[redacted]'

export const createDraft = ({ request }: Pick<Exchange, 'request'>): Draft => {
  const query = Object.fromEntries(Object.entries(request.query).filter(([, value]) => value !== redacted))
  const search = formatQuery(query)
  const path = withoutSandbox(request.path)
  return {
    method: request.method,
    path: search === '' ? path : `${path}?${search}`,
    headers: Object.entries(request.headers)
      .filter(([name, value]) => !ownHeaders.test(name) && !value.includes(redacted))
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    body: bodyText(request.body, 2) ?? '',
    key: '',
  }
}

/** Only what differs from the recorded request. */
export const changesOf = (recorded: Draft, edited: Draft): Change => {
  const { method, path, body, key } = edited
  const headers = changedHeaders(parseHeaders(recorded.headers), parseHeaders(edited.headers))
  return {
    ...(method === recorded.method ? {} : { method }),
    ...(path === recorded.path ? {} : { path }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(body === recorded.body ? {} : changedBody(body, parseHeaders(edited.headers))),
    ...(key === '' ? {} : { key: key === 'none' ? null : key }),
  }
}

/** A body without a type is sent as JSON if it is JSON. */
const changedBody = (body: string, headers: ReadonlyMap<string, string>): Change => {
  if (headers.has('content-type') || body === '' || findJsonError(body) !== undefined) return { text: body }
  return { text: body, headers: { ...Object.fromEntries(headers), 'content-type': 'application/json' } }
}

const changedHeaders = (
  recorded: ReadonlyMap<string, string>,
  edited: ReadonlyMap<string, string>,
): Readonly<Record<string, string | null>> =>
  Object.fromEntries([
    ...[...recorded.keys()].filter((name) => !edited.has(name)).map((name) => [name, null] as const),
    ...[...edited].filter(([name, value]) => recorded.get(name) !== value),
  ])

const parseHeaders = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split('\n').flatMap((line) => {
      const at = line.indexOf(':')
      return at <= 0 ? [] : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()] as const]
    }),
  )

/** The first line of the headers that is not one. */
export const findHeaderError = (text: string): string | undefined => {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.trim() !== '' && !/^[!#$%&'*+.^_`|~\w-]+:/.test(line.trim()))
  return at === -1 ? undefined : `Line ${at + 1} must be a name, a colon and a value, such as Accept: application/json`
}

/** Why a text is not JSON; undefined if it is. */
export const findJsonError = (text: string): string | undefined => {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

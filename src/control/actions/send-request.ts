/**
 * Sends requests to a sandbox through the server's own handling, as a client would: recorded exchanges again, with changes,
 * and new ones. Credentials of the journal are never sent again, because a reader of the journal sees them redacted.
 */
import { METHODS } from 'node:http'
import type { Operation } from '../../contract/operation/operation.ts'
import { stringifyJson } from '../../contract/values/json-text.ts'
import { parseQuery } from '../../contract/values/query.ts'
import { type Exchange, isDelivery } from '../../journal/exchange.ts'
import { isOmittedBody } from '../../journal/exchange-message.ts'
import { redactHeader, redactParameter } from '../../journal/redact.ts'
import type { Service } from '../../loading/service.ts'
import type { Json, JsonObject, Send } from '../../ports.ts'
import { placeCredentials } from '../../requests/credentials.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import { defaultId } from '../../sandboxes/sandbox-name.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import { ControlError, quote } from './control-error.ts'
import { findExchange } from './find-exchange.ts'
import { findSandbox } from './find-sandbox.ts'
import { viewResponse } from './view-exchange.ts'

export interface SendDeps {
  readonly sandboxes: Sandboxes
  readonly service: () => Service
  readonly send: Send
  /** Whether a real service answers the operation: credentials of a sandbox are not valid there. */
  readonly isForwarded: (operation: Operation) => boolean
}

/** The parts of a request. Of a recorded one, those that are absent stay as they were. */
export interface RequestParts {
  readonly method?: string | undefined
  /** With the query. */
  readonly path?: string | undefined
  /** Added to the others; null removes one. */
  readonly headers?: Readonly<Record<string, string | null>> | undefined
  /** Sent as JSON. Not together with `text`. */
  readonly body?: Json | undefined
  /** Sent as it is. Empty: no body. */
  readonly text?: string | undefined
  /** The key to use; null for a request without credentials. */
  readonly key?: string | null | undefined
}

export interface RequestAgain extends RequestParts {
  readonly sandbox?: string | undefined
}

interface Draft {
  readonly method: string
  readonly path: string
  readonly headers: Map<string, string>
  readonly body: Buffer | undefined
  /** Whether the recorded request had credentials, which were removed. */
  readonly hadCredentials: boolean
  readonly sentFrom: string | undefined
  /** What was left out, for the response. */
  readonly notes: string[]
}

/** Sends a recorded request again. Rejects with ControlError 400, 404, 409. */
export const sendAgain = async (deps: SendDeps, id: string, change: RequestAgain): Promise<JsonObject> => {
  const { sandboxes } = deps
  await sandboxes.settleJournals()
  const exchange = findExchange(sandboxes, id)
  if (isDelivery(exchange))
    throw new ControlError(409, `${id} was sent by the sandbox; its delivery can be sent again with redeliver`)
  const name = change.sandbox ?? exchange.sandbox
  if (sandboxes.needsRefresh) await sandboxes.refresh(name)
  const sandbox = findSandbox(sandboxes, name)
  const removed: string[] = []
  const headers = recordedHeaders(exchange, removed)
  const path = recordedTarget(exchange, removed)
  const notes =
    removed.length === 0 ? [] : [`secrets of the recorded request are not sent again: ${removed.join(', ')}`]
  const body = hasBody(change) ? undefined : recordedBody(exchange)
  const { method } = exchange
  return send(deps, sandbox, change, {
    method,
    path,
    headers,
    body,
    hadCredentials: removed.length > 0,
    sentFrom: id,
    notes,
  })
}

/** Sends a new request. Rejects with ControlError 400. */
export const sendNew = (
  deps: SendDeps,
  sandbox: Sandbox,
  request: RequestParts & { readonly path: string },
): Promise<JsonObject> =>
  send(deps, sandbox, request, {
    method: hasBody(request) ? 'POST' : 'GET',
    path: request.path,
    headers: new Map([
      ['accept', '*/*'],
      ['user-agent', 'Standin control API'],
    ]),
    body: undefined,
    hadCredentials: true,
    sentFrom: undefined,
    notes: [],
  })

const hasBody = ({ body, text }: RequestParts): boolean => body !== undefined || text !== undefined

const send = async (deps: SendDeps, sandbox: Sandbox, parts: RequestParts, draft: Draft): Promise<JsonObject> => {
  const method = readMethod(parts.method ?? draft.method)
  const { path, query } = readTarget(parts.path ?? draft.path)
  const headers = changeHeaders(draft.headers, parts.headers ?? {})
  const body = readBody(parts, headers) ?? draft.body
  if (sandbox.id !== defaultId) headers.set('sandbox-id', sandbox.encodedId)
  const credentials = addCredentials(deps, sandbox, parts, { ...draft, method, path, query, headers })
  headers.set('host', headers.get('host') ?? 'standin.local')
  const { id, reply } = await deps.send({
    method,
    path,
    query: credentials.query,
    headers: Object.fromEntries(headers),
    body,
    sentFrom: draft.sentFrom,
  })
  return {
    id,
    sandbox: sandbox.id,
    sentFrom: draft.sentFrom ?? null,
    credentials: credentials.kind,
    notes: [...draft.notes, ...credentials.notes],
    response: viewResponse(reply),
  }
}

/** Headers that belong to a connection, describe a body as it was sent, or select a sandbox. */
const notSentAgain: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'sandbox-id',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const recordedHeaders = ({ headers }: Exchange, removed: string[]): Map<string, string> => {
  const kept = new Map<string, string>()
  for (const [name, given] of Object.entries(headers)) {
    if (given === undefined || notSentAgain.has(name)) continue
    const value = [given].flat().join(', ')
    if (redactHeader(name, value) === value) kept.set(name, value)
    else removed.push(`header.${name}`)
  }
  return kept
}

/** Path and query without the sandbox's address, secrets, and what selects a sandbox. */
const recordedTarget = ({ path, query, operation }: Exchange, removed: string[]): string => {
  const secrets = new Set(operation?.secretQuery ?? [])
  const kept = query.split('&').filter((pair) => {
    const [name = '', value = ''] = parseQuery(pair).pairs[0] ?? []
    if (name === '__sandbox') return false
    const isSecret = redactParameter(name, value, secrets) !== value
    if (isSecret) removed.push(`query.${name}`)
    return !isSecret
  })
  const local = path.replace(/^\/~[^/]+/, '') || '/'
  return kept.join('&') === '' ? local : `${local}?${kept.join('&')}`
}

const recordedBody = ({ id, headers, body }: Exchange): Buffer | undefined => {
  const isSent = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
  if ((body === undefined || body.length === 0) && isSent)
    throw new ControlError(
      409,
      `the journal does not have the body of exchange ${quote(id)}, because the server did not read it; send it with body or text`,
    )
  if (body && isOmittedBody(body))
    throw new ControlError(
      409,
      `only the replica that handled exchange ${quote(id)} has its body, because it is large; send it with body or text`,
    )
  return body && body.length > 0 ? body : undefined
}

const readMethod = (given: string): string => {
  const method = given.toUpperCase()
  if (METHODS.includes(method) && method !== 'CONNECT') return method
  throw new ControlError(400, `body.method must be a method of HTTP such as GET, got ${quote(given)}`)
}

const readTarget = (target: string): { readonly path: string; readonly query: string } => {
  if (!/^\/[\x21-\x7e]*$/.test(target) || target.includes('#'))
    throw new ControlError(
      400,
      `body.path must begin with a slash and be percent-encoded, such as /v1/orders?limit=1, got ${quote(target)}`,
    )
  if (/^\/(_sandbox(?:[/?]|$)|~)/.test(target))
    throw new ControlError(
      400,
      `body.path must be a path of a served document, without the address of a sandbox; got ${quote(target)}`,
    )
  const at = target.indexOf('?')
  return at === -1 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at + 1) }
}

const changeHeaders = (
  recorded: ReadonlyMap<string, string>,
  changes: Readonly<Record<string, string | null>>,
): Map<string, string> => {
  const headers = new Map(recorded)
  for (const [given, value] of Object.entries(changes)) {
    const name = given.toLowerCase()
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
      throw new ControlError(400, `body.headers: ${quote(given)} is not the name of a header`)
    if (notSentAgain.has(name))
      throw new ControlError(400, `body.headers: ${quote(given)} cannot be given; the server sets it`)
    if (value === null) headers.delete(name)
    else if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) headers.set(name, value)
    else
      throw new ControlError(400, `body.headers: the value of ${quote(given)} has characters that a header cannot have`)
  }
  return headers
}

/** Undefined if none is given. */
const readBody = ({ body, text }: RequestParts, headers: Map<string, string>): Buffer | undefined => {
  if (body !== undefined && text !== undefined)
    throw new ControlError(400, 'only one of body.body and body.text can be given')
  if (body === undefined && text === undefined) return undefined
  if (!headers.has('content-type')) headers.set('content-type', body === undefined ? 'text/plain' : 'application/json')
  return Buffer.from(body === undefined ? (text ?? '') : stringifyJson(body))
}

interface Credentials {
  /** Whose credentials the request has: its own, the given key, an active key of the sandbox, or none. */
  readonly kind: 'request' | 'key' | 'sandbox' | 'none'
  readonly query: string
  readonly notes: readonly string[]
}

interface Sendable extends Draft {
  readonly query: string
}

const addCredentials = (
  { service, isForwarded }: SendDeps,
  sandbox: Sandbox,
  { key }: RequestParts,
  { method, path, query, headers, hadCredentials }: Sendable,
): Credentials => {
  const match = service().matcher.match(method === 'HEAD' ? 'GET' : method, path)
  const operation = match.kind === 'operation' ? match.operation : undefined
  const none = { kind: 'none', query, notes: [] } as const
  if (!operation || operation.security.alternatives.length === 0) return none
  const source = { method, headers: Object.fromEntries(headers), query: parseQuery(query).pairs }
  const isGiven = operation.security.alternatives.some((needs) =>
    needs.every(({ scheme }) => scheme.find(source).kind !== 'missing'),
  )
  if (isGiven && typeof key !== 'string') return { ...none, kind: 'request' }
  if (key === null || (key === undefined && !hadCredentials)) return none
  if (key === undefined && isForwarded(operation))
    return { ...none, notes: ['the request went to the real service without credentials; send them in headers'] }
  const placed = placeCredentials(operation, sandbox, key)
  // The proof of digest authentication needs the challenge of a response.
  if (!placed || (placed.login && placed.login.scheme !== 'basic'))
    return {
      ...none,
      notes: [`no key of the sandbox can be used for ${operation.id}; send the credentials in headers`],
    }
  for (const [name, value] of placed.headers) headers.set(name.toLowerCase(), value)
  if (placed.cookies.length > 0) headers.set('cookie', placed.cookies.map((pair) => pair.join('=')).join('; '))
  if (placed.login)
    headers.set(
      'authorization',
      `Basic ${Buffer.from(`${placed.login.user}:${placed.login.password}`).toString('base64')}`,
    )
  const added = placed.query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return {
    kind: key === undefined ? 'sandbox' : 'key',
    query: [query, ...added].filter((part) => part !== '').join('&'),
    notes: key === undefined ? ['an active key of the sandbox is used'] : [],
  }
}

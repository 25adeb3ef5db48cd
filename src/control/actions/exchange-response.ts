/**
 * The effect of a scenario step that responds as a recorded response: its status, the headers that matter, and its body; or
 * the broken connection.
 */
import { findResponse, type ResponseView, viewResponses } from '../../contract/document/operation-view.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { findHeader, headerPairs } from '../../contract/values/header-list.ts'
import { readJsonBytes } from '../../contract/values/json-text.ts'
import { isJson, parseMediaType } from '../../contract/values/media-type.ts'
import type { Exchange } from '../../journal/exchange.ts'
import { isOmittedBody } from '../../journal/exchange-message.ts'
import type { Json, JsonObject } from '../../ports.ts'
import { quote } from './control-error.ts'
import type { WrittenPart } from './exchange-condition.ts'
import type { SecretHider } from './hide-secrets.ts'

/** The largest body that is written, in bytes. */
const maxBody = 256 * 1024

/** Headers that matter although a document often does not mention them. */
const usefulHeaders: ReadonlySet<string> = new Set([
  'allow',
  'cache-control',
  'content-language',
  'link',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
])

/** Headers that the server sets by itself. */
const ownHeaders = /^(content-(type|length)|date|etag|www-authenticate|connection|vary|sandbox-.*|access-control-.*)$/

/** Like `respond` and `fault` of a step. */
export const responseOf = (exchange: Exchange, operation: Operation, secrets: SecretHider): WrittenPart => {
  const { status, fault } = exchange.reply
  if (fault !== undefined && fault !== 'truncate') return { value: { fault }, notes: [] }
  const notes: string[] = []
  const documented = findResponse(viewResponses(operation.document, operation.node), status)
  const headers = headersOf(exchange, documented, secrets, notes)
  const body = bodyOf(exchange, documented, secrets, notes)
  const respond: JsonObject = {
    status,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
  }
  return { value: { respond, ...(fault === undefined ? {} : { fault }) }, notes }
}

const headersOf = (
  { reply }: Exchange,
  documented: ResponseView | undefined,
  secrets: SecretHider,
  notes: string[],
): JsonObject => {
  const names = new Set([...(documented?.headers.keys() ?? [])].map((name) => name.toLowerCase()))
  return Object.fromEntries(
    headerPairs(reply.headers).flatMap(([name, value]): [string, string][] => {
      const lower = name.toLowerCase()
      if (ownHeaders.test(lower) || !(names.has(lower) || usefulHeaders.has(lower))) return []
      if (!secrets.hasSecret(value, name)) return [[name, value]]
      notes.push(`The header ${quote(name)} is left out, because it may be a secret.`)
      return []
    }),
  )
}

/** Undefined if the step must not have a body. */
const bodyOf = (
  { method, reply }: Exchange,
  documented: ResponseView | undefined,
  secrets: SecretHider,
  notes: string[],
): Json | undefined => {
  const isDefaultSent = (documented?.content.length ?? 0) > 0 || reply.status >= 400
  const otherwise = isDefaultSent ? " Without a body, the document's example or error is sent." : ''
  const bytes = Buffer.from(reply.body ?? '')
  if (method === 'HEAD' || bytes.length === 0) {
    if (isDefaultSent) notes.push(`The response had no body.${otherwise}`)
    return undefined
  }
  if (isOmittedBody(bytes)) notes.push(`Only the replica that handled the request has the body.${otherwise}`)
  else if (bytes.length > maxBody)
    notes.push(
      `The body is left out, because it has ${bytes.length} bytes; at most ${maxBody} are written.${otherwise}`,
    )
  else {
    const body = readBody(bytes, findHeader(reply.headers, 'content-type'), documented)
    if (body === undefined)
      notes.push(`The body is left out: a scenario sends JSON, or text if the document has no JSON there.${otherwise}`)
    else if (secrets.hasSecret(body)) notes.push('Secrets in the body are replaced.')
    return body === undefined ? undefined : secrets.hide(body)
  }
  return undefined
}

/** Undefined if a scenario cannot send it. */
const readBody = (bytes: Buffer, type: string | undefined, documented: ResponseView | undefined): Json | undefined => {
  const essence = parseMediaType(type ?? '')?.essence
  if (essence !== undefined && isJson(essence)) return readJsonBytes(bytes)
  const [media, ...others] = documented?.content ?? []
  if (!media || others.length > 0 || parseMediaType(media.mediaType)?.essence !== essence) return undefined
  const text = bytes.toString('utf8')
  return text.includes('\uFFFD') || text.includes('\u0000') ? undefined : text
}

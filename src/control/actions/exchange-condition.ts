/**
 * The condition of a scenario step that matches requests like a recorded one: its operation, path parameters, documented
 * query parameters, and its JSON body if that is small.
 */
import { viewParameters } from '../../contract/document/operation-view.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { isJsonArray, isJsonObject } from '../../contract/values/json-object.ts'
import { JsonTextError, parseJsonBytes } from '../../contract/values/json-text.ts'
import { isJson, parseMediaType } from '../../contract/values/media-type.ts'
import { parseQuery } from '../../contract/values/query.ts'
import type { Exchange } from '../../journal/exchange.ts'
import { isOmittedBody } from '../../journal/exchange-message.ts'
import { holdsSecret } from '../../journal/secret-names.ts'
import type { Json, JsonObject } from '../../ports.ts'
import { isOperator } from '../../scenarios/parse-scenario.ts'
import { quote } from './control-error.ts'
import type { SecretHider } from './hide-secrets.ts'

export interface WrittenPart {
  readonly value: JsonObject
  /** What was left out and why, for comments. */
  readonly notes: readonly string[]
}

/** A body with more values than this does not become a condition. */
const maxValues = 12
/** In characters of JSON. */
const maxLength = 1000

/** `isAmbiguous`: several documents have the operationId. */
export const conditionOf = (
  exchange: Exchange,
  operation: Operation,
  secrets: SecretHider,
  isAmbiguous: boolean,
): WrittenPart => {
  const notes: string[] = []
  const params = pathConditions(exchange, secrets, notes)
  const query = queryConditions(exchange, operation, secrets, notes)
  const body = bodyCondition(exchange, secrets, notes)
  const value: JsonObject = {
    operation: operation.id,
    ...(isAmbiguous ? { method: operation.method, path: operation.path } : {}),
    ...(Object.keys(params).length === 0 ? {} : { params }),
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(body === undefined ? {} : { body }),
  }
  return { value, notes }
}

/** A number reads better than a string, and matches the same. */
const readable = (text: string): Json => {
  const number = Number(text)
  return Number.isSafeInteger(number) && String(number) === text ? number : text
}

const pathConditions = ({ pathParams }: Exchange, secrets: SecretHider, notes: string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(pathParams).flatMap(([name, text]) => {
      if (!secrets.hasSecret(text, name)) return [[name, readable(text)]]
      notes.push(`The path parameter ${quote(name)} is left out, because it may be a secret.`)
      return []
    }),
  )

const queryConditions = (
  { query }: Exchange,
  operation: Operation,
  secrets: SecretHider,
  notes: string[],
): JsonObject => {
  const documented = new Set(
    viewParameters(operation.document, operation.node, operation.pathItem).flatMap((view) =>
      view.in === 'query' ? [view.name] : [],
    ),
  )
  const credentials = new Set(operation.security.queryNames)
  const values = new Map<string, string[]>()
  for (const [name, text] of parseQuery(query).pairs) {
    if (name === '__sandbox' || name === '__scenario' || credentials.has(name)) continue
    const sent = values.get(name)
    if (sent) sent.push(text)
    else values.set(name, [text])
  }
  return Object.fromEntries(
    [...values].flatMap(([name, strings]): [string, Json][] => {
      const [first = '', ...others] = strings
      const value = others.length === 0 ? readable(first) : [...strings]
      if (documented.has(name) && !secrets.hasSecret(value, name)) return [[name, value]]
      const reason = documented.has(name) ? 'because it may be a secret' : 'because the document does not have it'
      notes.push(`The query parameter ${quote(name)} is left out, ${reason}.`)
      return []
    }),
  )
}

/** Undefined if the request had no body, or a condition cannot describe it. */
const bodyCondition = (exchange: Exchange, secrets: SecretHider, notes: string[]): Json | undefined => {
  const body = readRequestBody(exchange, notes)
  if (body === undefined) return undefined
  if (countValues(body) > maxValues || lengthOf(body) > maxLength) {
    notes.push('The body is long, so it is not a condition. Add a part of it: body: { name: Rex }.')
    return undefined
  }
  if (isJsonObject(body)) return partOf(body, secrets, notes, 'body')
  if (!secrets.hasSecret(body)) return body
  notes.push('The body is left out, because it may have a secret.')
  return undefined
}

const readRequestBody = ({ body, headers }: Exchange, notes: string[]): Json | undefined => {
  const isSent = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
  if (body === undefined || body.length === 0 || isOmittedBody(body)) {
    if (isSent) notes.push('The body is not a condition: the journal does not have it.')
    return undefined
  }
  const type = parseMediaType(headers['content-type']?.toString() ?? 'application/json')
  try {
    if (!type || isJson(type.essence)) return parseJsonBytes(body).exact
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
  }
  notes.push('The body is not a condition: it is not JSON.')
  return undefined
}

/** Without what may be a secret, and without objects that would be read as matchers such as { from: 1, to: 2 }. */
const partOf = (body: JsonObject, secrets: SecretHider, notes: string[], at: string): Json | undefined => {
  const pairs = Object.entries(body).flatMap(([name, value]): [string, Json][] => {
    const place = `${at}.${name}`
    const isPart = isJsonObject(value) && !holdsSecret(name)
    if (!isPart && secrets.hasSecret(value, name)) {
      notes.push(`${quote(place)} is left out, because it may be a secret.`)
      return []
    }
    const part = isPart ? partOf(value, secrets, notes, place) : value
    return part === undefined ? [] : [[name, part]]
  })
  if (pairs.length > 0 && pairs.every(([name]) => isOperator(name))) {
    notes.push(`${quote(at)} is left out, because its properties have the names of matchers.`)
    return undefined
  }
  return pairs.length === 0 && Object.keys(body).length > 0 ? undefined : Object.fromEntries(pairs)
}

/** Stops counting soon after the limit. */
const countValues = (value: Json): number => {
  const items = isJsonArray(value) ? value : isJsonObject(value) ? Object.values(value) : []
  let count = 1
  for (const item of items) {
    if (count > maxValues) break
    count += countValues(item)
  }
  return count
}

const lengthOf = (value: Json): number =>
  JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? String(item) : item)).length

/**
 * An exchange as JSON and its two bodies, which a replica sends to the others, with what they need to count its coverage. What
 * another replica sends may come from another version of Standin, so it is checked, and ignored if it is not an exchange.
 */
import { type Operation, summarizeOperation } from '../contract/operation/operation.ts'
import { isJsonArray, isJsonObject } from '../contract/values/json-object.ts'
import { emptyQuery, parseQuery } from '../contract/values/query.ts'
import { type CoveredFacts, selectCounted } from '../coverage/coverage.ts'
import type { Notice } from '../notices.ts'
import type { Fault, Json, Reply, RequestHeaders } from '../ports.ts'
import type { Exchange } from './exchange.ts'
import { type FindSecretName, redactHeader, redactHeaders, redactQuery, rememberSecretNames } from './redact.ts'

export interface ReadExchange {
  readonly exchange: Exchange
  /** Undefined if no document here has the operation. */
  readonly covered: CoveredFacts | undefined
}

/** Larger bodies are not sent: a page of large records would fill the memory of the store. In bytes, or UTF-16 units. */
const maxBody = 64 * 1024

const isString = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isInteger = (value: unknown): value is number => Number.isInteger(value)
const isStrings = (value: unknown): value is string[] => isJsonArray(value) && value.every(isString)

/** Epoch milliseconds that a Date can represent. */
const isTime = (value: unknown): value is number => isNumber(value) && Math.abs(value) <= 8.64e15

const isStringMap = (value: unknown): value is Readonly<Record<string, string>> =>
  isJsonObject(value) && Object.values(value).every(isString)

const isHeaders = (value: unknown): value is RequestHeaders =>
  isJsonObject(value) && Object.values(value).every((one) => isString(one) || isStrings(one))

const isNotices = (value: unknown): value is readonly Notice[] =>
  isJsonArray(value) && value.every((one) => isJsonObject(one) && isString(one.kind) && isStrings(one.names))

/** The properties that are sent as they are, with what they must be. */
const plainProperties = {
  id: isString,
  sandbox: isString,
  at: isTime,
  clock: isTime,
  duration: isNumber,
  method: isString,
  path: isString,
  query: isString,
  headers: isHeaders,
  pathParams: isStringMap,
  notices: isNotices,
  scenarios: isStrings,
  steps: isStrings,
  positionBefore: isInteger,
  positionAfter: isInteger,
} satisfies { readonly [Name in keyof Exchange]?: (value: unknown) => value is Exchange[Name] }

type PlainName = keyof typeof plainProperties
type Plain = Pick<Exchange, PlainName>

const plainNames = Object.keys(plainProperties) as readonly PlainName[]

/** The rest of the message, without the bodies. */
interface Rest {
  readonly status: number
  readonly replyHeaders: readonly string[]
  readonly fault: Fault | undefined
  /** As `operationKey` returns it. */
  readonly operation: string | undefined
  readonly rejection: Exchange['rejection']
  /** The part of the body that is counted. */
  readonly counted: Json | undefined
  readonly responseType: string | undefined
  readonly sentFrom: string | undefined
  /** Its coverage is sent apart. */
  readonly isCountedApart: true | undefined
}

/** An exchange to be sent. */
export interface WrittenExchange {
  readonly json: string
  readonly body: Buffer | string | undefined
  readonly reply: Buffer | string | undefined
}

export const writeExchange = (
  exchange: Exchange,
  covered: CoveredFacts | undefined,
  isSecret: FindSecretName = rememberSecretNames(),
  isCountedApart = false,
): WrittenExchange => {
  const { headers, query, body, reply, operation, rejection } = exchange
  // Written out: an object with these properties is much cheaper than one that they are added to.
  const message: Plain & Rest = {
    id: exchange.id,
    sandbox: exchange.sandbox,
    at: exchange.at,
    clock: exchange.clock,
    duration: exchange.duration,
    method: exchange.method,
    path: exchange.path,
    // Credentials are not for the store: it shows what a reader of the journal sees.
    query: query === '' ? '' : redactQuery(query, new Set(operation?.secretQuery ?? [])),
    headers: redactHeaders(headers, isSecret),
    pathParams: exchange.pathParams,
    notices: exchange.notices,
    scenarios: exchange.scenarios,
    steps: exchange.steps,
    positionBefore: exchange.positionBefore,
    positionAfter: exchange.positionAfter,
    status: reply.status,
    replyHeaders: reply.headers.map((part, index) =>
      index % 2 === 1 ? redactHeader(reply.headers[index - 1] ?? '', part, isSecret) : part,
    ),
    fault: reply.fault,
    operation: operation?.key,
    rejection: rejection && {
      code: rejection.code,
      message: rejection.message,
      violations: rejection.violations ?? [],
    },
    counted: covered && selectCounted(covered),
    responseType: covered?.responseType,
    sentFrom: exchange.sentFrom,
    isCountedApart: isCountedApart || undefined,
  }
  return { json: JSON.stringify(message), body: limitBody(body), reply: limitBody(reply.body) }
}

const limitBody = (body: Buffer | string | undefined): Buffer | string | undefined =>
  body === undefined || body.length <= maxBody ? body : describeOmitted(body.length)

const describeOmitted = (length: number): string =>
  `[${length} bytes: only the replica that handled the request has them]`

/** Whether a body was too large to be sent to this replica. */
export const isOmittedBody = (body: Buffer): boolean =>
  body.length < 100 &&
  /^\[\d+ bytes: only the replica that handled the request has them\]$/.test(body.toString('latin1'))

/** Undefined if the message is not an exchange. */
export const readExchangeMessage = (
  message: unknown,
  { body, reply: replyBody }: { readonly body?: Buffer | undefined; readonly reply?: Buffer | undefined },
  findOperation: (key: string) => Operation | undefined,
): ReadExchange | undefined => {
  if (!isJsonObject(message)) return undefined
  const plain = readPlain(message)
  const reply = readReply(message, replyBody)
  if (!plain || !reply) return undefined
  const operation = isString(message.operation) ? findOperation(message.operation) : undefined
  const sentFrom = isString(message.sentFrom) ? { sentFrom: message.sentFrom } : {}
  const summary = operation && summarizeOperation(operation)
  const exchange = {
    ...plain,
    ...sentFrom,
    body,
    reply,
    operation: summary,
    rejection: readRejection(message.rejection),
  }
  const isCounted = operation !== undefined && message.isCountedApart !== true
  return { exchange, covered: isCounted ? readCovered(exchange, operation, message) : undefined }
}

const readPlain = (message: Readonly<Record<string, unknown>>): Plain | undefined => {
  const plain: Partial<Record<PlainName, unknown>> = {}
  for (const name of plainNames) {
    if (!plainProperties[name](message[name])) return undefined
    plain[name] = message[name]
  }
  // Each property has been checked.
  return plain as Plain
}

const readReply = (
  { status, replyHeaders, fault }: Readonly<Record<string, unknown>>,
  body: Buffer | undefined,
): Reply | undefined => {
  if (!isInteger(status) || !isStrings(replyHeaders)) return undefined
  return {
    status,
    headers: replyHeaders,
    ...(body === undefined ? {} : { body }),
    ...(isFault(fault) ? { fault } : {}),
  }
}

const faults: readonly unknown[] = ['reset', 'empty', 'truncate', 'garbage', 'timeout'] satisfies readonly Fault[]

const isFault = (value: unknown): value is Fault => faults.includes(value)

const readRejection = (value: unknown): Exchange['rejection'] => {
  if (!isJsonObject(value) || !isString(value.code) || !isString(value.message)) return undefined
  const violations = isJsonArray(value.violations) ? value.violations : []
  return {
    // A code that this version does not have is shown as it is.
    code: value.code as NonNullable<Exchange['rejection']>['code'],
    message: value.message,
    violations: violations.flatMap((one) =>
      isJsonObject(one) && isString(one.at) && isString(one.keyword) && isString(one.message)
        ? [{ at: one.at, keyword: one.keyword, message: one.message }]
        : [],
    ),
  }
}

const readCovered = (
  { reply, headers, query, pathParams, steps }: Exchange,
  operation: Operation,
  { counted, responseType }: Readonly<Record<string, unknown>>,
): CoveredFacts => ({
  operation,
  status: reply.status,
  headers,
  query: (query === '' ? emptyQuery : parseQuery(query)).pairs,
  pathParams,
  body: isJsonObject(counted) ? counted : undefined,
  responseType: isString(responseType) ? responseType : undefined,
  steps,
})

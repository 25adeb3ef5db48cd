/**
 * Recorded answers as scenarios: one for each operation and status. A step applies to the requests that were recorded; it names
 * only what distinguishes them from others of the same operation.
 */
import { findResponse } from '../../contract/document/operation-view.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { isJsonObject } from '../../contract/values/json-object.ts'
import { stringifyJson } from '../../contract/values/json-text.ts'
import { groupPairs } from '../../contract/values/query.ts'
import type { Json, JsonObject, RequestHeaders } from '../../ports.ts'
import { isEqual } from '../../scenarios/match-condition.ts'
import { isOperator } from '../../scenarios/parse-scenario.ts'
import type { RecordedAnswer } from './recorded-answers.ts'

export interface WrittenScenario {
  /** The name of the file, without its extension. */
  readonly name: string
  readonly scenario: JsonObject
  /** How many requests are left out: the earliest ones. */
  readonly skipped: number
}

/** Different requests of one operation and status. */
export const maxSteps = 50

export interface ScenarioContext {
  /** Every recorded answer, to find what distinguishes those to write. */
  readonly all: readonly RecordedAnswer[]
  /** The operations of all documents. */
  readonly operations: readonly Operation[]
  readonly pause: () => Promise<void>
}

export const writeScenarios = async (
  answers: readonly RecordedAnswer[],
  { all, operations, pause }: ScenarioContext,
): Promise<readonly WrittenScenario[]> => {
  const groups = new Map<string, RecordedAnswer[]>()
  for (const answer of answers) {
    const key = `${answer.operation.document.name} ${answer.operation.id} ${answer.status}`
    const group = groups.get(key) ?? []
    groups.set(key, group)
    group.push(answer)
  }
  const written: WrittenScenario[] = []
  const names = new Set<string>()
  for (const group of groups.values()) {
    const [first] = group
    if (!first) continue
    const { operation, status } = first
    const { id, method, path } = operation
    const others = all.filter((other) => other.operation === operation)
    const isAmbiguous = operations.filter((other) => other.id === id).length > 1
    const steps: JsonObject[] = []
    for (const answer of group.slice(-maxSteps)) {
      await pause()
      const step = writeStep(answer, writeCondition(answer, others, isAmbiguous))
      if (!step) continue
      // The second one would never be reached. The latest answer counts.
      const same = steps.findIndex(({ when }) => isEqual(when ?? null, step.when ?? null, false))
      if (same !== -1) steps.splice(same, 1)
      steps.push(step)
    }
    if (steps.length > 0)
      written.push({
        name: nameOf(first, names),
        scenario: { description: `Recorded: ${method} ${path} responded with ${status}.`, active: true, steps },
        skipped: countRequests(group) - countRequests(group.slice(-maxSteps)),
      })
  }
  return written
}

/** How many different requests got the answers. */
const countRequests = (answers: readonly RecordedAnswer[]): number =>
  new Set(
    answers.map(({ pathParams, queryPairs, request }) => stringifyJson([pathParams, queryPairs, request ?? null])),
  ).size

const nameOf = ({ operation, status }: RecordedAnswer, used: Set<string>): string => {
  const id = operation.id
    .replace(/[^\p{L}\d]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
  const base = `recorded-${id || 'operation'}-${status}`
  let name = base
  for (let number = 2; used.has(name.toLowerCase()); number++) name = `${base}-${number}`
  used.add(name.toLowerCase())
  return name
}

/** Undefined if the answer cannot be written: text with expressions, or a body that is not JSON. */
const writeStep = (answer: RecordedAnswer, when: JsonObject): JsonObject | undefined => {
  const { operation, status, response, isJson, headers, isInvalid } = answer
  if (hasExpression(response) || hasExpression(headers)) return undefined
  const view = findResponse(operation.compile().responses, status)
  const body = response === undefined || (!isJson && response === '') ? {} : { body: response }
  if (!isJson && 'body' in body && typeof response !== 'string') return undefined
  const isUndocumented = !view || (response !== undefined && response !== '' && view.content.length === 0)
  return {
    when,
    respond: { status, ...(Object.keys(headers).length > 0 ? { headers } : {}), ...body },
    ...(isInvalid || isUndocumented ? { contract: 'ignore' } : {}),
  }
}

const hasExpression = (value: Json | undefined): boolean =>
  value !== undefined &&
  /\{\$/.test(JSON.stringify(value, (_, held) => (typeof held === 'bigint' ? String(held) : held)))

/** The whole request only if the operation has answered otherwise. */
const writeCondition = (
  answer: RecordedAnswer,
  others: readonly RecordedAnswer[],
  isAmbiguous: boolean,
): JsonObject => {
  const { operation, pathParams, queryPairs, request } = answer
  const different = others.filter((other) => !isSameAnswer(answer, other))
  const when: Record<string, Json> = { operation: operation.id }
  const isUnnamed = /\s/.test(operation.id)
  if (isUnnamed) delete when.operation
  if (isUnnamed || isAmbiguous) {
    when.method = operation.method
    when.path = operation.path
  }
  const isNeeded = different.length > 0 || answer.isOfRecords || answer.resource !== undefined
  if (!isNeeded) return when
  if (Object.keys(pathParams).length > 0) when.params = pathParams
  const header = writeHeader(answer, different)
  if (Object.keys(header).length > 0) when.header = header
  const query = writeQuery(queryPairs, different)
  if (Object.keys(query).length > 0) when.query = query
  if (isJsonObject(request) && isWritableCondition(request)) when.body = request
  return when
}

const isSameAnswer = (one: RecordedAnswer, other: RecordedAnswer): boolean =>
  one.status === other.status && isEqual(one.response ?? null, other.response ?? null, false)

/** What distinguishes the request from one that is the same except for its headers: credentials, and the media types. */
const writeHeader = (
  { operation, method, path, queryPairs, request, sent, hasCredentials }: RecordedAnswer,
  others: readonly RecordedAnswer[],
): Readonly<Record<string, Json>> => {
  const header: Record<string, Json> = {}
  for (const other of others) {
    if (!hasCredentials && other.hasCredentials)
      for (const [name, value] of Object.entries(other.sent))
        if (sent[name] === undefined && isCredential(operation, method, { [name]: value }))
          header[name] = { absent: true }
    const isOtherRequest =
      other.path !== path ||
      !isEqual(other.queryPairs, queryPairs, false) ||
      !isEqual(other.request ?? null, request ?? null, false)
    if (isOtherRequest) continue
    for (const name of ['accept', 'content-type']) {
      const value = sent[name]
      if (typeof value === 'string' && value !== other.sent[name]) header[name] = value
    }
  }
  return header
}

const isCredential = ({ security }: RecordedAnswer['operation'], method: string, headers: RequestHeaders): boolean =>
  security.alternatives.flat().some(({ scheme }) => scheme.find({ method, headers, query: [] }).kind === 'found')

/** Parameters that only other requests have are absent. */
const writeQuery = (
  pairs: RecordedAnswer['queryPairs'],
  others: readonly RecordedAnswer[],
): Readonly<Record<string, Json>> => {
  const own = groupPairs(pairs)
  const absent = others.flatMap(({ queryPairs }) => queryPairs).filter(([name]) => !own.has(name))
  return Object.fromEntries([...own, ...absent.map(([name]) => [name, { absent: true }] as const)])
}

/** An object whose names are all operators would be a test of the value. */
const isWritableCondition = (value: Json): boolean => {
  if (Array.isArray(value)) return true
  if (!isJsonObject(value)) return true
  const names = Object.keys(value)
  return (names.length === 0 || !names.every(isOperator)) && Object.values(value).every(isWritableCondition)
}

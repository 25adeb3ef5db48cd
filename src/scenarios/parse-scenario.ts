/**
 * Parses the file of a scenario. Its structure is validated with the published schema, so that an editor and Standin report
 * the same problems. What a schema cannot express (patterns, times, the order of ranges) is checked here.
 */

import type { Source } from '../contract/document/source.ts'
import { readExact } from '../contract/document/source.ts'
import { compilePattern, type Pattern } from '../contract/patterns/pattern.ts'
import type { SchemaError, Validator } from '../contract/schema/validator.ts'
import { describeErrors, reportedErrors } from '../contract/schema/violations.ts'
import { getOwn, getString, isJsonObject, itemsOf } from '../contract/values/json-object.ts'
import { separateDigits } from '../contract/values/json-text.ts'
import { suggest } from '../contract/values/nearest.ts'
import { appendPointer } from '../contract/values/pointer.ts'
import { parseDuration, parseInstant } from '../contract/values/time.ts'
import type { Fault, Json } from '../ports.ts'
import { checkHeaders } from './check-headers.ts'
import { maxProblems, type Problem } from './problem.ts'
import type { CallRange, Condition, Expectation, Scenario, ScriptedResponse, Step } from './scenario.ts'

export interface ParsedScenario {
  /** Undefined if the structure is invalid. */
  readonly scenario: Scenario | undefined
  readonly problems: readonly Problem[]
}

export interface ScenarioSchema {
  readonly validate: Validator
  /** Examples of each pattern of the schema: people read `such as 300ms` more easily than the pattern. */
  readonly examples: ReadonlyMap<string, string>
}

/** `schema` is the published one; undefined if the file is known to conform to it. The name is that of the file. */
export const parseScenario = async (
  source: Source,
  name: string,
  schema: ScenarioSchema | undefined,
): Promise<ParsedScenario> => {
  const data = await readExact(source)
  const value = separateDigits(data as Json)
  const errors = schema?.validate(value)
  if (schema && errors) {
    const problems = reportedErrors(errors)
      .slice(0, maxProblems)
      .flatMap((error) =>
        describeErrors([error], value, 'scenario').map(({ message }) => ({
          pointer: placeOfError(error),
          message: addFields(showExamples(message, schema), error),
        })),
      )
    return { scenario: undefined, problems }
  }
  const problems: Problem[] = []
  const steps = itemsOf(getOwn(data, 'steps')).map((step, index) =>
    parseStep(step, `${name}/${index + 1}`, `/steps/${index}`, problems),
  )
  return {
    scenario: {
      name,
      description: getString(data, 'description') ?? '',
      file: source.file,
      isActive: getOwn(data, 'active') === true,
      steps,
    },
    problems,
  }
}

const showExamples = (message: string, { examples }: ScenarioSchema): string =>
  [...examples].reduce(
    (text, [pattern, example]) => text.replaceAll(`that matches ${pattern}`, `such as ${example}`),
    message,
  )

/** An unknown field has a place of its own, which its object has not. */
const placeOfError = ({ instancePath, params }: SchemaError): string => {
  const unknown = getString(params, 'additionalProperty')
  return unknown === undefined ? instancePath : appendPointer(instancePath, unknown)
}

/** Adds the known fields to the message about an unknown one, unless it names the one that was meant. */
const addFields = (message: string, { params, parentSchema }: SchemaError): string => {
  const unknown = getString(params, 'additionalProperty')
  const known = getOwn(parentSchema, 'properties')
  if (unknown === undefined || !isJsonObject(known) || message.endsWith('?')) return message
  return `${message}. ${suggest(unknown, Object.keys(known))}`
}

const parseStep = (step: unknown, id: string, pointer: string, problems: Problem[]): Step => {
  const when = getOwn(step, 'when')
  const hold = itemsOf(getOwn(step, 'hold')).map(String)
  const parsed: Step = {
    id,
    when: parseCondition(when, `${pointer}/when`, problems),
    call: parseCall(getOwn(when, 'call'), `${pointer}/when/call`, problems),
    respond: parseRespond(getOwn(step, 'respond'), `${pointer}/respond`, problems),
    fault: getString(step, 'fault') as Fault | undefined,
    delay: parseDelay(getOwn(step, 'delay'), `${pointer}/delay`, problems),
    hold,
    limit: parseLimit(getOwn(step, 'limit'), `${pointer}/limit`, problems),
    clock: parseClock(getString(step, 'clock'), `${pointer}/clock`, problems),
    advance: parseAdvance(getString(step, 'advance'), `${pointer}/advance`, problems),
    records: getString(step, 'records'),
    deliver: parseDeliver(getString(step, 'deliver'), `${pointer}/deliver`, problems),
    ignoresContract: getOwn(step, 'contract') === 'ignore',
  }
  const acts = Object.keys(isJsonObject(step) ? step : {}).some((name) => name !== 'when' && name !== 'contract')
  checkTogether(parsed, acts, pointer, problems)
  return parsed
}

/** Rules that involve several parts of a step. */
const checkTogether = (step: Step, acts: boolean, pointer: string, problems: Problem[]): void => {
  if (!acts) {
    problems.push({
      pointer,
      message: 'the step does nothing; add one of respond, delay, fault, hold, limit, clock, advance, records, deliver',
    })
  }
  if (step.advance !== undefined && !step.call) {
    problems.push({
      pointer: `${pointer}/advance`,
      message: 'advance needs call in when; otherwise every request would advance the clock',
    })
  }
  if (step.respond && step.fault !== undefined && step.fault !== 'truncate') {
    problems.push({
      pointer: `${pointer}/fault`,
      message: `fault: ${step.fault} sends no response, so respond has no effect; remove one of them, or use fault: truncate`,
    })
  }
}

const parseCondition = (when: unknown, pointer: string, problems: Problem[]): Condition => {
  const operation = getOwn(when, 'operation')
  const operations = typeof operation === 'string' ? [operation] : itemsOf(operation).map(String)
  const body = getOwn(when, 'body')
  const expectations = (name: string) => parseExpectations(getOwn(when, name), `${pointer}/${name}`, problems)
  return {
    operations: operations.length === 0 || operations.includes('*') ? undefined : operations,
    method: getString(when, 'method')?.toUpperCase(),
    path: getString(when, 'path'),
    params: expectations('params'),
    query: expectations('query'),
    header: Object.fromEntries(
      Object.entries(expectations('header')).map(([name, expected]) => [name.toLowerCase(), expected]),
    ),
    body: body === undefined ? undefined : parseExpectation(body, `${pointer}/body`, problems),
  }
}

const parseExpectations = (
  value: unknown,
  pointer: string,
  problems: Problem[],
): Readonly<Record<string, Expectation>> =>
  isJsonObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, item]) => [name, parseExpectation(item, `${pointer}/${name}`, problems)]),
      )
    : {}

const operators: ReadonlySet<string> = new Set(['matches', 'in', 'from', 'to', 'absent'])

/** Whether a property of this name makes an object a test. */
export const isOperator = (name: string): boolean => operators.has(name)

/** An object whose names are all operators is a test. Any other object lists properties that the value must have. */
export const parseExpectation = (value: unknown, pointer: string, problems: Problem[]): Expectation => {
  if (!isJsonObject(value)) return { kind: 'equals', value: value as Json }
  const names = Object.keys(value)
  if (names.length === 0 || !names.every(isOperator))
    return { kind: 'subset', properties: parseExpectations(value, pointer, problems) }
  const { matches, in: oneOf, from, to, absent } = value
  if (matches !== undefined && typeof matches !== 'string')
    problems.push({ pointer: `${pointer}/matches`, message: 'matches must be a regular expression in a string' })
  if (oneOf !== undefined && !Array.isArray(oneOf))
    problems.push({ pointer: `${pointer}/in`, message: 'in must be a list of values' })
  for (const [name, bound] of Object.entries({ from, to })) {
    if (bound !== undefined && typeof bound !== 'number')
      problems.push({ pointer: `${pointer}/${name}`, message: `${name} must be a number` })
  }
  if (absent !== undefined && typeof absent !== 'boolean')
    problems.push({ pointer: `${pointer}/absent`, message: 'absent must be true' })
  if (typeof from === 'number' && typeof to === 'number' && from > to)
    problems.push({
      pointer: `${pointer}/from`,
      message: `from ${from} is greater than to ${to}, so no value matches; swap them`,
    })
  return {
    kind: 'test',
    matches: typeof matches === 'string' ? parsePattern(matches, `${pointer}/matches`, problems) : undefined,
    oneOf: Array.isArray(oneOf) ? oneOf : undefined,
    from: typeof from === 'number' ? from : undefined,
    to: typeof to === 'number' ? to : undefined,
    absent: absent === true,
  }
}

/** No value can block the process: patterns run on the engine of schemas. */
const parsePattern = (text: string, pointer: string, problems: Problem[]): Pattern | undefined => {
  try {
    // That engine also accepts what compiles only without the flag, for the sake of existing documents.
    new RegExp(text, 'u')
    return compilePattern(text)
  } catch (error) {
    problems.push({ pointer, message: `"${text}" is not a regular expression: ${(error as Error).message}` })
    return undefined
  }
}

const parseCall = (call: unknown, pointer: string, problems: Problem[]): CallRange | undefined => {
  if (call === undefined) return undefined
  const text = String(call)
  const every = /^every (\d+)$/.exec(text)?.[1]
  if (every !== undefined) return { kind: 'every', every: Number(every) }
  const [from = '1', to = from] = text.split('-')
  if (Number(from) > Number(to))
    problems.push({ pointer, message: `${text} ends before it begins; write ${to}-${from}` })
  return { kind: 'range', from: Number(from), to: Number(to) }
}

const parseRespond = (respond: unknown, pointer: string, problems: Problem[]): ScriptedResponse | undefined => {
  if (!isJsonObject(respond)) return undefined
  const headers = getOwn(respond, 'headers')
  problems.push(...checkHeaders(headers, `${pointer}/headers`))
  return {
    status: Number(respond.status),
    example: getString(respond, 'example'),
    body: getOwn(respond, 'body'),
    headers: isJsonObject(headers)
      ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
      : {},
  }
}

const parseDelay = (delay: unknown, pointer: string, problems: Problem[]): Step['delay'] => {
  if (delay === undefined) return undefined
  const min = readDuration(typeof delay === 'string' ? delay : getString(delay, 'min'), pointer, problems)
  const max = typeof delay === 'string' ? min : readDuration(getString(delay, 'max'), pointer, problems)
  if (min > max) problems.push({ pointer: `${pointer}/min`, message: 'min is greater than max; swap them' })
  return { min, max }
}

const parseLimit = (limit: unknown, pointer: string, problems: Problem[]): Step['limit'] =>
  limit === undefined
    ? undefined
    : {
        requests: Number(getOwn(limit, 'requests')),
        per: readDuration(getString(limit, 'per'), `${pointer}/per`, problems),
      }

/** The schema of scenarios requires a duration, but has no words for the longest one. */
const readDuration = (text = '', pointer: string, problems: Problem[]): number => {
  const duration = parseDuration(text)
  if (duration === undefined)
    problems.push({ pointer, message: `${text} is too long; it must be at most 10,000 years` })
  return duration ?? 0
}

/** The schema of scenarios allows only these forms. */
const parseDeliver = (text: string | undefined, pointer: string, problems: Problem[]): Step['deliver'] => {
  if (text === undefined) return undefined
  if (text === 'drop' || text === 'twice' || text === 'unsigned') return { kind: text }
  return { kind: 'late', by: readDuration(text.replace(/^late +/, ''), pointer, problems) }
}

const parseAdvance = (text: string | undefined, pointer: string, problems: Problem[]): number | undefined =>
  text === undefined ? undefined : readDuration(text, pointer, problems)

const parseClock = (text: string | undefined, pointer: string, problems: Problem[]): number | undefined => {
  if (text === undefined) return undefined
  const time = parseInstant(text)
  if (time !== undefined) return time
  problems.push({ pointer, message: `"${text}" is not a time; write it like 2030-12-06T00:00:00Z` })
  return undefined
}

/**
 * A scenario in words: for each step, when it applies and what it does.
 */

import { fullPathOf, type Operation } from '../../contract/operation/operation.ts'
import { stringifyJson } from '../../contract/values/json-text.ts'
import type { JsonObject } from '../../ports.ts'
import type { Condition, Expectation, Scenario, Step } from '../../scenarios/scenario.ts'
import { operationsOfStep } from '../../scenarios/step-operations.ts'

/** One sentence for each step. */
export const describeSteps = ({ steps }: Scenario): readonly string[] => steps.map(describeStep)

/** The operations that it applies to, and what it holds or uses. */
export const describeEffect = ({ steps }: Scenario, operations: readonly Operation[]): JsonObject => {
  const numbers = new Map<Operation, number[]>()
  for (const [index, step] of steps.entries())
    for (const operation of operationsOfStep(step, operations))
      numbers.set(operation, [...(numbers.get(operation) ?? []), index + 1])
  const concerned = operations.flatMap((operation) => {
    const own = numbers.get(operation)
    if (!own) return []
    const { id, method, document } = operation
    return [{ operation: id, document: document.name, method, path: fullPathOf(operation), steps: own }]
  })
  return {
    operations: concerned,
    holds: [...new Set(steps.flatMap(({ hold }) => hold))],
    records: [...new Set(steps.flatMap(({ records }) => (records === undefined ? [] : [records])))],
  }
}

const describeStep = (step: Step): string => `${describeCondition(step)}: ${describeEffects(step).join('; ')}.`

const describeCondition = ({ when, call }: Step): string => {
  const target = [
    when.operations?.join(', ') ?? (when.path === undefined && when.method === undefined ? 'Every operation' : ''),
    when.method ?? '',
    when.path ?? '',
  ].filter((part) => part !== '')
  const details = describeDetails(when)
  const calls =
    call === undefined
      ? ''
      : call.kind === 'every'
        ? `, ${ordinal(call.every)} call`
        : `, ${call.from === call.to ? `call ${call.from}` : `calls ${call.from} to ${call.to}`}`
  return `${target.join(' ')}${details.length === 0 ? '' : ` with ${details.join(' and ')}`}${calls}`
}

const describeDetails = ({ params, query, header, body }: Condition): readonly string[] => [
  ...describeAll('path', params),
  ...describeAll('query', query),
  ...describeAll('header', header),
  ...(body ? describeExpectation('body', body) : []),
]

const describeAll = (place: string, expected: Readonly<Record<string, Expectation>>): readonly string[] =>
  Object.entries(expected).flatMap(([name, expectation]) => describeExpectation(`${place}.${name}`, expectation))

const describeExpectation = (at: string, expected: Expectation): readonly string[] => {
  switch (expected.kind) {
    case 'equals':
      return [`${at} = ${stringifyJson(expected.value)}`]
    case 'subset':
      return describeAll(at, expected.properties)
    case 'test':
      return [
        ...(expected.absent ? [`no ${at}`] : []),
        ...(expected.matches ? [`${at} matching ${expected.matches.source}`] : []),
        ...(expected.oneOf ? [`${at} one of ${stringifyJson(expected.oneOf)}`] : []),
        ...(expected.from === undefined ? [] : [`${at} from ${expected.from}`]),
        ...(expected.to === undefined ? [] : [`${at} to ${expected.to}`]),
      ]
  }
}

const describeEffects = (step: Step): readonly string[] => {
  const { advance, clock, records, hold, delay, limit, respond, fault, ignoresContract } = step
  return [
    ...(advance === undefined ? [] : [`advances the clock by ${seconds(advance)}`]),
    ...(clock === undefined ? [] : [`sets the time to ${new Date(clock).toISOString()}`]),
    ...(records === undefined ? [] : [records === 'none' ? 'uses no records' : `uses the records of ${records}`]),
    ...(hold.length === 0 ? [] : [`the new record keeps its ${hold.join(', ')}, however much time passes`]),
    ...(delay
      ? [`delays the response by ${delay.min === delay.max ? '' : `${seconds(delay.min)} to `}${seconds(delay.max)}`]
      : []),
    ...(limit ? [`allows ${limit.requests} requests in ${seconds(limit.per)}, then responds with 429`] : []),
    ...(respond
      ? [
          `responds with ${respond.status}${respond.example === undefined ? '' : ` and the example ${respond.example}`}${respond.body === undefined ? '' : ' and a body of its own'}`,
        ]
      : []),
    ...(fault === undefined ? [] : [`breaks the connection: ${fault}`]),
    ...(ignoresContract ? ['may contradict the document'] : []),
  ]
}

/** Of calls that are counted: every third one. */
const ordinal = (every: number): string =>
  every === 1 ? 'every' : every === 2 ? 'every second' : every === 3 ? 'every third' : `every ${every}th`

const seconds = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`

/**
 * Checks a scenario against the documents: the names that it uses must exist, its responses must be documented, and every
 * step must be reachable. `contract: ignore` skips the check of a step's response, and nothing else.
 */

import { findResponse, type MediaView, viewParameters, viewResponses } from '../contract/document/operation-view.ts'
import { childNode, childNodes } from '../contract/document/references.ts'
import type { Operation } from '../contract/operation/operation.ts'
import { readsQuery } from '../contract/operation/reads-query.ts'
import type { SchemaCompiler } from '../contract/schema/schema-compiler.ts'
import { describeErrors } from '../contract/schema/violations.ts'
import { separateDigits, stringifyJson } from '../contract/values/json-text.ts'
import { isJson } from '../contract/values/media-type.ts'
import { suggest } from '../contract/values/nearest.ts'
import { checkTemplates } from './check-templates.ts'
import { compileTemplate } from './expression.ts'
import { isEqual } from './match-condition.ts'
import { maxProblems, type Problem } from './problem.ts'
import {
  type Condition,
  type Expectation,
  isGeneral,
  type Scenario,
  type ScriptedResponse,
  type Step,
} from './scenario.ts'
import { matchOperations, maySend } from './step-operations.ts'

/** What scenarios can refer to. */
export interface ScenarioTargets {
  readonly operations: readonly Operation[]
  readonly compilerOf: (operation: Operation) => SchemaCompiler
  /** As `Schema.property` and `resource.property`. */
  readonly lifecycles: readonly string[]
  /** Names of fixture sets. */
  readonly fixtureSets: readonly string[]
  /** Whether a document describes webhooks, or the operation callbacks. */
  readonly sends: (operation: Operation) => boolean
}

/** The problems of a scenario, step by step. */
export const checkScenario = ({ steps }: Scenario, targets: ScenarioTargets): readonly Problem[] => {
  const problems: Problem[] = []
  const answering: AnsweringStep[] = []
  for (const [index, step] of steps.entries()) {
    const pointer = `/steps/${index}`
    const { problems: ofCondition, operations } = checkCondition(step.when, `${pointer}/when`, targets)
    problems.push(
      ...ofCondition,
      ...checkRespond(step, operations, pointer, targets),
      ...checkNames(step, pointer, targets),
      ...checkDeliver(step, operations, pointer, targets),
      ...checkReachable(step, answering, pointer),
    )
    if (problems.length >= maxProblems) break
    if (alwaysAnswers(step)) answering.push({ when: step.when, number: index + 1 })
  }
  return problems
}

/** A step that answers whatever its condition matches. */
interface AnsweringStep {
  readonly when: Condition
  /** From 1. */
  readonly number: number
}

/** Whether a scenario names an operation, path or lifecycle that no document has. */
export const isForeignScenario = ({ steps }: Scenario, { operations, lifecycles }: ScenarioTargets): boolean =>
  steps.some(
    ({ when, hold }) =>
      when.operations?.some((id) => !operations.some((operation) => operation.id === id)) ||
      (when.path !== undefined && !operations.some(({ path }) => path === when.path)) ||
      hold.some((name) => !lifecycles.includes(name)),
  )

interface CheckedCondition {
  readonly problems: readonly Problem[]
  /** The operations that the condition can match. */
  readonly operations: readonly Operation[]
}

const checkCondition = (when: Condition, pointer: string, { operations }: ScenarioTargets): CheckedCondition => {
  const problems: Problem[] = []
  const ids = operations.map(({ id }) => id)
  for (const id of when.operations ?? []) {
    if (!ids.includes(id))
      problems.push({
        pointer: `${pointer}/operation`,
        message: `no document has the operation ${id}. ${suggest(id, ids)}`,
      })
  }
  const paths = [...new Set(operations.map(({ path }) => path))]
  if (when.path !== undefined && !paths.includes(when.path)) {
    problems.push({
      pointer: `${pointer}/path`,
      message: `no document has the path ${when.path}. ${suggest(when.path, paths)}`,
    })
  }
  const matching = matchOperations(when, operations)
  if (problems.length === 0 && matching.length === 0)
    problems.push({
      pointer,
      message: 'no operation has this operationId, method and path together; remove one of them',
    })
  for (const place of ['params', 'query'] as const) {
    const known = matching.flatMap((operation) =>
      viewParameters(operation.document, operation.node, operation.pathItem)
        .filter((view) => view.in === (place === 'params' ? 'path' : 'query'))
        .map(({ name }) => name),
    )
    for (const name of matching.length === 0 ? [] : Object.keys(when[place])) {
      if (!known.includes(name) && !(place === 'query' && matching.some((operation) => readsQuery(operation, name))))
        problems.push({
          pointer: `${pointer}/${place}/${name}`,
          message: `${name} is not a ${place === 'params' ? 'path' : 'query'} parameter of ${matching.map(({ id }) => id).join(', ')}. ${suggest(name, [...new Set(known)])}`,
        })
    }
  }
  return { problems, operations: matching }
}

const checkRespond = (
  step: Step,
  operations: readonly Operation[],
  pointer: string,
  targets: ScenarioTargets,
): readonly Problem[] => {
  const { respond } = step
  if (!respond || operations.length === 0) return []
  const general = isGeneral(step.when)
  const problems = checkTemplates(respond, `${pointer}/respond`, general ? [] : operations)
  const documented = operations.filter((operation) =>
    findResponse(viewResponses(operation.document, operation.node), respond.status),
  )
  const isPossible = operations.some((operation) => maySend(operation, respond.status))
  if (!step.ignoresContract && (general ? !isPossible : documented.length < operations.length)) {
    const lacking = operations.filter((operation) => !documented.includes(operation))
    const statuses = [
      ...new Set(lacking.flatMap(({ document, node }) => viewResponses(document, node).map(({ status }) => status))),
    ]
    problems.push({
      pointer: `${pointer}/respond/status`,
      message: `${respond.status} is not documented for ${listNames(lacking.map(({ id }) => id))}, which ${lacking.length === 1 ? 'has' : 'have'} ${statuses.join(', ')}; choose one of these, or add contract: ignore to the step`,
    })
  }
  if (!general)
    for (const operation of documented) problems.push(...checkContent(step, respond, operation, pointer, targets))
  return problems
}

/** The named example must exist; a body without expressions must conform to its schema. */
const checkContent = (
  step: Step,
  respond: ScriptedResponse,
  operation: Operation,
  pointer: string,
  { compilerOf }: ScenarioTargets,
): readonly Problem[] => {
  const media = jsonOf(operation, respond.status)
  if (respond.example !== undefined) {
    const names = media ? childNodes(childNode(media.node, 'examples')).map(([name]) => name) : []
    if (!names.includes(respond.example))
      return [
        {
          pointer: `${pointer}/respond/example`,
          message: `${operation.id} has no example ${respond.example} for ${respond.status}. ${suggest(respond.example, names)}`,
        },
      ]
  }
  if (respond.body === undefined || step.ignoresContract || compileTemplate(respond.body).dynamic || !media?.schema)
    return []
  const value = separateDigits(respond.body)
  const errors = compilerOf(operation).compile(media.schema, 'response')(value)
  return (errors ?? []).flatMap((error) =>
    describeErrors([error], value, 'body').map(({ message }) => ({
      pointer: `${pointer}/respond/body${error.instancePath}`,
      message: `${message} (the ${respond.status} of ${operation.id})`,
    })),
  )
}

const jsonOf = (operation: Operation, status: number): MediaView | undefined =>
  findResponse(viewResponses(operation.document, operation.node), status)?.content.find(({ mediaType }) =>
    isJson(mediaType),
  )

const checkNames = (
  { hold, records }: Step,
  pointer: string,
  { lifecycles, fixtureSets }: ScenarioTargets,
): readonly Problem[] => [
  ...hold.flatMap((name, index) =>
    lifecycles.includes(name)
      ? []
      : [
          {
            pointer: `${pointer}/hold/${index}`,
            message: `no document has the lifecycle ${name}. ${suggest(name, lifecycles)}`,
          },
        ],
  ),
  ...(records === undefined || records === 'none' || fixtureSets.includes(records)
    ? []
    : [
        {
          pointer: `${pointer}/records`,
          message: `there is no fixture set ${records}. ${suggest(records, ['none', ...fixtureSets])}`,
        },
      ]),
]

const checkDeliver = (
  { deliver }: Step,
  operations: readonly Operation[],
  pointer: string,
  { sends }: ScenarioTargets,
): readonly Problem[] =>
  deliver === undefined || operations.length === 0 || operations.some(sends)
    ? []
    : [
        {
          pointer: `${pointer}/deliver`,
          message: 'deliver has no effect: no document describes webhooks, and no operation of the step has callbacks',
        },
      ]

/** Whether a step answers whenever its condition matches. A step for every operation is skipped where its status is undocumented. */
const alwaysAnswers = ({ respond, fault, call, when, ignoresContract }: Step): boolean =>
  !call && (fault !== undefined || (respond !== undefined && (ignoresContract || !isGeneral(when))))

/** A step is unreachable if an earlier one always answers the same requests. */
const checkReachable = ({ when }: Step, earlier: readonly AnsweringStep[], pointer: string): readonly Problem[] => {
  const before = earlier.find((answering) => covers(answering.when, when))?.number
  return before === undefined
    ? []
    : [
        {
          pointer,
          message: `the step is never reached: step ${before} answers every request that this one matches; move this step up, or add call to step ${before}`,
        },
      ]
}

/** Whether the first condition matches every request that the second one matches. */
const covers = (first: Condition, second: Condition): boolean =>
  (first.operations === undefined || (second.operations?.every((id) => first.operations?.includes(id)) ?? false)) &&
  (first.method === undefined || first.method === second.method) &&
  (first.path === undefined || first.path === second.path) &&
  (['params', 'query', 'header'] as const).every((place) =>
    Object.entries(first[place]).every(([name, expected]) => isSame(expected, second[place][name])),
  ) &&
  (first.body === undefined || isSame(first.body, second.body))

const isSame = (first: Expectation, second: Expectation | undefined): boolean => {
  if (second?.kind === 'equals' && first.kind === 'equals') return isEqual(first.value, second.value, false)
  return (
    second !== undefined &&
    stringifyJson(first) === stringifyJson(second) &&
    String(first.kind === 'test' && first.matches) === String(second.kind === 'test' && second.matches)
  )
}

/** At most five names; a step for every operation may concern hundreds. */
const listNames = (names: readonly string[]): string =>
  names.length <= 5 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`

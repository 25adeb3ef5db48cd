/**
 * Makes the states of one object agree: progress fits the state, a state of a part does not contradict that of the whole, and
 * what a flag denies has no time.
 */
import type { Json } from '../../ports.ts'
import { isJsonArray } from '../values/json-object.ts'
import type { Agreeable, AgreeingStep, Names } from './agreeable.ts'
import { stateOfPhase } from './phases.ts'
import { snakeCase } from './record-subject.ts'
import { isInitialState, isUnfinishedState, kindOfState, stemOf } from './states.ts'

export const agreeStates = (object: Agreeable, names: Names): void => {
  const main = findState(object.values, names)
  if (main !== undefined) chooseLikeStates(object, names, main)
}

export interface FoundState {
  readonly name: string
  /** In lower case with underscores. */
  readonly state: string
}

export const findState = (values: ReadonlyMap<string, Json>, names: Names): FoundState | undefined => {
  for (const rank of [0, 1])
    for (const [name, { stateRank }] of names) {
      const value = stateRank === rank ? values.get(name) : undefined
      if (typeof value === 'string') return { name, state: snakeCase(value) }
    }
  return undefined
}

/** The state of an object, or the usual one of the phase of its record. */
export const stateOf = ({ values, phase }: Agreeable, names: Names): string | undefined =>
  findState(values, names)?.state ?? (phase && stateOfPhase[phase])

/** `hasSecret` beside `clientSecret`. */
const confirmFlags = ({ values, isFree }: Pick<Agreeable, 'values' | 'isFree'>, names: Names): void => {
  for (const [name, { snake }] of names) {
    if (!snake.startsWith('has_') || values.get(name) !== false || !isFree(name)) continue
    const what = snake.slice('has_'.length)
    const held = [...names].some(
      ([other, facts]) => (facts.snake === what || facts.snake.endsWith(`_${what}`)) && isTelling(values.get(other)),
    )
    if (held && snake !== what) values.set(name, true)
  }
}

/** Whether a value says that something exists. */
const isTelling = (value: Json | undefined): boolean =>
  typeof value === 'string'
    ? value !== ''
    : typeof value === 'object' && value !== null && Object.keys(value).length > 0

/** `punchedDate` beside `punched: false`. */
export const dropWhatFlagsDeny = ({ values, isFree, emptiness }: Agreeable, names: Names): void => {
  confirmFlags({ values, isFree }, names)
  const denied = new Set(
    [...names].flatMap(([name, { flag }]) =>
      values.get(name) === false || values.get(name) === 'false' ? [flag] : [],
    ),
  )
  if (denied.size === 0) return
  // `has_discount` and `discount_amount`
  const lacking = [...names].flatMap(([name, { snake }]) =>
    values.get(name) === false && snake.startsWith('has_') ? [`${snake.slice(4)}_`] : [],
  )
  for (const [name, { detailOf, snake }] of names) {
    const isDenied = detailOf !== undefined && denied.has(stemOf(detailOf))
    if ((!isDenied && !lacking.some((start) => snake.startsWith(start))) || !isFree(name)) continue
    const how = typeof values.get(name) === 'boolean' ? 'never' : emptiness(name)
    if (how === 'absent') values.delete(name)
    if (how === 'null') values.set(name, null)
  }
}

export const resultName =
  /^(results?|scores?|grade|outcome|output|answer|rating|feedback|decision|verdict|winner|conclusion|response)(_(at|on|date|time|text|message|code|id|url))?$|_(results?|score|outcome|conclusion|verdict|response|decision)$|_on_(close|end|completion)$/

/** What is pending has no result. */
export const dropResults: AgreeingStep = (object, names) => {
  const { values, isFree, emptiness } = object
  const state = stateOf(object, names)
  if (state === undefined || !isUnfinishedState(state)) return
  for (const [name, { snake }] of names) {
    if (!resultName.test(snake) || !isFree(name)) continue
    const value = values.get(name)
    const how = emptiness(name)
    if (how === 'absent') values.delete(name)
    else if (how === 'null') values.set(name, null)
    else if (isJsonArray(value)) values.set(name, [])
    else if (typeof value === 'number') values.set(name, 0)
  }
}

/** All of a finished record is done, nothing of one that has not begun. */
export const agreeProgress: AgreeingStep = (object, names) => {
  const { values, isFree } = object
  const state = stateOf(object, names)
  if (state === undefined) return
  const kind = kindOfState(state)
  for (const [name, { isProgress }] of names) {
    const value = values.get(name)
    const isText = typeof value === 'string' && /^\d+$/.test(value)
    if (!isProgress || !(isText || typeof value === 'number') || !isFree(name)) continue
    const shown = (progress: number): Json => (isText ? String(progress) : progress)
    if (kind === 'done') values.set(name, shown(Number(value) < 1 ? 1 : 100))
    if (isInitialState(state)) values.set(name, shown(0))
  }
}

const usual = { open: 'pending', done: 'completed', failed: 'failed' } as const

/** `gatewayState: Settled` beside `status: Processed`. */
const chooseLikeStates = ({ values, membersOf, isFree }: Agreeable, names: Names, main: FoundState): void => {
  const kind = kindOfState(main.state)
  if (kind === undefined) return
  for (const [name, { stateRank }] of names) {
    const value = values.get(name)
    if (stateRank === undefined || name === main.name || typeof value !== 'string') continue
    const own = kindOfState(snakeCase(value))
    if (own === undefined || own === kind) continue
    const same = membersOf(name).find((member) => typeof member === 'string' && kindOfState(snakeCase(member)) === kind)
    if (same !== undefined) values.set(name, same)
    else if (isFree(name)) values.set(name, usual[kind])
  }
}

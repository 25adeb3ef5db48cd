/**
 * Makes the states of one object agree: progress fits the state, and a state of a part does not contradict that of the whole.
 */
import type { Json } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { type Agreeable, type AgreeingStep, findName, hasName, type Names } from './agreeable.ts'
import { momentOf } from './moments.ts'
import type { NameFacts } from './name-facts.ts'
import { phaseOfState, stateOfPhase } from './phases.ts'
import { snakeCase } from './record-subject.ts'
import {
  isInitialState,
  isOffState,
  isOnState,
  isUnfinishedState,
  kindOfState,
  processName,
  stemOf,
  withoutKind,
} from './states.ts'

export const agreeStates = (object: Agreeable, names: Names): void => {
  const main = findState(object.values, names)
  if (main === undefined) return
  chooseLikeStates(object, names, main)
  chooseUnused(object, names, main)
}

export interface FoundState {
  readonly name: string
  /** In lower case with underscores. */
  readonly state: string
}

export const findState = (values: ReadonlyMap<string, Json>, names: Names): FoundState | undefined => {
  for (const rank of [0, 1])
    for (const { name, stateRank } of names.values()) {
      const value = stateRank === rank ? wordOf(values.get(name)) : undefined
      if (typeof value === 'string') return { name, state: withoutKind(snakeCase(value)) }
    }
  return undefined
}

/** `pending` of `{ id: 1, label: "Pending" }`. */
const wordOf = (value: Json | undefined): Json | undefined => {
  if (!isJsonObject(value)) return value
  const [, word] =
    Object.entries(value).find(([name]) => /^(label|name|value|code|status|state|key)$/i.test(name)) ?? []
  return word
}

/** The state of an object, or the usual one of the phase of its record. */
export const stateOf = ({ values, phase }: Agreeable, names: Names): string | undefined =>
  findState(values, names)?.state ?? (phase && stateOfPhase[phase])

export const resultName =
  /^(results?|scores?|grade|outcome|output|answer|rating|feedback|decision|verdict|winner|conclusion|response)(_(at|on|date|time|text|message|code|id|url))?$|_(results?|score|outcome|conclusion|verdict|response|decision)$|_on_(close|end|completion)$|^winn(er|ing)_\w+$|^(signed|generated|rendered|processed|exported|converted|transcoded|translated|final)_(objects?|files?|documents?|reports?|images?|videos?|outputs?)(_ur[il])?$/

/** What is generated in the end: `download_url` of an export, `coverage` of a build. */
export const madeName = /^(download|export|result|report|output|file)_?ur[il]s?$|^urls$|^coverage$/

/** What was decided in words. Those of a picture have digits. */
const settled = /^resolution$/

/** What is pending has no result. */
export const dropResults: AgreeingStep = (object, names) => {
  const { values, isFree, emptiness, membersOf } = object
  const state = stateOf(object, names)
  if (state === undefined || !isUnfinishedState(state)) return
  const isProcess = processName.test(snakeCase(object.owner))
  for (const { name, snake } of names.values()) {
    if (
      !(
        resultName.test(snake) ||
        (isProcess && madeName.test(snake)) ||
        (settled.test(snake) && /^\D+$/.test(String(values.get(name))))
      )
    )
      continue
    const value = values.get(name)
    const how = emptiness(name)
    // A result may be pending, too.
    const isAhead = /^(done|failed)$/.test(phaseOfState(value) ?? '')
    if (!isFree(name) && !(isAhead && membersOf(name).length > 0)) continue
    if (how === 'absent') values.delete(name)
    else if (how === 'null') values.set(name, null)
    else if (!isFree(name)) continue
    else if (isJsonArray(value)) values.set(name, [])
    else if (typeof value === 'number') values.set(name, 0)
  }
}

/** All of a finished record is done, nothing of one that has not begun. */
export const agreeProgress: AgreeingStep = (object, names) => {
  const { values, isFree } = object
  for (const { name, isProgress, snake } of names.values()) {
    // `step_progress` is that of `step_status`.
    const [, part = ''] = /^(.+)_(?:progress|percent|percentage|completion)/.exec(snake) ?? []
    const own = findName(
      names,
      (other, facts) =>
        part !== '' &&
        facts.stateRank === 1 &&
        facts.snake.startsWith(`${part}_`) &&
        typeof values.get(other) === 'string',
    )
    const state = own === undefined ? stateOf(object, names) : snakeCase(String(values.get(own)))
    if (state === undefined) continue
    const kind = kindOfState(state)
    const value = values.get(name)
    const isText = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)
    if (!isProgress || !(isText || typeof value === 'number') || !isFree(name)) continue
    const shown = (progress: number): Json => (isText ? String(progress) : progress)
    if (kind === 'done') values.set(name, shown(Number(value) < 1 ? 1 : 100))
    if (isInitialState(state)) values.set(name, shown(0))
    else if (Number(value) >= 100 && isUnfinishedState(state)) values.set(name, shown(60))
  }
  dropEarlyEnd(object, names)
}

/** What is done in part has no time when it was completed. */
const dropEarlyEnd: AgreeingStep = ({ values, isFree, emptiness }, names) => {
  const isPartial = hasName(names, (name, { isProgress }) => {
    const progress = isProgress ? Number(values.get(name) ?? Number.NaN) : Number.NaN
    return progress < 100 && progress !== 1
  })
  if (!isPartial) return
  for (const { name, event, detailOf } of names.values()) {
    if (
      !/^(complet|finish)/.test(event ?? stemOf(detailOf ?? '')) ||
      momentOf(values.get(name)) === undefined ||
      !isFree(name)
    )
      continue
    const how = emptiness(name)
    if (how === 'absent') values.delete(name)
    if (how === 'null') values.set(name, null)
  }
}

/** A state changes from one to another. */
export const changedState =
  /^(?:(?:from|old|previous|prior|before)_(\w*(?:status|state|phase))|(\w*(?:status|state|phase))_(?:before|from|old))$/
export const changeStates: AgreeingStep = ({ values, isFree }, names) => {
  for (const { name, snake } of names.values()) {
    const [, first, last] = changedState.exec(snake) ?? []
    const about = first ?? last
    const value = values.get(name)
    if (about === undefined || typeof value !== 'string' || !isFree(name)) continue
    const after = findName(
      names,
      (other, facts) =>
        [about, `to_${about}`, `new_${about}`, `${about}_after`, `${about}_to`, `${about}_new`].includes(facts.snake) &&
        values.get(other) === value,
    )
    if (after !== undefined) values.set(name, /^pending$/i.test(value) ? 'new' : 'pending')
  }
}

const usual = { open: 'pending', done: 'completed', failed: 'failed' } as const

/** What is not there yet is neither enabled nor used: `onboarding_state: UPLOADING`, `usage_state: IN_USE`. */
const chooseUnused = ({ values, membersOf }: Agreeable, names: Names, main: FoundState): void => {
  if (!/^(upload|creat|provision|install|onboard|deploy|build|prepar)\w*(ing|progress)$/.test(main.state)) return
  for (const { name, stateRank } of names.values()) {
    const value = values.get(name)
    if (stateRank === undefined || name === main.name || typeof value !== 'string') continue
    if (!isOnState(value) && !/^in_?use$/i.test(value)) continue
    const other = membersOf(name).find(
      (member) => typeof member === 'string' && (isOffState(member) || /^(not_?in_?use|unused|idle)$/i.test(member)),
    )
    if (other !== undefined) values.set(name, other)
  }
}

/** `gatewayState: Settled` beside `status: Processed`. */
const chooseLikeStates = ({ values, membersOf, isFree }: Agreeable, names: Names, main: FoundState): void => {
  const kind = kindOfState(main.state)
  const phase = phaseOfState(main.state)
  for (const { name, stateRank } of names.values()) {
    const value = values.get(name)
    if (stateRank === undefined || name === main.name || typeof value !== 'string') continue
    // What is being created is not being promoted.
    const near =
      stateRank === 0 && phaseOfState(value) !== phase && /^(open|active)$/.test(phase ?? '')
        ? membersOf(name).find((member) => phaseOfState(member) === phase)
        : undefined
    if (near !== undefined) values.set(name, near)
    if (near !== undefined || kind === undefined) continue
    const own = kindOfState(snakeCase(value))
    if (own === undefined || own === kind) continue
    const same = membersOf(name).find((member) => typeof member === 'string' && kindOfState(snakeCase(member)) === kind)
    if (same !== undefined) values.set(name, same)
    else if (isFree(name)) values.set(name, usual[kind])
  }
}

export const historyName =
  /^(state|status|phase|lifecycle)_?(history|histories|transitions|changes|timeline|events|logs?|updates)$|^(history|histories|transitions|timeline)$/

/** The state that an item of a history tells, rather than the one before it. */
const isReached = ({ snake, stateRank }: NameFacts): boolean =>
  snake === 'to' || (stateRank !== undefined && !/^(from|old|previous|prior|before)_/.test(snake))

/** The last state of a history is the current one. */
export const endHistory: AgreeingStep = ({ values, isFree, isFreeIn, membersOf, readName }, names) => {
  const main = findState(values, names)
  if (main === undefined) return
  const members = membersOf(main.name)
  for (const { name, snake } of names.values()) {
    const history = values.get(name)
    if (!historyName.test(snake) || !isJsonArray(history) || !isFree(name)) continue
    const states = history.map((item) =>
      isJsonObject(item)
        ? Object.entries(item).find(([inner, value]) => typeof value === 'string' && isReached(readName(inner)))
        : undefined,
    )
    const [key, reached = null] = states.at(-1) ?? []
    const last = history.at(-1)
    const hasSameEnum = members.includes(reached)
    // Any history may be that of something else.
    if (key === undefined || !isJsonObject(last) || !(hasSameEnum || snake.includes('_'))) continue
    const at = states.findLastIndex((state) => snakeCase(String(state?.[1])) === main.state)
    if (at !== -1) values.set(name, history.slice(0, at + 1))
    else if (hasSameEnum || isFreeIn(name, history.length - 1, key))
      values.set(name, [...history.slice(0, -1), { ...last, [key]: values.get(main.name) ?? null }])
  }
}

/**
 * Makes the times and reasons of one object agree with its state: what has not happened has no time, and what succeeded has
 * no failure.
 */
import type { Json } from '../../ports.ts'
import { isJsonArray } from '../values/json-object.ts'
import { lengthOfTime } from './agree-spans.ts'
import { findState, stateOf } from './agree-states.ts'
import { type Agreeable, type AgreeingStep, findName, hasName, type Names } from './agreeable.ts'
import { momentOf } from './moments.ts'
import type { NameFacts } from './name-facts.ts'
import { phaseOfState } from './phases.ts'
import { snakeCase } from './record-subject.ts'
import { isInitialState, isOffState, isOnState, isOpenState, isUnfinishedState, processName, stemOf } from './states.ts'

const troubles =
  /^(cancel|deprecat|delet|trash|archiv|revok|suspen|fail|reject|declin|refund|disput|deactivat|ban|block|blacklist|disabl|expir|void|abandon|withdraw|terminat|remov|destroy|left|discontinu|bounc|unsubscrib|error)/

export const isTime = (value: Json | undefined): boolean =>
  (typeof value === 'string' && /^\d{4}-\d\d/.test(value)) || momentOf(value) !== undefined

/** Whether a value may be left out: also a member of an enum, which may not be changed. */
export const mayDrop = ({ isFree, membersOf }: Agreeable, name: string): boolean =>
  isFree(name) || membersOf(name).length > 0

/** Leaves a value out, or empty, as far as the schema allows. */
export const drop = ({ values, emptiness }: Agreeable, name: string): void => {
  const how = emptiness(name)
  if (isJsonArray(values.get(name))) values.set(name, [])
  else if (how === 'absent') values.delete(name)
  else if (how === 'null') values.set(name, null)
}

/** An error has a code and a message. */
export const aboutErrors = /error|exception|failure|fault|problem|crash|stack_?trace|trace_?back/i

/** A value that has to be there says nothing. */
const clear = ({ values, isFree }: Agreeable, name: string): void => {
  const value = values.get(name)
  if (!isFree(name)) return
  if (typeof value === 'string') values.set(name, '')
  if (typeof value === 'number') values.set(name, 0)
}

/** A record that is open has neither ended nor failed; one that has ended well has no time or reason of a failure. */
export const dropWhatHasNotHappened: AgreeingStep = (object, names) => {
  const { values } = object
  const state = stateOf(object, names)
  for (const facts of names.values()) {
    const { name } = facts
    const event = facts.event ?? (isTime(values.get(name)) ? facts.timeEvent : undefined)
    if ((event === undefined && !facts.isError) || !mayDrop(object, name)) continue
    const stem = event ?? 'error'
    if (hasHappened(values, names, stem, state)) continue
    if (facts.isError && aboutErrors.test(object.owner)) continue
    drop(object, name)
    // Where a time has to be there, 0 means none.
    if (facts.isError || typeof values.get(name) === 'number') clear(object, name)
  }
}

const hasHappened = (
  values: ReadonlyMap<string, Json>,
  names: Names,
  stem: string,
  state: string | undefined,
): boolean => {
  // `soft_trashed` and `permanently_deleted`.
  const own = state === undefined ? '' : stemOf(state).replace(/^(soft|hard|permanently)/, '')
  if (own !== '' && (own.startsWith(stem) || stem.startsWith(own))) return true
  if (stem === 'error' && state !== undefined && /^(fail|error)/.test(state)) return true
  const flag = findName(names, (name, facts) => typeof values.get(name) === 'boolean' && facts.flag === stem)
  if (flag !== undefined) return values.get(flag) === true
  if (troubles.test(stem)) return false
  return state === undefined || (!isOpenState(state) && !isUnfinishedState(state) && !troubles.test(stemOf(state)))
}

/** What happens to a record before anything else, or is only planned. */
export const early =
  /^(creat|insert|regist|add|sign|request|submit|receiv|order|plac|invit|issu|queu|report|upload|import|generat|record|updat|modif|chang|edit|last|schedul|plan|expect|estimat|due|expir|valid|need|requir|open|initi|assign|intend|desir|promis|propos|preferr|rec|curr|book|reserv|mark)/

/** `refund_date`, `second_refund_reference_id`: details of what most records are spared. */
const troubleDetail =
  /(^|_)(refund(?:ed)?|cancel|cancellation|cancell?ed|rejection|rejected|chargeback|disputed?|reversal|reversed|suspension|suspended|termination|terminated|revocation|revoked|declined?|withdrawal|withdrawn)_(?:\w+_)?(date|time|timestamp|at|on|id|reason|code|message|comment|note|description|reference|by|record|details|info|data)$/

const atTheEnd = /(^|_)(releas|publish|resolv|complet|finish|deliver|settl|clos|ship|merg|end|refund|process|execut)/

/** The end of what most records still are: `unpublished_at`. */
const undone =
  /^(un(publish|subscrib|install|link|lock|assign|regist|enroll|archiv)|de(commission|activ|regist|provision|list|publish|authori)|dis(connect|abl|continu|miss))/

const reversed = /(^|_)(revers|chargeback|charged_back|clawed)/

const span = /^(start|begin|began|end|finish|complet|stop)(_|ed|s|t)?/
const end = /^(end|finish|complet|stop)/
/** When something that is at work ended, or may end: `end_date`, `contract_ends_at`. */
const endOfWork =
  /(^|_)(end|ends|ended|finish|finished|finishes|completed|completes|stop|stops|stopped)(_(at|on|date|time|datetime|timestamp|utc|day|ms|millis|time_millis|date_?time))*$/
/** The noun of an event that follows the beginning: `delivery_date`. */
const laterNoun =
  /^(?:active|actual|run|processing)_(?:start|end)(?:_|$)|^(actual_)?(delivery|shipping|shipment|completion|settlement|resolution|closing|closure|clearance|fulfil?lment|dispatch|finish)_(date|time|at|on|date_?time|timestamp)$/
/** Who did what follows the beginning: `applied_by_member_id`. */
const laterDeed =
  /(^|_)(applied|approved|accepted|merged|executed|processed|reviewed|verified|confirmed|completed|finished|resolved|closed|published|released|fulfilled|delivered|authori[sz]ed|dismissed|settled|finali[sz]ed|activated|acknowledged|packed|shipped|inspected|graded|answered)_by(_|$)/
/** What it became a part of, which most records never do: `merged_to_feature_id`. */
const merged = /^(merged|duplicate)_(to|into|of)_/
/** Who ended it. */
const endDeed =
  /(^|_)(replaced|superseded|stopped|terminated|closed|completed|finished|ended|cancell?ed|archived|resolved)_by(_|$)/
/** What comes after now, and not for what is over. */
const upcoming = /(^|_)(next|upcoming|renews?|renewal)(_|$)/
/** A flag of what is at work. */
const working = /^(is_|currently_)?(active|running|ongoing|live|in_session|in_progress)$/
const planned = /schedul|plan|expect|estimat|propos|target/

export const mayComeLater = ({ detailOf, snake }: NameFacts): boolean =>
  detailOf !== undefined ||
  /(ed|en|nt)$/.test(snake) ||
  span.test(snake) ||
  endOfWork.test(snake) ||
  upcoming.test(snake) ||
  undone.test(snake) ||
  laterNoun.test(snake) ||
  laterDeed.test(snake) ||
  endDeed.test(snake) ||
  merged.test(snake) ||
  lengthOfTime(snake) !== undefined ||
  troubleDetail.test(snake)

/** What has not begun has none of the times that follow its beginning. */
export const dropWhatComesLater: AgreeingStep = (object, names) => {
  const { values, owner } = object
  const state = stateOf(object, names)
  const phase = phaseOfState(state)
  const isInitial = state !== undefined && isInitialState(state)
  const isProcess = processName.test(snakeCase(owner))
  const isOver = phase === 'done' || phase === 'failed' || isOffState(findState(values, names)?.state ?? '')
  const isWorking =
    phase === 'active' ||
    isOnState(findState(values, names)?.state ?? '') ||
    hasName(names, (name, { snake }) => values.get(name) === true && working.test(snake))
  for (const facts of names.values()) {
    const { name } = facts
    if (!mayDrop(object, name)) continue
    const { snake } = facts
    const isMoment = isTime(values.get(name))
    const detailOf = facts.detailOf ?? (isMoment && /(ed|en|nt)$/.test(snake) ? snake : undefined)
    const isSpan = isMoment && isProcess && phase !== undefined && (phase === 'open' ? span : end).test(snake)
    if (isSpan && (phase === 'open' || phase === 'active')) drop(object, name)
    else if (isMoment && isOver && upcoming.test(snake)) drop(object, name)
    else if (isMoment && isWorking && endOfWork.test(snake) && !planned.test(snake)) drop(object, name)
    const [, , trouble] = troubleDetail.exec(snake) ?? []
    const isLater = isInitial && isMoment && (laterNoun.test(snake) || (detailOf !== undefined && !isEarly(detailOf)))
    const isNamed = detailOf !== undefined && state !== undefined && stemOf(state).startsWith(stemOf(detailOf))
    const isAhead = phase === 'active' && isMoment && detailOf !== undefined && atTheEnd.test(detailOf)
    const isUnstarted = state !== undefined && /^(not_?(started|begun|played)|unstarted)$/.test(state)
    const isReady = state !== undefined && /^ready_to_(run|start|begin|launch|send)$/.test(state)
    if (isReady && isMoment && span.test(snake) && !planned.test(snake)) drop(object, name)
    if (isUnstarted && isMoment && endOfWork.test(snake) && !planned.test(snake)) drop(object, name)
    if (
      (isProcess || isUnstarted) &&
      phase === 'open' &&
      /^\d+(\.\d+)?$/.test(String(values.get(name))) &&
      lengthOfTime(snake)?.isWhole
    )
      clearOrDrop(object, name)
    const about = detailOf ?? snake
    const isUndone =
      isMoment &&
      (undone.test(about) || reversed.test(about)) &&
      stemOf(state ?? '').slice(0, 6) !== stemOf(about).slice(0, 6)
    const isDeed = (isInitial && laterDeed.test(snake)) || ((isInitial || isWorking) && endDeed.test(snake))
    const isMerged = merged.test(snake) && !/merg|duplicat/.test(`${state ?? ''} ${snakeCase(owner)}`)
    if (isMerged) drop(object, name)
    if (((isLater || isAhead || isDeed) && !isNamed) || isUndone) drop(object, name)
    else if (trouble !== undefined && !isAbout(trouble, [snakeCase(owner), state ?? ''])) drop(object, name)
  }
}

/** By its verb: `fulfilled` of `order_fulfilled`. */
const isEarly = (detailOf: string): boolean =>
  early.test(stemOf(detailOf.split('_').at(-1) ?? '')) || /^(last|schedul|plan|expect|estimat)/.test(detailOf)

const clearOrDrop = (object: Agreeable, name: string): void => {
  drop(object, name)
  clear(object, name)
}

/** Whether the object, or its state, is about an event: the id of a refund is that of the refund itself. */
const isAbout = (event: string, names: readonly string[]): boolean =>
  names.some((name) => name.split(/[ _]/).some((word) => stemOf(word).slice(0, 5) === stemOf(event).slice(0, 5)))

/** A draft has not been posted or sent. */
export const dropWhatDraftsLack: AgreeingStep = ({ values, isFree, emptiness }, names) => {
  if (findState(values, names)?.state !== 'draft') return
  for (const { name, snake } of names.values()) {
    if (!isFree(name) || !/^(date_)?(posted|published|sent|issued|released|submitted)(_|$)/.test(snake)) continue
    if (emptiness(name) === 'absent') values.delete(name)
    if (emptiness(name) === 'null') values.set(name, null)
  }
}

/** `This field is present only if the experiment has ended.` */
const condition =
  /\bonly (?:\w+ )?(?:if|when|after|once) ([^.]{0,60})\b(started|begun|ended|completed?|finished|stopped|terminated|done|processed|closed|failed|cancel+ed|rejected)\b/i

/** What a record has only after its start or its end, as its description says. */
export const dropConditional: AgreeingStep = (object, names) => {
  const state = findState(object.values, names)?.state
  if (state === undefined) return
  const phase = phaseOfState(state)
  const isBefore = isInitialState(state)
  const isOpen = isBefore || isUnfinishedState(state) || isOnState(state)
  for (const name of names.keys()) {
    const said = object.conditionOf(name)
    const [, before = '', event = ''] = said === undefined ? [] : (condition.exec(said) ?? [])
    if (event === '' || /\b(not|never|yet)\b|n't/i.test(before) || !mayDrop(object, name)) continue
    const isAhead = /^(start|begun)/i.test(event) ? isBefore : isOpen
    const isSpared = /^(fail|cancel|reject)/i.test(event) && phase === 'done'
    if ((isAhead || isSpared) && !stemOf(state).startsWith(stemOf(event))) drop(object, name)
  }
}

const endedState = /^(ended|end|finished|completed|complete|closed|expired|past|over|inactive|done)$/

/** What began and ended in the past is not active any more, if the end has to be there. */
export const endStates: AgreeingStep = ({ values, membersOf, emptiness }, names) => {
  const main = findState(values, names)
  const members = main === undefined ? [] : membersOf(main.name)
  if (main === undefined || members.length === 0 || !isOnState(main.state)) return
  const hasBegun = hasName(names, (name, { snake }) => /^start/.test(snake) && isTime(values.get(name)))
  const hasEnded = hasName(
    names,
    (name, { snake }) =>
      endOfWork.test(snake) && !planned.test(snake) && emptiness(name) === 'never' && isPast(values.get(name)),
  )
  const ended = members.find((member) => typeof member === 'string' && endedState.test(snakeCase(member)))
  if (hasBegun && hasEnded && ended !== undefined) values.set(main.name, ended)
}

/** Generated times of what is over are before this. */
export const isPast = (value: Json | undefined): boolean =>
  (momentOf(value) ?? Number.POSITIVE_INFINITY) < Date.UTC(2025, 11) / 1000

export const endName = /^end(ed)?_(at|on|date|time)$/

/** If it has not ended, nothing of it has: `end_time: null` beside `end_result_time`. */
export const endTogether: AgreeingStep = (object, names) => {
  const { values, isFree } = object
  const isOpen = hasName(names, (name, { snake }) => endName.test(snake) && values.get(name) === null)
  if (!isOpen) return
  for (const { name, snake } of names.values())
    if (/^end_\w+_(at|on|date|time)$/.test(snake) && isFree(name) && isTime(values.get(name))) drop(object, name)
}
/** A documented time of the end, or a documented progress, of what is still at work: its examples contradict each other. */
export const dropDocumentedEnd: AgreeingStep = (object, names) => {
  const { values, isFree, membersOf } = object
  const main = findState(values, names)
  if (main === undefined || !(isUnfinishedState(main.state) || isOnState(main.state))) return
  for (const { name, snake, isProgress } of names.values()) {
    if (isFree(name)) continue
    if (isProgress && values.get(name) === 100 && membersOf(name).length === 0) values.set(name, 60)
    if (!/^(ended|finished|completed|completion)(_(at|on|date|time))?$/.test(snake) || !isTime(values.get(name)))
      continue
    drop(object, name)
  }
}

/** What has ended does not expire in the future. */
export const endExpiry: AgreeingStep = ({ values, isFree }, names) => {
  const state = findState(values, names)?.state
  if (state === undefined || !/^(expir|end|complet|finish|clos|past|terminat|cancel|inactiv)/.test(state)) return
  for (const { name, snake } of names.values()) {
    const value = values.get(name)
    if (typeof value !== 'string' || !isFree(name) || !/expir|valid|until|(^|_)(end|ends)(_|$)/.test(snake)) continue
    if (/^203\d-/.test(value)) values.set(name, `2025-09${value.slice(7)}`)
  }
}

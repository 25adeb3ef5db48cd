/**
 * How far the life of a record is: its state decides once, and the flags, times, counts and results of all its parts follow.
 */
import type { Json } from '../../ports.ts'
import { snakeCase } from './record-subject.ts'
import { isInitialState, isUnfinishedState, kindOfState } from './states.ts'

/** Not begun, begun, ended well, failed. Undefined where a state says nothing of that, such as `enabled`. */
export type Phase = 'open' | 'active' | 'done' | 'failed'

export const phaseOfState = (state: Json | undefined): Phase | undefined => {
  if (typeof state !== 'string') return undefined
  const kind = kindOfState(state)
  if (kind === 'done' || kind === 'failed') return kind
  if (isInitialState(state)) return 'open'
  return isUnfinishedState(state) ? 'active' : undefined
}

/** The usual state of a phase, for parts that have no state of their own. */
export const stateOfPhase: Readonly<Record<Phase, string>> = {
  open: 'pending',
  active: 'processing',
  done: 'completed',
  failed: 'failed',
}

/** Whether a state of a part may be beside that of the whole. */
export const fitsPhase = (state: Json, phase: Phase): boolean => {
  const own = phaseOfState(state)
  return own === undefined || own === phase || (phase === 'active' && own === 'open')
}

/** Whether a property of this name says how something ended. */
export const isResultName = (name: string): boolean =>
  /(result|outcome|conclusion|verdict|decision)(_?(code|status|type))?$/i.test(name)

const ended =
  /^(complet(ed|e)|finish(ed)?|done|success(ful|fully)?|succeeded|processed|delivered|paid|fulfilled|settled|resolved|approved|accepted|passed|ended|published|sent|shipped|confirmed|executed|captured)$/
/** What is known only of what has ended. */
const result =
  /^(draws?|drawn|tied?|forfeit(ed)?|won|lost|winner(_\w+)?|(results?|scores?|answers?|solution|winner)_(found|available|ready|declared|selected|published|in))$/
const begun = /^(started|begun|acknowledged)$/
const running = /^(in_?progress|(is_)?processing|ongoing|under_?way|syncing|importing|exporting|building|deploying)$/
const waiting = /^(pending|queued|waiting|unprocessed|unpaid|unsent|scheduled|not_?started)$/
const troubled =
  /^(fail(ed|ure)?|error(ed)?|skipped|aborted|reject(ed)?|declined|cancell?ed|timed_?out|has_?(errors?|failed)|interrupted)$/

/** A flag that says how far the record is. Undefined for any other flag, and where nothing is known. */
export const flagInPhase = (name: string, phase: Phase | undefined): boolean | undefined => {
  const snake = snakeCase(name).replace(/^(is|was|has_been)_/, '')
  if (troubled.test(snake)) return phase === 'failed' && !/skip|cancel/.test(snake)
  if (running.test(snake)) return phase === 'active'
  if (waiting.test(snake)) return phase === 'open'
  if (begun.test(snake) && phase !== undefined && phase !== 'failed') return phase !== 'open'
  if (result.test(snake) && (phase === 'open' || phase === 'active')) return false
  return ended.test(snake) && phase !== undefined ? phase === 'done' : undefined
}

const trouble =
  /\b(fail(s|ed|ure)?|errors?|declined?|reject(s|ed|ion)?|denied|insufficient|invalid|timed? ?out|unable|cannot|could not|cancell?ed|cancellation|expired|unsuccessful|not found|dishonou?red|suspended|blocked)\b/i

/** Whether an example is a text that names a day, which is not that of the times beside it. */
export const namesDay = (example: Json | undefined): boolean =>
  typeof example === 'string' &&
  /[a-z]{3} .*\b(\d{1,2}(st|nd|rd|th)?,? )?((19|20)\d\d|[A-Z][a-z]{2,8}day)\b/.test(example)

/** Whether an example may be about a place by its name: the description of a city is not that of another one. */
export const namesPlace = (example: Json | undefined): boolean =>
  typeof example === 'string' && /\b\p{Lu}\p{Ll}{3,}/u.test(example)

/** Whether an example may have the name of a person in it. */
export const namesSomebody = (example: Json | undefined): boolean =>
  typeof example === 'string' && /\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u.test(example)

/** Whether an example reports a failure, which a record that has not failed must not repeat. */
export const reportsTrouble = (example: Json | undefined): boolean =>
  typeof example === 'string' && trouble.test(example.replaceAll('_', ' '))

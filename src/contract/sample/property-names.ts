/**
 * What the name of a property says about its value, apart from what the value looks like: that it is unique to each record,
 * that it reports whether a request succeeded, or that it is usually off.
 */
import { hasRole, isUuidFormat } from '../values/conventions.ts'
import { memoizeNames } from '../values/memoize.ts'
import { snakeCase } from './record-subject.ts'

/** What a response body reports about its request. */
export type Outcome = 'success' | 'removal' | 'failure'

/** The last word of names of values that no two records share, next to the whole names of the conventions. */
const uniqueEnding = /(^|_|[a-z](?=[A-Z]))(uuid|guid|token|secret)$/i

interface OutcomeRule {
  readonly pattern: RegExp
  /** The value for each outcome; undefined: generated like any other boolean. */
  readonly values: Readonly<Record<Outcome, boolean | undefined>>
}

/** Names of flags that report the outcome of a request. */
const outcomeNames: readonly OutcomeRule[] = [
  {
    pattern: /^(is_?)?(success|successful|succeeded|ok)$/i,
    values: { success: true, removal: true, failure: false },
  },
  {
    pattern: /^((is|has)_?)?(error|errors|failed|failure)$/i,
    values: { success: false, removal: false, failure: true },
  },
  {
    pattern: /^(is_?)?(deleted|removed)$/i,
    values: { success: undefined, removal: true, failure: undefined },
  },
]

/** Whether each record has its own value, so that an example of it is right for one record only. */
export const isUniqueValue = (name: string | undefined, format: unknown): boolean =>
  isUuidFormat(format) ||
  (name !== undefined && (hasRole(name.toLowerCase(), 'unique-value') || uniqueEnding.test(name)))

/** The value of a flag that reports the outcome of a request; undefined for any other property. */
export const outcomeFlag = (name: string | undefined, outcome: Outcome | undefined): boolean | undefined =>
  name === undefined || outcome === undefined
    ? undefined
    : outcomeNames.find(({ pattern }) => pattern.test(name))?.values[outcome]

/** What the records are called that an object is one of: `batch` of `batches`. */
export const ownNoun = (owner: string): string => singularName(snakeCase(owner.split(' ')[0]?.split('.').at(-1) ?? ''))

/** What an item of a list is called: `tags` are a tag each. */
export const singularName = (name: string): string =>
  /(ser|spec)ies$/i.test(name)
    ? name
    : /(cook|mov|calor)ies$/i.test(name)
      ? name.replace(/s$/i, '')
      : /ies$/i.test(name)
        ? name.replace(/ies$/i, 'y')
        : name.replace(/(ss|x|ch|sh|ias|(?:at|on|ir|in|ns|mp)us)es$/i, '$1').replace(/(?<=[^sui])(?<!lia|bia)s$/i, '')

/** The last part of a name that has the names of its objects: `model[resolution]`, `prefs/voting`. */
const lastPart = /^(?!@)([A-Za-z][\w-]*(?:[[\]./][\w-]+)*?)(?:\[([A-Za-z]\w+)\]|[./]([A-Za-z]\w+))$/

/** The words before the last part are those of the object. */
export const nestedName = memoizeNames((name): readonly [owner: string, own: string] | undefined => {
  const [, owner, bracketed, separated] = /[[./]/.test(name) ? (lastPart.exec(name) ?? []) : []
  const own = bracketed ?? separated
  return owner === undefined || own === undefined || /odata/i.test(name) ? undefined : [owner, own]
})

export const ownName = (name: string): string => nestedName(name)?.[1] ?? name

/** The text that reports a removal; undefined for any other property or outcome. */
export const outcomeText = (name: string, outcome: Outcome | undefined): string | undefined =>
  outcome === 'removal' && /^(status_?|response_?|result_?|success_?)?(message|msg)$/i.test(name)
    ? 'Deleted'
    : undefined

const off =
  /^(is|was|has_?been)?_?(deleted|removed|archived|disabled|suspended|blocked|banned|cancell?ed|expired|revoked|locked|hidden|spam|frozen|blacklisted|deactivated|inactive|failed|rejected|refunded|disputed|void(ed)?|obsolete|deprecated|discontinued|trashed|abandoned|bounced|truncated|has_?errors?|error|test|demo|debug|readonly|system|bot|muted|withdrawn|unsubscribed|opted_?out|closed|gone|stale|misconfigured|corrupt(ed)?|broken|missing|merged|spam|ham|abuse|nsfw|adult|fraud(ulent)?|locked_?out|sold_?out|out_?of_?stock|full|empty|over_?due|past_?due|late|delayed|duplicated?|invalid|un(available|verified|confirmed|reachable|healthy|limited|specified|known|defined|installed|published)|omitted|infinite|endless|anonymous|guest|all_?day|in_?session|root|leaf|paused|stopped|partial|templated|heading|separator)$/i
/** What denies something that may be beside it, or that it is over: `no_expiry`, `unlimited_quota`, `pending_invite`. */
const denying =
  /^_?(is_)?(no|not|never|without|unlimited|infinite|pending|awaiting|prohibit|skip)_|^can_(recover|restore|undelete|unarchive)(_|$)/
const on =
  /^(is|was)?_?(active|enabled|available|visible|valid|live|livemode|in_?stock|current|supported|working|public|active_?status|success(ful)?|succeeded)$/i

/** What a record refers to is active: `list_is_active`. */
const endsOn = /_is_(active|enabled|available|valid|visible)$/

/** `deleted` of `deletedStatus`. */
const plainFlag = (name: string): string => name.replace(/(?<=ed)_?(status|flag)$/i, '')

/** What a flag of this name usually is: not deleted, active. Undefined: either. */
export const usualFlag = (name: string): boolean | undefined =>
  off.test(plainFlag(name)) || endsOff(snakeCase(name))
    ? false
    : on.test(name) || endsOn.test(snakeCase(name))
      ? true
      : undefined

/**
 * Each of the collaborators is one, and so is each of the forks: `is_collaborator`, `fork`. The value of a rejection, which is an object
 * here, is whether it was rejected.
 */
export const flagOfOwner = (name: string, owner: string): boolean | undefined => {
  const snake = snakeCase(name)
  const [first = '', second = ''] = owner.split(' ')
  if (/^(value|set|flag)$/.test(snake) && rejection.test(snakeCase(first))) return false
  const resource = first === 'attributes' ? second : first
  return singularName(snakeCase(resource.split('.').at(-1) ?? '')) === snake.replace(/^is_/, '') ? true : undefined
}

const rejection = /^(reject|cancel|delet|delay|block|suspend|revok|void|refund|disput|expir|fail)\w{0,5}$/

/** `no_expiry`, `plan_expired` and `account_locked`. */
const endsOff = (snake: string): boolean =>
  denying.test(snake) || off.test(snake.split('_').slice(-2).join('_')) || off.test(snake.split('_').at(-1) ?? '')

const trouble =
  /_(errors?|fail|warn|violat|conflict|expir|ended|overdue|problem|unread|duplicate|left|opted_out|unsub|cancel|more|next|prev)/

/**
 * `has_secret` is true unless it is known to be missing: something beside it may be the secret, whatever it is called. Only for
 * records that have been there for a while.
 */
export const presentFlag = (name: string): boolean | undefined => {
  const snake = snakeCase(name)
  // A code, a date or a person beside it may be of that.
  if (/^(is_|was_)?(approved|accepted|authori[sz]ed|confirmed|verified|validated)$/.test(snake)) return true
  return /(^|_)has_/.test(snake) ? !trouble.test(snake) : undefined
}

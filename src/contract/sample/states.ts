/**
 * What the states of a record mean, by their words: which one comes first, which ones are open, and which one an action leads
 * to.
 */
import { memoizeNames } from '../values/memoize.ts'

/** The participle of an action and the action have the same stem: `cancelled`, `canceled` and `cancel` are `cancel`. */
export const stemOf = memoizeNames((word: string): string =>
  word
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/^withdr[ae]w.*$/, 'withdraw')
    .replace(/(ation|ion|ure)$/, '')
    .replace(/(?<=..)(ied|y|ies)$/, 'i')
    .replace(/(?<=...)(ed|ing|es|e|s)$/, '')
    .replace(/(?<=..)([lnprt])\1$/, '$1'),
)

/** Whether two stems are of one word: `recur` of `recurring` and `recurrenc` of `recurrence`. */
export const isOfStem = (flag: string, stem: string): boolean =>
  flag.length > 3 && (flag === stem || (stem.startsWith(flag) && stem.length <= flag.length + 4))

/** States that a new record may have, the most likely first. */
const first: readonly string[] = [
  ...['new', 'created', 'draft', 'pending', 'queued', 'todo', 'backlog', 'open', 'initial', 'initiated', 'submitted'],
  ...['requested', 'received', 'registered', 'unpaid', 'unread', 'unstarted', 'notstarted', 'planned', 'scheduled'],
  ...[
    'waiting',
    'awaiting',
    'unconfirmed',
    'unverified',
    'unfulfilled',
    'placed',
    'preparing',
    'provisioning',
    'creating',
    'needsaction',
    'actionrequired',
    'notcompleted',
    'intended',
    'proposed',
    'upcoming',
    'enqueued',
    'staged',
    'incomplete',
    'readytorun',
    'readytostart',
    'readytobegin',
    'readytolaunch',
    'readytosend',
  ],
]

const usual =
  /^(active|enabled|available|ok|online|open|valid|normal|live|running|on|up|healthy|public|visible|published)$/

/** `pending` of `JOB_STATE_PENDING`. */
export const withoutKind = (state: string): string =>
  state.replace(/^(?:[a-z0-9]+_)*(?:state|status|phase|stage)_+(?=[a-z])/i, '')

const plain = (state: string): string =>
  withoutKind(state)
    .toLowerCase()
    .replace(/[^a-z]/g, '')

/** How early a state is; undefined if it is a later one. */
const rankOf = (state: string): number | undefined => {
  const word = plain(state)
  const exact = first.indexOf(word)
  if (exact !== -1) return exact
  const start = first.findIndex((one) => one.length > 4 && word.startsWith(one))
  return start === -1 ? undefined : start + first.length
}

/** Whether a state says that nothing has ended yet. */
export const isOpenState = (state: string): boolean => {
  const word = plain(state)
  return (
    rankOf(word) !== undefined ||
    usual.test(word) ||
    /process(?!ed)|progress|transit|running|wait|partial|^(re)?start(ed|ing)/.test(word)
  )
}

/** Whether a record in this state has not begun. */
export const isInitialState = (state: string): boolean => {
  const rank = rankOf(state)
  if (/^(creat\w*|provision\w*|initiali[sz]\w*|launch\w*)_?inprogress$/.test(plain(state))) return true
  return rank !== undefined && first[rank] !== 'open' && !/process|progress|active/.test(plain(state))
}

const done =
  /^(complet|finish|done|succe|settled|processed|deliver|paid|fulfil|approv|accept|passed|resolved|closed|ended$|executed|shipped|sent$)/
const failed = /(^|not|un)(fail|fault|error|reject|declin|cancel|abort|denied|timed?out|unsuccess|bounced|undelivered)/

/** What is to end is not over: `STOP_REQUESTED`, `pending_cancellation`. */
const planned =
  /^(stop|cancel|delet|terminat|abort|refund|clos|paus|suspen)[a-z]*(requested|pending|scheduled)$|^(pending|awaiting|scheduled)(for)?(stop|cancel|delet|terminat|abort|refund|clos|paus|suspen)/

/** What a state says about the end of a record; undefined if nothing is sure. */
export const kindOfState = memoizeNames((state: string): 'open' | 'done' | 'failed' | undefined => {
  const word = plain(state)
  if (planned.test(word)) return 'open'
  if (failed.test(word)) return 'failed'
  if (done.test(word) && !word.endsWith('ing')) return 'done'
  const words = wordsOf(state)
  const last = words.length > 1 && !words.some((one) => other.test(one)) ? (words.at(-1) ?? '') : ''
  if (failed.test(last)) return 'failed'
  if (done.test(last) && /(ed|paid|complete|done|success|successful|sent)$/.test(last)) return 'done'
  return isInitialState(state) || /^(not|un|in)[a-z]*(submit|process|progress|paid|settl|start|deliver)/.test(word)
    ? 'open'
    : undefined
})

const troubled =
  /(^|not|un)(kill|crash|paus|stopped|fail|error|reject|declin|cancel|abort|denied|expir|suspen|block|bann|terminat|revok|void|disput|inactiv|deactiv|disabl|delet|remov|purg|dead|lost|timedout|unhealthy|bounced|chargeback|refund|invalid|blacklist|abandon|withdraw|dispos|emptied|decommission|retired|unreachable|obsolete|deprecat|with(errors?|failures?|warnings?))/

/** Whether a state says that something went wrong, or that the record is gone. */
export const isTroubledState = memoizeNames((state: string): boolean =>
  [plain(state), ...wordsOf(state)].some((word) => troubled.test(word) || failed.test(word)),
)

/** Words of a state: `payment` and `rejected` of `PAYMENT_REJECTED`. */
const wordsOf = (state: string): readonly string[] =>
  withoutKind(state)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map(plain)

/** Words that make the last word another state: `partially completed`, `awaiting approved documents`. */
const other =
  /^(not|un|non|partial|partially|pending|awaiting|waiting|to|for|in|never|half|being|ready|needs?|requires?|can|may|must|without|no)$/

/** Whether a record in this state has no result yet. */
export const isUnfinishedState = (state: string): boolean =>
  kindOfState(state) === 'open' ||
  /process(?!ed)|progress|transit|running|wait|^(re)?start(ed|ing)|^(?!pend|await|exist|miss|trial|train|book|list)[a-z]{3,}ing$/.test(
    plain(state),
  )

/** Whether a record in this state is at work. */
export const isOnState = (state: string): boolean =>
  /^(active|activated|enabled|online|running|live|up|connected|inprogress|ongoing|operational)$/.test(plain(state))

/** Whether a record in this state is not at work. */
export const isOffState = (state: string): boolean =>
  /^(inactive|notactive|disabled|offline|stopped|down|disconnected|deactivated|suspended|closed|terminated|archived|deleted|ended|expired|paused|off|notrunning|shutdown|draft)$/.test(
    plain(state),
  )

/** What begins when a machine gets to it, rather than when it is planned. */
export const processName =
  /(^|_)(jobs?|job_?runs?|operations?|tasks?|runs?|builds?|executions?|deployments?|deploys?|batch(es)?|process(es)?|imports?|exports?|quer(y|ies)|scans?|crawls?|pipelines?|transcodes?|conversions?|synthesis_tasks?|uploads?|backups?|restores?|syncs?|migrations?|commands?)(_|$)/

/** Members of an enum that say nothing. */
export const isEmptyMember = (member: unknown): boolean =>
  typeof member === 'string' &&
  /^(|unknown|none|other|null|undefined|invalid|n\/?a|unspecified|.*_unspecified|unset|unrecognized|unknownFutureValue|undefined.*|unknown_\w+|\w+_unknown)$/i.test(
    member,
  )

/** Whether a property of this name holds a state. */
export const isStateName = (name: string): boolean => /(status|state|phase|stage|lifecycle|health)$/i.test(name)

const later =
  /(cancel|delet|archiv|revok|suspen|fail|reject|declin|refund|disput|deactivat|ban|block|disabl|expir|void|abandon|withdraw|terminat|remov|discontinu|bounc|complet|finish|clos|resolv|deliver|shipp|paid|fulfil|settl|accept|approv|ended|done|success|succeed|error|inactiv|off|stopp|dead|lost|won|merged|sent|partial|unknown|unspecified|other|none|paused|locked|hidden|trash|process|progress|transit)/

/** The state of a new record: one that is not the end of its life. The first one if no word says more. */
export const firstState = (allowed: readonly string[]): string | undefined => {
  const [head] = allowed
  if (head === undefined || rankOf(head) !== undefined || usual.test(plain(head))) return head
  const ranked = allowed
    .flatMap((state) => {
      const rank = rankOf(state)
      return rank === undefined ? [] : [{ state, rank }]
    })
    .sort((one, other) => one.rank - other.rank)
  return (
    ranked[0]?.state ??
    allowed.find((state) => usual.test(plain(state))) ??
    allowed.find((state) => !later.test(plain(state))) ??
    head
  )
}

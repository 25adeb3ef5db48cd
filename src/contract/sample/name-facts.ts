/**
 * What the name of a property says about its part in its object: a time of an event, an amount, a count, a state. Names are
 * looked at once for each document: the same ones come again and again in its records.
 */
import type { Files } from '../document/references.ts'
import { memoize, memoizeNames } from '../values/memoize.ts'
import { type NumberRole, numberRoleOf } from './number-roles.ts'
import { isQuantity } from './quantities.ts'
import { snakeCase } from './record-subject.ts'
import { stemOf } from './states.ts'

export interface NameFacts {
  readonly name: string
  /** The name in lower case with underscores. */
  readonly snake: string
  /** The stem of the event that it describes: `deletedAt` is about `delet`. */
  readonly event: string | undefined
  /** The same, if its value is a time: `deleted`. */
  readonly timeEvent: string | undefined
  readonly isError: boolean
  /** 0: it is the state of the object, 1: it ends like one. */
  readonly stateRank: 0 | 1 | undefined
  /** Whether it may be the lower one of a pair: `min_price`. */
  readonly isLower: boolean
  readonly isMoney: boolean
  /** What it counts, without a plural ending: `member` for `members_count`. */
  readonly counted: string | undefined
  /** Whether it may be the number of some things: `unique_opens`, `quota`. */
  readonly isCount: boolean
  /** The name of a list that a count refers to. */
  readonly listed: string
  /** Whether it is one of several spellings of the same thing: an id, a label. */
  readonly isSpelling: boolean
  /** `end_date` of `end_date_utc`. */
  readonly inUtc: string | undefined
  /** The stem of a flag: `delet` for `is_deleted`. */
  readonly flag: string
  /** What it is a detail of: `punched` for `punched_date`. */
  readonly detailOf: string | undefined
  readonly isProgress: boolean
  /** Whether it may repeat a part of another property: `label_id`. */
  readonly repeatsPart: boolean
  readonly isOfFile: boolean
  /** Whether it may say that the object costs nothing. */
  readonly isPlan: boolean
  /** Whether it counts what ended in one way, or all: `failed_count`, `total`. */
  readonly outcome: { readonly role: 'part' | 'whole'; readonly about: string } | undefined
  /** Whether it may be the number of changes of a kind: `added`. */
  readonly isChange: boolean
  /** What kind of number it may be, beside which others have to fit. */
  readonly numberRole: NumberRole | undefined
  /** `quota` for `quota_used`, and for `quota_max`. */
  readonly restAsPart: string | undefined
  readonly restAsWhole: string | undefined
}

export type ReadName = (name: string) => NameFacts

/** The rest of a name without words for a part or for the whole: `credit` of `available_credit` and of `credit_limit`. */
const restOf = (snake: string, words: ReadonlySet<string>): string | undefined => {
  const all = snake.split('_')
  const rest = all.filter((word) => !words.has(word))
  return rest.length < all.length ? rest.join('_') : undefined
}

const partWords = new Set(
  'used current available remaining booked consumed active free failed completed paid count cnt min pending unread open processed fulfilled delivered redeemed shipped received filled collected'.split(
    ' ',
  ),
)
const wholeWords = new Set(
  'limit max maximum total quota capacity included allowed all overall required requested ordered purchased issued'.split(
    ' ',
  ),
)

export const nameReaderOf = memoize((_: Files): ReadName => memoizeNames(describeName))

const events =
  /^(?:date_|time_|is_|(?:last|latest|first)_|[a-z]+_(?=complet))?(cancel+ed|cancel+ation|delet(?:ed|ion)|trashed|archived|revoked|suspended|suspension|failed|failure|rejected|rejection|declined|refunded|disputed|deactivated|banned|blocked|disabled|deprecated|expired|voided|abandoned|blacklisted|withdrawn|terminated|removed|destroyed|discontinued|bounced|unsubscribed|uninstall(?:ed)?|completed|completion|finished|closed|resolved|delivered|shipped|paid|fulfilled|settled|accepted|approved|ended|stopped|processed|executed|error|(?:cancel|delete|destroy|archive|revoke|suspend|terminate|disable|deprecate|remove|fail|reject|decline|complete|finish|resolve|settle)(?=_(?:time|date|timestamp)(?:_|$)))(?:_(?:at|on|foreign|utc|date|time|datetime|timestamp|by|by_user|by_id|user|id|reason|code|message|details?|description|reasons?))+$/

/** The same as the name of a time: `deleted: 2024-10-04T13:05:00Z`. */
const endings =
  /^(?:[a-z_]+_(?=(?:cancel+ed|withdrawn|revoked|terminated|suspended|abandoned)$)|date_)?((?<=^date_)(?:delete|cancel|archive|complete|finish|close|remove)|cancel+ed|deleted|trashed|archived|revoked|suspended|failed|rejected|declined|refunded|deactivated|banned|blocked|disabled|deprecated|abandoned|withdrawn|terminated|removed|destroyed|discontinued|left|stopped|finished|completed|ended|closed|resolved|delivered|shipped|paid)$/

/** Not how errors are handled: `error_strategy`, `error_page_url`. */
const errors =
  /(^|_)(errors?|failure|exception|fault)_(?:\w+_)?(code|status|type|kind|reason|messages?|msg|details?|description|text|string|info|trace|date|time|timestamp|at|on|body|response|data|summary|title|number|no|object|id)$|(^|_)(last|latest|recent|previous)_(?:\w+_)?(errors?|failure|exception)$|(^|_)error_?(messages?|msg|text|code|details?|info|description|reason)$|^([a-z]+_)?errors?$|^(error_)?(stack_?trace|trace_?back|back_?trace)$|^failures?$|^fail(ed|ure)?_?(message|msg|text|details?|info|description|reason|code)$/

/** The first word of each pair is the lower one. */
export const pairs: readonly (readonly [lower: string, upper: string])[] = [
  ['min', 'max'],
  ['minimum', 'maximum'],
  ['low', 'high'],
  ['lower', 'upper'],
  ['from', 'to'],
  ['start', 'end'],
  ['begin', 'end'],
  ['earliest', 'latest'],
  ['oldest', 'newest'],
  ['first', 'last'],
  ['lowest', 'highest'],
  ['smallest', 'largest'],
  ['shortest', 'longest'],
  ['least', 'most'],
  ['floor', 'ceiling'],
  ['since', 'until'],
  ['warning', 'critical'],
  ['soft', 'hard'],
  ['net', 'gross'],
  ['wholesale', 'retail'],
  ['bid', 'ask'],
  ['gte', 'lte'],
  ['gt', 'lt'],
  ['south', 'north'],
  ['west', 'east'],
  ['discount', 'subtotal'],
  ['cnt', 'max'],
  ['created', 'updated'],
  ['open', 'close'],
  ['opens', 'closes'],
  ['opening', 'closing'],
]

const details =
  /^(?:date_|time_)?([a-z_]+?(?:ed|en|nt|ld|id|wn|al))_(?:at|on|by|by_user|by_user_id|by_id|date|date_?time|time|timestamp|reason|until|since|message|details?|comment|justification)$|^date_([a-z]+(?:ed|en|nt|wn))$|^([a-z_]+ing)_(?:at|since)$/
const outcomePart =
  /(?:^|_)(succe[a-z]+|failed|failures?|errors?|errored|skipped|pending|in_progress|completed|passed|delivered|accepted|rejected|withdrawn|created|updated|deleted|imported)(?=_|$)/
const outcomeWhole = /(?:^|_)(total|processed|requested|submitted|attempted)(?=_|$)/
const countWords = /(^|_)(num|number|of|count|total)(?=_|$)/g

/** `payments` of `payments_accepted` and of `payments_submitted`. */
const outcomeIn = (snake: string): NameFacts['outcome'] => {
  const role = outcomePart.test(snake) ? 'part' : outcomeWhole.test(snake) ? 'whole' : undefined
  if (role === undefined || /(^|_)(at|on|by|date|time|rate|reason|code|message|id|percent|amount)(_|$)/.test(snake))
    return undefined
  const pattern = role === 'part' ? outcomePart : outcomeWhole
  const about = snake
    .replace(pattern, '')
    .replace(countWords, '')
    .replace(/^_+|_+$/g, '')
    .replace(/^(records|items|operations|rows|tests|requests)$/, '')
  return { role, about }
}
const changes =
  /^(added|deleted|removed|inserted|created|updated|modified|changed|skipped|failed|succeeded|ignored|imported|exported|unchanged|processed|errors)$/
const lowerWords = new RegExp(`(^|_)(${[...new Set(pairs.map(([lower]) => lower))].join('|')})(_|$)`)
const counts =
  /^(?:(\w+?)_(?:count|cnt)|(?:num|number_of|no_of|n|nb|cnt|total|count|count_of|total_number_of|total_count_of)_(\w+?)(?:_count)?)$/

/** The same for the singular and the plural. */
const singular = (words: string): string => words.replace(/ies$/, 'y').replace(/[es]+$/, '')

const money =
  /amount|total|price|quantity|qty|cost|(^|_)net(_|$)|tax|(^|_)vat(_|$)|(^|_)gst(_|$)|gross|discount|shipping|delivery_(cost|fee|price)|postage|(^|_)fees?(_|$)|commission|surcharge|(^|_)tip(_|$)|(^|_)sum$|^value$|^balance$|refunded|captured|paid|due|remaining|outstanding/

const describeName = (name: string): NameFacts => {
  const snake = snakeCase(name)
  const [, event] = events.exec(snake) ?? []
  const [, ending] = endings.exec(snake) ?? []
  const [, before, after] = counts.exec(snake) ?? []
  const counted = before ?? after
  const [, detail, dated, ongoing] = details.exec(snake) ?? []
  const about = detail ?? dated ?? ongoing
  return {
    name,
    snake,
    event: event === undefined ? undefined : stemOf(event),
    timeEvent: ending === undefined ? undefined : stemOf(ending),
    isError: errors.test(snake),
    stateRank: /^(status|state|phase)$/.test(snake) ? 0 : /(status|state|phase)$/.test(snake) ? 1 : undefined,
    isLower: lowerWords.test(snake),
    isMoney: money.test(snake),
    counted: counted === undefined ? undefined : singular(counted),
    isCount: isQuantity(snake),
    listed: singular(snake.replace(/_?list$|_(items?|ids?|names?|objects?|uris?|urls?)$/, '')),
    isSpelling: /^(id|key|code|value|name|label|title|text)$/.test(snake),
    inUtc: /^(.+)_(?:utc|gmt)$/.exec(snake)?.[1],
    flag: stemOf(snake.replace(/^(is|was|has_been|has)_/, '')),
    detailOf: about,
    repeatsPart: /_(id|uuid|name|code|slug|key|email|url|title|label|type|number)$/.test(snake),
    isPlan: /(^|_)(type|plan|model|tier|kind|pricing|license|ownership)$/.test(snake),
    isOfFile:
      /file|^pages?$|page_count|duration|width$|attachment|document|original|mime|content_?type|media_?type|extension/.test(
        snake,
      ),
    numberRole: numberRoleOf(snake),
    restAsPart: restOf(snake, partWords),
    restAsWhole: restOf(snake, wholeWords),
    outcome: outcomeIn(snake),
    isProgress:
      /(^|_)(?<!in_)progress(_percent(age)?)?$|^percent(age)?_?(complete|completed|done)$|^completion(_(percent|percentage|rate))?$/.test(
        snake,
      ),
    isChange: changes.test(snake),
  }
}

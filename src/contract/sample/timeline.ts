/**
 * Moments for the names of properties, on one timeline for each record: it is created, accepted, paid, sent, begins, ends, is
 * changed, and expires in the future. The table of stages decides the order of any two times, however they are written.
 */
import { memoizeNames } from '../values/memoize.ts'
import { createRandom, type Random } from '../values/random.ts'
import type { ScalarContext } from './record-subject.ts'
import { snakeCase } from './record-subject.ts'
import { processName, stemOf } from './states.ts'

const dayLength = 86_400
const morning = 7 * 3600

/** When something happens for the next time. */
const nextTime = /(^|_)next(_|$)|upcoming|trial_?end|period_?end/

/** From and to, as dates: times that do not depend on when a record was created. The first row whose pattern matches is used. */
const periods: readonly (readonly [pattern: RegExp, from: string, to: string])[] = [
  [/birth|dob|born/, '1956-01-01', '2004-12-28'],
  [/found(ed|ing)|established|incorporat/, '1985-01-01', '2015-12-28'],
  [/(^|_)since(_|$)/, '2015-01-01', '2022-12-28'],
  [/last_?renew|renewed/, '2025-01-01', '2025-03-28'],
  [
    /(^|_)(state|status|phase)_(time|date|date_?time|timestamp|at|on|since|(last_?)?(updat|chang|modif)\w*)$/,
    '2024-10-01',
    '2024-12-28',
  ],
  [
    /expir|valid_?(to|until|thru|till)|not_?(valid_?)?after|(?<!not_)valid_?before|renew|sunset|(^|_)until/,
    '2031-01-01',
    '2034-12-28',
  ],
  [/matur/, '2029-01-01', '2030-12-28'],
  [nextTime, '2025-07-01', '2025-12-28'],
  // The sign-in before the current one was before it, and nobody is active last before the last login.
  [/(^|_)current_?(sign|log|visit|session)/, '2025-06-25', '2025-06-28'],
  [
    /last_?(seen|activ|access|touch|opened)|(?<!first_)(access|touch)ed(_(at|on|date|time))?$/,
    '2025-06-01',
    '2025-06-24',
  ],
  [/last_?(sync|check|run|login|visit|used?)|(?<!first_)seen|latest|recent|sync/, '2025-04-01', '2025-05-28'],
  [/updat|modif|chang|last|edit|refresh|check(?!_?(in|out))/, '2025-01-01', '2025-03-28'],
]

/**
 * Days and minutes after the morning of the day when the record is created. Stages of one day follow each other; those that may
 * happen in either order share a row. The first row whose pattern matches is used.
 */
const stages: readonly (readonly [pattern: RegExp, day: number, minute: number])[] = [
  [/previous|prior|commit|(^|_)author(ed|_date)?(_|$)/, -5, 0],
  [/(^|_)planned_at$/, 0, 0],
  // What is recorded has happened, or was seen.
  [/occur|happen|first_?(seen|detect|discover|observ)/, 0, -20],
  // Nobody takes part before the invitation.
  [/first_?(e?mail|invit|notif|message)/, 4, -30],
  [/first_?(access|log_?in|sign_?in|visit|use)/, 4, 30],
  [/deadline|cut_?off|respond_by|reply_by|rsvp|(^|_)early(_|$)/, 3, 0],
  [/due/, 45, 0],
  [/(^|_)final(_|$)/, 40, 0],
  [/settl/, 12, 0],
  [/clos|cancel|delet|archiv|refund|destroy|revok|terminat|reject|declin|disput|voided|trash/, 100, 0],
  [/resolv/, 20, 0],
  [/feedback/, 15, 0],
  [/(^|_)eta$|estimat|expected/, 4, 125],
  [/deliver|receipt|(^|_)(read|seen)(_|$)|view|click|reply|replied|respond|answer/, 3, 300],
  [/shipp?(ed|ing|ment|_)|(^|_)ship$|dispatch/, 3, 0],
  [/attempt|trigger|fired/, 2, 0],
  [/publish|posted|releas|launch|sent|(^|_)send|notif|announc|mailed/, 2, 30],
  [/paid|payment|captur|charg|purchas/, 1, 180],
  [/queued|submit|receiv|upload|import/, 0, 20],
  [/creat|insert|regist|added|signed_?up|issued|placed|order|invit|request|report(ed|_date)/, 0, 0],
  [/confirm|accept|approv|authori[sz]|verif|validat|assign|acknowledg|review|agree|signed|claim/, 1, 0],
  [/activat|effective|process|execut|schedul|planned|enabled|(^|_)first(_|$)/, 4, 0],
]

/** What lasts half an hour: `editable_until`. */
const briefly = /^(edit\w*|lock\w*|snooz\w*|h[oe]ld\w*|paus\w*|mut\w*)_until$/

const expiry = /expir|valid_?(to|until|thru|till)/
/** What nobody holds open for years: `reset_token_expiration`, `quote_expires_at`. */
const shortLived =
  /(^|_)(reset|invite?|invitation|verification|confirmation|one_?time|otp|magic_?link|challenge|quote|exchange_?rate|(up|down)load(_?ur[il]|_link)?|hold)_/
const shortLivedThing =
  /(^|_)(quotes?|fx_\w+|exchange_?rates?(_info(rmation)?)?|otps?|challenges?|verifications?|password_?resets?|request_?tokens?|token_?(requests?|details)|upload_?ur[il]s?|magic_?links?)$/

/** Without a verb, a time is the one when the record was created. */
const unnamed = [undefined, 0, 0] as const

interface EventFacts {
  readonly period: (typeof periods)[number] | undefined
  readonly day: number
  readonly minute: number
  readonly event: string
}

/** What happens at a time, by its name. */
const eventFactsOf = memoizeNames((said: string): EventFacts => {
  const [, day, minute] = stages.find(([pattern]) => pattern.test(said)) ?? unnamed
  return { period: periods.find(([pattern]) => pattern.test(said)), day, minute, event: eventOf(said) }
})

/** What a time is called in an object that is called by what happens. */
const partOfTime = /^((local|utc)_)?(date|time|date_?time|timestamp|at|value|seconds?)?(_international)?$/

/** Who is born is so on a day, also if the document wants a time. */
const birth = /birth|dob|born/

/** An authorisation that is complete was given before what it is for. */
const authorisation = /^(multi_?)?authori[sz]ations?$/

/** Epoch milliseconds, in whole seconds. Names for the same event in one object have the same moment: `createdAt` and `created_date`. */
export const momentFor = (context: ScalarContext): number => {
  const { name, owner } = context
  const snake = snakeCase(name)
  const said = partOfTime.test(snake) && owner !== '' ? snakeCase(owner) : snake
  if (briefly.test(said)) return (creationOf(context) + 1800) * 1000
  if (expiry.test(said) && (shortLived.test(said) || shortLivedThing.test(snakeCase(owner.split(' ')[0] ?? ''))))
    return (creationOf(context) + dayLength) * 1000
  const isOwn = /^date|^time$/.test(snake) && said !== snake && brief.test(said)
  const isBefore = isAuthorised(said, owner)
  // The day of an appointment is the one when it begins.
  const span = isOwn ? spanOf('start') : isBefore ? undefined : (isLodging(owner, said) ? spanOfStay : spanOf)(said)
  if (span) return momentOfSpan(context, span) * 1000
  const { period, event } = eventFactsOf(said)
  if (period) return momentBetween(context, [said === snake ? '' : said, event], period[1], period[2]) * 1000
  const { day, minute } = eventFactsOf(isBefore ? 'authorised' : said)
  const start = creationOf(context) + day * dayLength + minute * 60
  // Different events of one stage are some minutes apart.
  return (start + (event === '' || event === 'creat' ? 0 : createRandom(0, event).integer(1, 900))) * 1000
}

const isAuthorised = (snake: string, owner: string): boolean =>
  /^complet/.test(snake) && authorisation.test(snakeCase(owner.split(' ')[0] ?? ''))

/** Seconds. The moment when the record around a value was created; those inside of it before, items of a list on the following days. */
const creationOf = ({ seed, ownerPointer, partPointer, rank }: ScalarContext): number => {
  const random = createRandom(seed, 'created')
  const first = Date.parse('2024-01-20') / 1000
  // Records that refer to others are younger.
  const [least, most] = rank === undefined ? [0, 140] : [30 * rank, 30 * rank + 20]
  const day =
    random.integer(least, most) -
    (partPointer === undefined ? 0 : createRandom(seed, partPointer, 'before').integer(3, 15))
  return first + (day + itemsOf(ownerPointer)) * dayLength + morning + random.integer(0, 4 * 3600)
}

/** How many items of lists are before the one that has the value. */
const itemsOf = (ownerPointer = ''): number =>
  (ownerPointer.match(/\/\d+(?=\/|$)/g) ?? []).reduce((sum, item) => sum + Number(item.slice(1)), 0)

/** Seconds. */
const momentBetween = (
  { seed, personPointer, recordPointer }: ScalarContext,
  about: readonly string[],
  from: string,
  to: string,
): number => {
  // The events of one person are at different times.
  const at = recordPointer.length > personPointer.length ? recordPointer : personPointer
  const random = createRandom(seed, at, 'moment', ...about)
  const day = random.integer(Date.parse(from) / 1000 / dayLength, Date.parse(to) / 1000 / dayLength)
  if (about.some((event) => birth.test(event))) return day * dayLength
  // Nobody works at night.
  return day * dayLength + random.integer(morning, 19 * 3600)
}

/** Words that only say how a time is written. */
const forms = new Set(
  'at on for date time datetime timestamp utc gmt local iso unix epoch ms millis seconds str string formatted readable human ts when day iso8601'.split(
    ' ',
  ),
)

/** The event without its form: `creat` of `creation_time` and of `date_created`. */
const eventOf = (snake: string): string =>
  snake
    .split('_')
    .filter((word) => !forms.has(word))
    .map((word) => (word.startsWith('creat') ? 'creat' : stemOf(word)))
    .join('_')

interface Span {
  /** What begins and ends: `period` of `period_start`. */
  readonly about: string
  readonly isEnd: boolean
  readonly isPlanned: boolean
  /** Whether it is the end of the time when something may begin or end. */
  readonly isWindowEnd: boolean
  /** Whether it is the time within which it begins and ends: `window_start`. */
  readonly isAround: boolean
}

const beginning =
  /^(starts?|started|starting|begins?|began|begun|beginning|from|opens?|opened|opening|depart(s|ed|ure|ing)?|checkin|in|joins?|joined|enter(ed|s)?|pickup|initial)$/
const ending =
  /^(ends?|ended|ending|finish(es|ed)?|stop(s|ped)?|complet(es?|ed|ion)|done|to|arriv(es?|al|ed|ing)|checkout|out|leaves?|left|exit(ed|s)?|dropoff)$/
const edges = /^(checkin|checkout|pickup|dropoff)$/
const plans = /^(schedul|plan|expect|estimat|target|propos)/

const lodging = /book|reserv|stay|guest|hotel|room|lodg|rental|accommodat/i

/** A guest arrives first and departs last, a train does not. */
const isLodging = (owner: string, name: string): boolean => /arriv|depart/i.test(name) && lodging.test(owner)

/** Undefined if the name says neither that something begins nor that it ends. */
const spanOf = memoizeNames((snake: string): Span | undefined => readSpan(snake, snake))

const spanOfStay = memoizeNames((snake: string): Span | undefined =>
  readSpan(snake, snake.replace(/arriv\w*/, 'checkin').replace(/depart\w*/, 'checkout')),
)

const readSpan = (snake: string, spelled: string): Span | undefined => {
  const words = spelled.replace(/(check|pick|drop)_?(in|out|up|off)(?=_|$)/g, '$1$2').split('_')
  if (
    /expir|valid_?(to|until|thru|till)|birth|updat|modif|^last|^next|(^|_)opt(ed)?_|sign(ed)?_in|(^|_)early_/.test(
      snake,
    )
  )
    return undefined
  // `checkin_from` and `checkin_to` are a window at the beginning.
  const edge = words.find((word) => edges.test(word))
  const isWindow = edge !== undefined && words.some((word) => /^(from|to|until|till|starts?|ends?|begins?)$/.test(word))
  const isEnd = isWindow ? ending.test(edge) : words.some((word) => ending.test(word))
  const [first] = words
  // `effective_date` beside `end_date`.
  const isBeginning = (word: string): boolean => beginning.test(word) || (word === 'effective' && word === first)
  if (!isEnd && !words.some(isBeginning)) return undefined
  const about = words.filter((word) => !(ending.test(word) || isBeginning(word) || plans.test(word) || forms.has(word)))
  return {
    about: about
      .filter((word) => word !== 'window' && !(isWindow && /^(until|till)$/.test(word)))
      .map(stemOf)
      .join('_'),
    isEnd,
    isPlanned: words.some((word) => plans.test(word)),
    isWindowEnd: isWindow && words.some((word) => /^(to|until|till|ends?)$/.test(word)),
    isAround: words.includes('window'),
  }
}

const long =
  /period|contract|subscri|trial|term|employ|leas|campaign|season|policy|insur|project|plan|member|school|fiscal|financial|semester|academic|coverage|licen|agree|promo|discount|offer|coupon|sale|polic|position|education|experience|tax|budget|sprint|mileston|rental|standing|recurr|statement|billing|invoice|cycle|consent|history|declaration/
const stay =
  /event|conference|festival|visit|race|match|check|stay|reserv|guest|hotel|room|holiday|vacation|leave(?!_(time|at|date))|absence|trip|travel|tour/

/** What lasts an hour. */
const brief = /(^|_)(appointments?|meetings?|calls?|lessons?|time_?slots?|slots?|shifts?)(_|$)/

/** What is written about a time that is over. */
const summary =
  /statement|invoice|report|payslip|payroll|usage|summar|analytic|metric|statistic|stats|billing|declaration/

/** An end is as long after its beginning as such things usually last. Seconds. */
const momentOfSpan = (context: ScalarContext, { about, isEnd, isPlanned, isWindowEnd, isAround }: Span): number => {
  const { name, owner, keywords, seed, example } = context
  // What waits first begins to run after it was started.
  const isRun = /^(run|process|execut|work)$/.test(about)
  // What a machine computes of a period takes minutes, after its end.
  if (/^run_\w/.test(about)) return creationOf(context) + 100 * dayLength + (isEnd ? 900 : 0)
  const random = createRandom(seed, 'span', isRun ? '' : about)
  // `end.date` and `end.dateTime` are one moment.
  const isPart = partOfTime.test(snakeCase(name))
  const snake = snakeCase(`${owner} ${isLodging(owner, name) ? 'stay' : ''} ${name}`)
  // Participants register before it begins.
  if (/^(regist|enrol|rsvp|signup|sign_up|applic|submission|presal|preorder|ticket|sal)/.test(about))
    return creationOf(context) + (isEnd ? 3 * dayLength : dayLength)
  const length =
    periodOf(context, snake) ??
    lengthOf(random.fraction(), snake, isPart ? '' : context.name, isPart ? {} : keywords, example)
  const begin = beginOf(context, random, length) - (isPlanned ? 300 : 0) + (isRun && !isEnd ? 60 : 0)
  const start = summary.test(snake) && !processName.test(snakeCase(owner)) ? begin - length - 7 * dayLength : begin
  const around = isAround ? 3600 : 0
  return (isEnd ? start + length + around : start - around) + (isWindowEnd ? 4 * 3600 : 0)
}

/** What is written down when it is over: the hours that somebody worked. */
const logged =
  /(^|_)(time_?(sheets?|entr(y|ies)|logs?|records?|cards?)|work_?logs?|call_?(logs?|records?)|page_?views?|views)(_|$)/

/** Seconds. */
const beginOf = (context: ScalarContext, random: Random, length: number): number => {
  const { owner, ownerPointer } = context
  const [around = ''] = owner.split(' ')
  // What goes wrong is recorded when it begins.
  if (/(^|_)(incidents?|outages?|alerts?|alarms?)$/.test(snakeCase(around))) return creationOf(context)
  if (nextTime.test(snakeCase(around))) return momentBetween(context, ['next'], '2025-07-01', '2025-12-28')
  const created = creationOf(context)
  if (logged.test(snakeCase(owner)) && length < dayLength / 6) return created - length - 900
  // What happened to the items of a list happened before the whole ended.
  return created - 2 * itemsOf(ownerPointer) * dayLength + 4 * dayLength + random.integer(0, 90) * 60
}

const months: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12 }

/** Seconds, if the record says how long its periods are: that of `interval: month` ends a month later. */
const periodOf = ({ facts }: ScalarContext, snake: string): number | undefined => {
  const interval = facts?.get('interval')
  if (interval === undefined || !/(^|_)(periods?|cycles?|statements?|reports?|summary|usage|budgets?)(_|$)/.test(snake))
    return undefined
  if (interval === 'day' || interval === 'week') return (interval === 'day' ? 1 : 7) * dayLength
  const count = months[interval]
  return count === undefined ? undefined : Math.round((count * 365.25) / 12) * dayLength
}

/** An example of a day without a time: `20160801`. */
const writtenDay = /^(19|20)\d\d(-?)(0[1-9]|1[0-2])\2([0-2]\d|3[01])$/

/** Seconds: months, days or minutes. */
const lengthOf = (
  fraction: number,
  snake: string,
  name: string,
  { format }: Readonly<Record<string, unknown>>,
  example: unknown,
): number => {
  const between = (least: number, most: number): number => least + Math.floor(fraction * (most - least + 1))
  const isDay =
    format === 'date' ||
    writtenDay.test(String(example)) ||
    (/(^|_)(date(?!_?time)|day)(_|$)/.test(snakeCase(name)) && format !== 'date-time')
  if (brief.test(snake)) return isDay ? 0 : between(15, 110) * 60
  if (long.test(snake)) return between(30, 90) * dayLength
  if (stay.test(snake)) return between(1, 7) * dayLength
  if (isDay) return between(14, 60) * dayLength
  return between(15, 110) * 60
}

/** The year of a time, and what else a date consists of. */
export const datePartFor = (context: ScalarContext, snake: string): number | undefined => {
  if (/(^|_)(exp|expiry|expiration|birth|built|founded|established|per|a|each|model|vehicle)_?year$/.test(snake))
    return undefined
  if (context.isDate !== true && !/(^|_)year$/.test(snake)) return undefined
  const [, rest, part] = /^(?:(.*)_)?(year|month|day|hours?|minutes?|seconds?)$/.exec(snake) ?? []
  if (part === undefined) return undefined
  const [owner = ''] = context.owner.split(' ')
  const about = rest ?? (context.isDate === true ? owner : 'created')
  const at = new Date(momentFor({ ...context, name: `${about}_date`, owner: '' }))
  const parts: Readonly<Record<string, number>> = {
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
  }
  return parts[part.replace(/s$/, '')]
}

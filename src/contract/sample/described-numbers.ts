/**
 * What the description of a number says: the range that it is in, and that it is a moment. Separate, because documents often write
 * there what belongs into `minimum`, `maximum` and `format`.
 */
import { memoize } from '../values/memoize.ts'

type Keywords = Readonly<Record<string, unknown>>

export interface NumberFacts {
  readonly least: number | undefined
  readonly most: number | undefined
  /** Whether it counts from 1970. */
  readonly isMoment: boolean
  /** The only values that it may have. */
  readonly listed: readonly number[]
  /** Whether it is 0 or 1. */
  readonly isFlag: boolean
}

const maxRead = 400

const number = '([-+]?(?:[1-9]\\d{0,2}(?:,\\d{3})+(?!,\\d{3})|\\d+(?:\\.\\d+)?(?!\\d|,\\d{3},\\d{3})))'
/** From 0 to 1. Range [0, 1]. Between 900 and 43,200. Three numbers are a list. */
const range = new RegExp(
  `\\b(?:(?:ranges? )?from|between|ranges?(?: (?:is|of|in))?:?|values?(?: are| is)?:?|bounds:|scale (?:of|from)|in) ?[\\[(]?${number}%? ?(?:and|to|through|-|–|->|\\.\\.|,(?! ?[\\d.]*\\d,? (?:and |or )?\\d)) ?${number}\\b(?!-| ?(?:january|february|march|april|may|june|july|august|september|october|november|december|am\\b|pm\\b))`,
  'i',
)
/** [0.0, 1.0], (0-59), (0.0 -> 1.0) */
const bracketed = new RegExp(
  `\\[${number}, ?${number}\\](?!\\()|\\(${number} ?(?:-|–|->|\\.\\.|to|through) ?${number}\\)`,
  'i',
)
/** The maximum allowed value is 1200. Must be less than or equal to 10. */
const upper = new RegExp(
  `\\bmax(?:imum)?(?: (?:allowed|possible|valid))?(?: value)?(?: for this (?:field|property|value))?(?: is| of|:) ?${number}\\b(?! ?(?!and\\b|or\\b)[a-z%°])|\\b(?:must|should|can|cannot|may)(?: not)? (?:be )?(?:at most|less than or equal to|no (?:more|greater|larger) than|exceed) ?${number}\\b(?! ?(?!and\\b|or\\b)[a-z%°])|<= ?${number}\\b`,
  'i',
)
const lower = new RegExp(
  `\\bmin(?:imum)?(?: (?:allowed|possible|valid))?(?: value)?(?: for this (?:field|property|value))?(?: is| of|:) ?${number}\\b(?! ?(?!and\\b|or\\b)[a-z%°])|\\b(?:must|should) (?:be )?(?:at least|greater than or equal to|no (?:less|smaller) than) ?${number}\\b(?! ?(?!and\\b|or\\b)[a-z%°])|>= ?${number}\\b`,
  'i',
)
/** Valid values are 7, 30, and 90. */
const list =
  /(?<!default )\b(?:values?(?: are| is)?|one of|must be|can be(?= [\d, or]+(?:[.;)]|$))|either):? ((?:\d{1,4}(?:\.\d+)?(?:,(?!\d{3}\b) ?(?:(?:and|or) )?| (?:and|or) )){1,9}\d{1,4}(?:\.\d+)?)\b(?!,\d{3}| ?[-–%])/i
/** Codes with their meanings: 1 - text, 2 - number. `0`: locked. 0 = off. Not a two-letter code, nor the ends of a scale. */
const coded =
  /(?:^|[\s(,;*])[`"']?(\d{1,2})[`"']?(?: ?[-–—] |(?<=\d[`"']?) [-–—](?=[`"']?[A-Za-z])|: | ?= ?)[`"']?(?=[A-Za-z])/g

/** Some of more codes. */
const goesOn = /\betc\b|\band so on\b|\be\.g\b|\bfor example\b|\.\.\./i

const codesIn = (text: string): readonly number[] => {
  if (!/\d/.test(text) || goesOn.test(text)) return []
  const codes = [...new Set([...text.matchAll(coded)].map(([, code]) => Number(code)))]
  const [first = 0] = codes
  const last = codes.at(-1) ?? 0
  const isAscending = codes.every((code, index) => index === 0 || code > (codes[index - 1] ?? code))
  const isDense = last - first < codes.length || (codes.length > 2 && last - first <= codes.length * 3)
  return codes.length > 1 && first <= 1 && isAscending && isDense ? codes : []
}

/** Percentage of the traffic. Not that of what may be more than all of it. */
const percentage = /^(?:the |an? )?(?:\w+ ){0,2}percent(?:age)? (?:of|that|chance|complete)\b|\bin percent\b/i
const mayExceed =
  /increase|growth|change|relative to|compared|more than 100|greater than 100|above 100|fraction|decimal|micros|0\.\d/i

/** 1 if it is so. 0 = no, 1 = yes. */
const binary =
  /^(?:1|0) (?:if|when)\b|\b(?:0|1) ?(?:=|-|:|\() ?(?:yes|no|true|false|on|off|enabled|disabled)\b|\b0 or 1\b/i

const moment =
  /\b(?:unix|epoch)[- ]?(?:time|timestamp|seconds|milli\w*)\b|\b(?:milli)?seconds (?:\w+ ){0,2}since\b|^(?:the |a )?(?:\w+ ){0,2}timestamp\b|\btime(?:stamp)? \((?:in )?(?:unix|milli|ms)|\bsince (?:the )?(?:unix )?epoch\b/i

const toNumber = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text.replace(/[,+]/g, ''))

const firstNumber = (pattern: RegExp, text: string): number | undefined =>
  toNumber(pattern.exec(text)?.slice(1).find(Boolean))

/** The range that a text names, and its bounds where it names them apart. */
const boundsIn = (text: string): Pick<NumberFacts, 'least' | 'most'> => {
  const named = /\d/.test(text) ? namedBounds(text) : undefined
  return named ?? (percentage.test(text) && !mayExceed.test(text) ? { least: 0, most: 100 } : noBounds)
}

/** Of a text with digits. */
const namedBounds = (text: string): Pick<NumberFacts, 'least' | 'most'> | undefined => {
  const [low, high] = (range.exec(text) ?? bracketed.exec(text))?.slice(1).filter(Boolean) ?? []
  const [least, most] = [toNumber(low), toNumber(high)]
  if (least !== undefined && most !== undefined) return least < most ? { least, most } : noBounds
  const apart = { least: firstNumber(lower, text), most: firstNumber(upper, text) }
  const isEmpty = apart.least !== undefined && apart.most !== undefined && apart.least >= apart.most
  return !isEmpty && (apart.least ?? apart.most) !== undefined ? apart : undefined
}

const noBounds = { least: undefined, most: undefined }

export const readNumber = memoize((keywords: Keywords): NumberFacts => {
  const { description } = keywords
  const text = typeof description === 'string' ? description.slice(0, maxRead).replaceAll('`', '') : ''
  if (binary.test(text)) return { least: 0, most: 1, listed: [], isMoment: false, isFlag: true }
  const [, said = ''] = list.exec(text) ?? []
  const listed = said.match(/\d+(\.\d+)?/g)?.map(Number) ?? codesIn(text)
  if (listed.length > 0) return { ...noBounds, listed, isMoment: false, isFlag: false }
  return { ...boundsIn(text), listed, isMoment: moment.test(text), isFlag: false }
})

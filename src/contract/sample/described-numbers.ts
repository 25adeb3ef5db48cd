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
}

const maxRead = 400

const number = '(-?\\d{1,3}(?:,\\d{3})+|-?\\d+(?:\\.\\d+)?)'
/** From 0 to 1. Range [0, 1]. Between 900 and 43,200. */
const range = new RegExp(
  `\\b(?:(?:ranges? )?from|between|ranges?(?: (?:is|of|in))?:?|values?(?: are| is)?:?|scale (?:of|from)|in) ?[\\[(]?${number}%? ?(?:and|to|through|,|-|–|\\.\\.) ?${number}\\b(?!-| ?(?:january|february|march|april|may|june|july|august|september|october|november|december|am\\b|pm\\b))`,
  'i',
)
/** 1 if it is so. 0 = no, 1 = yes. */
const binary =
  /^(?:1|0) (?:if|when)\b|\b(?:0|1) ?(?:=|-|:|\() ?(?:yes|no|true|false|on|off|enabled|disabled)\b|\b0 or 1\b/i

const moment =
  /\b(?:unix|epoch)[- ]?(?:time|timestamp|seconds|milli\w*)\b|\b(?:milli)?seconds (?:\w+ ){0,2}since\b|^(?:the |a )?(?:\w+ ){0,2}timestamp\b|\btime(?:stamp)? \((?:in )?(?:unix|milli|ms)|\bsince (?:the )?(?:unix )?epoch\b/i

const toNumber = (text: string): number => Number(text.replaceAll(',', ''))

export const readNumber = memoize((keywords: Keywords): NumberFacts => {
  const { description } = keywords
  const text = typeof description === 'string' ? description.slice(0, maxRead) : ''
  if (binary.test(text)) return { least: 0, most: 1, isMoment: false }
  const isMoment = moment.test(text)
  const [, low, high] = range.exec(text) ?? []
  if (low === undefined || high === undefined) return { least: undefined, most: undefined, isMoment }
  const [least, most] = [toNumber(low), toNumber(high)]
  return least < most ? { least, most, isMoment } : { least: undefined, most: undefined, isMoment }
})

/**
 * A number for a schema: in the range that people expect under the name of its property, within the bounds of the schema.
 */
import type { ScalarContext } from './realistic-text.ts'

/** Usual ranges by the name of the property. The first row whose pattern matches is used. */
const ranges: readonly (readonly [RegExp, number, number])[] = [
  [/lat(itude)?$/i, -60, 60],
  [/(lon|lng|longitude)$/i, -150, 150],
  [/(^|_)age$/i, 18, 80],
  [/year$/i, 2000, 2025],
  [/month$/i, 1, 12],
  [/(^|_)day$/i, 1, 28],
  [/hour$/i, 0, 23],
  [/(percent|percentage|ratio|rate|score|progress)$/i, 1, 100],
  [/(rating|stars)$/i, 1, 5],
  [/(quantity|qty|count|page|pages)$/i, 1, 20],
  [/(^id|_id|Id|ID)$/, 1, 999_999],
  [/(price|amount|total|cost|fee|balance)$/i, 1, 500],
  [/^(created|updated|expires|timestamp)$|(_at|At)$/, 1_672_531_200, 1_735_603_200],
]

const isNumber = (value: unknown): value is number => typeof value === 'number'

export const generateNumber = ({ keywords, random, name }: ScalarContext, isInteger: boolean): number => {
  const step = isNumber(keywords.multipleOf) && keywords.multipleOf > 0 ? keywords.multipleOf : isInteger ? 1 : 0.01
  const above = isNumber(keywords.exclusiveMinimum) ? keywords.exclusiveMinimum : undefined
  const below = isNumber(keywords.exclusiveMaximum) ? keywords.exclusiveMaximum : undefined
  const minimum = isNumber(keywords.minimum) ? keywords.minimum : undefined
  const maximum = isNumber(keywords.maximum) ? keywords.maximum : undefined
  const least = Math.max(minimum ?? Number.NEGATIVE_INFINITY, above ?? Number.NEGATIVE_INFINITY)
  const most = Math.min(maximum ?? Number.POSITIVE_INFINITY, below ?? Number.POSITIVE_INFINITY)
  const [, from = 1, to = 1_000] = ranges.find(([pattern]) => pattern.test(name)) ?? []
  const [low, high] = narrow(from, to, least, most)
  const first = Math.ceil(low / step) + (Math.ceil(low / step) * step === above ? 1 : 0)
  const last = Math.floor(high / step) - (Math.floor(high / step) * step === below ? 1 : 0)
  // The range is narrower than a step.
  if (first > last) return isInteger ? Math.ceil(low) : (low + high) / 2
  return round(random.integer(first, last) * step)
}

/** The usual range within the bounds; if they exclude it, a range of the same length at the nearer bound. */
const narrow = (from: number, to: number, least: number, most: number): readonly [number, number] => {
  if (least <= to && most >= from) return [Math.max(from, least), Math.min(to, most)]
  return most < from ? [Math.max(least, most - (to - from)), most] : [least, Math.min(most, least + (to - from))]
}

/** Without the error of floating-point arithmetic: 0.30000000000000004 becomes 0.3. */
const round = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(12)))

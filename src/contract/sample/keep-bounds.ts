/**
 * Values that were changed to agree with others stay within the bounds of their schemas: `winner_id: 0` says that nobody has won, but
 * may break a minimum. The whole value would have to be generated once more otherwise.
 */
import type { Json, JsonObject } from '../../ports.ts'

const keywordsOfBounds = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'minLength', 'format'] as const

export const hasBounds = (keywords: JsonObject): boolean =>
  keywordsOfBounds.some((keyword) => keywords[keyword] !== undefined)

/** Puts back what was generated before, by name. `bounds`: the keywords of those properties that have some. */
export const keepBounds = (
  values: Map<string, Json>,
  generated: ReadonlyMap<string, Json>,
  bounds: ReadonlyMap<string, JsonObject>,
): void => {
  for (const [name, keywords] of bounds) {
    const [before, after] = [generated.get(name), values.get(name)]
    if (before !== undefined && after !== undefined && after !== before && breaksBounds(keywords, after))
      values.set(name, before)
  }
}

const breaksBounds = (keywords: JsonObject, value: Json): boolean => {
  if (typeof value === 'string')
    return value === '' && (keywords.format !== undefined || isAbove(keywords.minLength, 0))
  if (typeof value !== 'number') return false
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = keywords
  return (
    isAbove(minimum, value) ||
    exclusiveMinimum === value ||
    isAbove(exclusiveMinimum, value) ||
    isBelow(maximum, value) ||
    exclusiveMaximum === value ||
    isBelow(exclusiveMaximum, value)
  )
}

const isAbove = (bound: Json | undefined, value: number): boolean => typeof bound === 'number' && bound > value

const isBelow = (bound: Json | undefined, value: number): boolean => typeof bound === 'number' && bound < value

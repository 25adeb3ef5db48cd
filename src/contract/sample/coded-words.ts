/**
 * The words of a code that its description lists: `Pending = 1, Rejected = 2`, `1 - Pending, 2 - Rejected`.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { memoize } from '../values/memoize.ts'

const pairs: readonly (readonly [form: RegExp, code: 1 | 2])[] = [
  [/(?:^|[\s(,;])`?(\d{1,3})`?\s*(?:=|:|-|–|=>)\s*["'`]?([A-Z][\w ]{1,30}?)["'`]?(?=\s*(?:[,;.)\n<]|$))/g, 1],
  [/(?:^|[\s(,;])["'`]?([A-Z][\w ]{1,30}?)["'`]?\s*(?:=|:|=>)\s*`?(\d{1,3})`?(?=\s*(?:[,;.)\n<]|$))/g, 2],
]

/** By the code; empty if there are fewer than two. */
const wordsIn = memoize(({ description }: JsonObject): ReadonlyMap<string, string> => {
  if (typeof description !== 'string' || !/\d/.test(description)) return new Map()
  for (const [form, code] of pairs) {
    const found = [...description.matchAll(form)].flatMap((match) => {
      const [own, word] = code === 1 ? [match[1], match[2]] : [match[2], match[1]]
      return own === undefined || word === undefined ? [] : [[own, word.trim()] as const]
    })
    if (found.length > 1) return new Map(found)
  }
  return new Map()
})

export const isCodeOfPair = (name: string): boolean => /^(id|value|code|key)$/i.test(name)
export const isWordOfPair = (name: string): boolean => /^(label|name|text|display|description)$/i.test(name)

export const wordOfCode = (keywords: JsonObject, value: Json): string | undefined =>
  typeof value === 'number' ? wordsIn(keywords).get(String(value)) : undefined

/**
 * The text of a result, with a bounded length: a client pays for every character, and cuts off or rejects long results.
 */
import { isJsonArray } from '../contract/values/json-object.ts'
import { parseJsonText, stringifyJson } from '../contract/values/json-text.ts'
import type { Json } from '../ports.ts'
import type { ToolResult } from './tool.ts'

/** Characters: about 10,000 tokens, from which on some clients warn. */
export const maxResult = 40_000

/** Whole items of a list, or the start of anything else, with a remark about what is missing. */
export const limitResult = ({ text, total }: ToolResult): string => {
  const items = text.startsWith('[') ? readList(text) : undefined
  if (items === undefined)
    return text.length <= maxResult
      ? text
      : `${startOf(text)}\n\nThe first ${maxResult} of ${text.length} characters. Select less, if the tool has arguments for that.`
  const all = Math.max(total ?? 0, items.length)
  const kept = text.length <= maxResult ? items : itemsThatFit(items)
  if (kept.length === all) return text
  // A single long item: its start is better than nothing.
  const isCut = kept.length === 0 && items.length > 0
  const shown = isCut ? startOf(text) : stringifyJson(kept)
  const advice = 'limit and offset, or filters, select others, if the tool has these arguments.'
  return `${shown}\n\n${isCut ? `The start of ${all}` : `${kept.length} of ${all}`} items; ${advice}`
}

/** Half of a surrogate pair at the end is left out: strict readers reject a message that has one. */
const startOf = (text: string): string => text.slice(0, maxResult).replace(/\p{Surrogate}$/u, '')

const readList = (text: string): readonly Json[] | undefined => {
  try {
    const { exact } = parseJsonText(text)
    return isJsonArray(exact) ? exact : undefined
  } catch {
    return undefined
  }
}

const itemsThatFit = (items: readonly Json[]): readonly Json[] => {
  let length = 0
  const tooMany = items.findIndex((item) => {
    length += stringifyJson(item).length + 1
    return length > maxResult
  })
  return tooMany === -1 ? items : items.slice(0, tooMany)
}

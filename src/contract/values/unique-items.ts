/**
 * The keyword uniqueItems in time proportional to the items, not to their pairs: an array of a hundred thousand objects would
 * block the process otherwise. Integers are compared by every digit.
 */
import type { Digits } from './json-text.ts'
import { appendPointer } from './pointer.ts'

/** The indexes of the first two equal items; undefined if all differ. `pointer` is the place of the array. */
export const findEqualItems = (
  items: readonly unknown[],
  digits: Digits | undefined,
  pointer: string,
): readonly [number, number] | undefined => {
  const seen = new Map<string, number>()
  for (const [index, item] of items.entries()) {
    const text = writeWithDigits(item, digits, digits ? appendPointer(pointer, index) : '')
    const before = seen.get(text)
    if (before !== undefined) return [before, index]
    seen.set(text, index)
  }
  return undefined
}

/** Equal values have equal strings: names are sorted. */
export const writeCanonical = (value: unknown): string => writeWithDigits(value, undefined, '')

const writeWithDigits = (value: unknown, digits: Digits | undefined, pointer: string): string => {
  if (typeof value !== 'object' || value === null) return String(digits?.get(pointer) ?? JSON.stringify(value))
  const at = (key: string | number): string => (digits ? appendPointer(pointer, key) : '')
  if (Array.isArray(value)) return `[${value.map((item, index) => writeWithDigits(item, digits, at(index))).join(',')}]`
  const parts = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, item]) => `${JSON.stringify(name)}:${writeWithDigits(item, digits, at(name))}`)
  return `{${parts.join(',')}}`
}

/**
 * The data of a file with every digit of its integers. The fast parser has rounded them; a second look is only taken at
 * files that hold long ones.
 */
import { isJsonObject } from '../values/json-object.ts'
import { parseJsonText } from '../values/json-text.ts'
import type { Source } from './source.ts'

/** Integers outside ±(2^53-1) as bigint, all else as in `source.data`. */
export const readExact = async (source: Source): Promise<unknown> => {
  if (!/\d{16}/.test(source.text)) return source.data
  if (source.file.endsWith('.json')) return parseJsonText(source.text).exact
  const { parse } = await import('yaml')
  return shrink(parse(source.text, { intAsBigInt: true }))
}

const shrink = (value: unknown): unknown => {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
  if (Array.isArray(value)) return value.map(shrink)
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shrink(item)]))
    : value
}

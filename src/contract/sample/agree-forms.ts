/**
 * Makes two forms of one thing agree: a code and its words, a color in two notations, coordinates and the kind of their geometry.
 */
import type { Json } from '../../ports.ts'
import { isJsonArray } from '../values/json-object.ts'
import type { AgreeingStep } from './agreeable.ts'

export const wordsName = /^(desc|description|label|display|display_?(name|value)|text)$/

/** `{ value: "BK", desc: … }`: an object of a code and its words, and nothing else. */
export const spellCode: AgreeingStep = ({ values, isFree }, names) => {
  if (values.size > 3) return
  const find = (pattern: RegExp): string | undefined =>
    [...names].find(([name, { snake }]) => pattern.test(snake) && typeof values.get(name) === 'string')?.[0]
  const [code, words] = [find(/^(value|code)$/), find(wordsName)]
  const text = code === undefined ? undefined : String(values.get(code))
  if (words === undefined || text === undefined || !isFree(words) || !/^[A-Za-z][A-Za-z_-]*$/.test(text)) return
  const plain = text.replace(/[_-]+/g, ' ').trim()
  values.set(words, plain.charAt(0).toUpperCase() + plain.slice(1).toLowerCase())
}

export const hexName = /^(hex|hex_?(code|color|value))$/

/** `red`, `green` and `blue` beside `hex`. */
export const mixColor: AgreeingStep = ({ values, isFree }, names) => {
  const [hex] =
    [...names].find(([name, { snake }]) => hexName.test(snake) && /^#?[0-9a-f]{6}$/i.test(String(values.get(name)))) ??
    []
  if (hex === undefined) return
  const digits = String(values.get(hex)).slice(-6)
  for (const [index, pattern] of [/^(r|red)$/, /^(g|green)$/, /^(b|blue)$/].entries())
    for (const [name, { snake }] of names)
      if (pattern.test(snake) && typeof values.get(name) === 'number' && isFree(name))
        values.set(name, Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16))
}

const depthOf = (value: Json | undefined): number => (isJsonArray(value) ? 1 + depthOf(value[0]) : 0)

const geometries = ['', 'Point', 'LineString', 'Polygon', 'MultiPolygon'] as const

/** A list of two numbers is a point. */
export const nameGeometry: AgreeingStep = ({ values, isFree, membersOf }, names) => {
  const [place] = [...names].find(([, { snake }]) => snake === 'coordinates') ?? []
  const [type] = [...names].find(([, { snake }]) => snake === 'type') ?? []
  const wanted = place === undefined ? undefined : geometries[depthOf(values.get(place))]
  if (type === undefined || wanted === undefined || wanted === '' || values.get(type) === wanted) return
  const members = membersOf(type)
  if (members.includes(wanted) || (members.length === 0 && isFree(type))) values.set(type, wanted)
}

/**
 * Makes two forms of one thing agree: a code and its words, a color in two notations, coordinates and the kind of their geometry.
 */
import type { Json } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { type AgreeingStep, findName } from './agreeable.ts'

export const wordsName = /^(desc|description|label|display|display_?(name|value)|text)$/

/** `{ value: "BK", desc: … }`: an object of a code and its words, and nothing else. */
export const spellCode: AgreeingStep = ({ values, isFree }, names) => {
  if (values.size > 3) return
  const find = (pattern: RegExp): string | undefined =>
    findName(names, (name, { snake }) => pattern.test(snake) && typeof values.get(name) === 'string')
  const [code, words] = [find(/^(value|code)$/), find(wordsName)]
  const text = code === undefined ? undefined : String(values.get(code))
  // An empty code says nothing.
  if (words !== undefined && text === '' && isFree(words)) values.set(words, '')
  if (words === undefined || text === undefined || !isFree(words) || !/^[A-Za-z][A-Za-z_-]*$/.test(text)) return
  const plain = text.replace(/[_-]+/g, ' ').trim()
  values.set(words, plain.charAt(0).toUpperCase() + plain.slice(1).toLowerCase())
}

export const hexName = /^(hex|hex_?(code|color|value)|(color|colour)_?(hex|code|value|sample|swatch|rgb)|swatch)$/

/** Of the words that generated colors have. */
const colors: Readonly<Record<string, string>> = {
  red: 'd32f2f',
  green: '388e3c',
  blue: '1976d2',
  amber: 'ffc107',
  violet: '8e24aa',
  teal: '00897b',
  white: 'ffffff',
  black: '000000',
}

/** `hex` beside `color: teal`. */
const nameColor: AgreeingStep = ({ values, isFree }, names) => {
  const said = findName(
    names,
    (name, { snake }) => /^(color|colour|name|color_?name)$/.test(snake) && isColor(values.get(name)),
  )
  const code = said === undefined ? undefined : colors[String(values.get(said)).toLowerCase()]
  if (code === undefined) return
  for (const { name, snake } of names.values()) {
    const hex = values.get(name)
    if (hexName.test(snake) && typeof hex === 'string' && isFree(name))
      values.set(name, hex.startsWith('#') ? `#${code}` : code)
  }
}

const isColor = (value: Json | undefined): boolean =>
  typeof value === 'string' && Object.hasOwn(colors, value.toLowerCase())

/** `red`, `green` and `blue` beside `hex`. */
export const mixColor: AgreeingStep = (object, names) => {
  const { values, isFree } = object
  nameColor(object, names)
  const hex = findName(
    names,
    (name, { snake }) => hexName.test(snake) && /^#?[0-9a-f]{6}$/i.test(String(values.get(name))),
  )
  if (hex === undefined) return
  const digits = String(values.get(hex)).slice(-6)
  for (const [index, pattern] of [/^(r|red)$/, /^(g|green)$/, /^(b|blue)$/].entries())
    for (const { name, snake } of names.values())
      if (pattern.test(snake) && typeof values.get(name) === 'number' && isFree(name))
        values.set(name, Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16))
}

export const versionName =
  /(^|_)version(_?(number|name|string|info|label|id|text|code))?$|^(release|tag|tag_name|semver)$/

/** Names for one version, of which an object may have several. */
const ownVersion =
  /^(full_|display_|current_|latest_|semantic_)?version(_?(number|name|string|label|text))?$|^(release|tag|tag_name|semver)$/

const isVersion = (value: Json | undefined): value is string =>
  typeof value === 'string' && /^v?\d+(\.\d+)*$/.test(value)

/** The parts of a version in their order. */
const versionParts = [
  /^major(_?(version|number))?$/,
  /^minor(_?(version|number))?$/,
  /^(patch|build|micro|revision)(_?(version|number))?$/,
]

/** The version that an object with its parts writes. */
const writtenParts = (entries: readonly (readonly [snake: string, value: Json])[]): string | undefined => {
  const numbers = versionParts.map((pattern) => entries.find(([snake]) => pattern.test(snake))?.[1])
  const known = numbers.filter((number) => typeof number === 'number')
  return typeof numbers[0] === 'number' && known.length > 1 ? known.join('.') : undefined
}

/** Two names for the version of one object, and the numbers that it consists of. */
export const repeatVersion: AgreeingStep = ({ values, isFree, readName }, names) => {
  const versions = [...names].filter(([name, { snake }]) => ownVersion.test(snake) && isVersion(values.get(name)))
  const [first] = versions
  if (first === undefined) return
  const inside = [...names].flatMap(([name, { snake }]) => {
    const held = values.get(name)
    return versionName.test(snake) && isJsonObject(held)
      ? Object.entries(held).map(([inner, value]) => [readName(inner).snake, value] as const)
      : []
  })
  const beside = [...names].map(([name, { snake }]) => [snake, values.get(name) ?? null] as const)
  const documented = versions.find(([name]) => !isFree(name))?.[0]
  const same = documented === undefined ? (writtenParts(beside) ?? writtenParts(inside)) : undefined
  const version = same ?? values.get(documented ?? first[0]) ?? null
  for (const [name] of versions) if (isFree(name)) values.set(name, version)
}

/** `length`: hexadecimal digits of a hash. */
const algorithms: readonly (readonly [pattern: RegExp, length: number, name: string])[] = [
  [/md5/, 32, 'MD5'],
  [/sha_?1$/, 40, 'SHA1'],
  [/sha_?256/, 64, 'SHA256'],
  [/sha_?384/, 96, 'SHA384'],
  [/sha_?512/, 128, 'SHA512'],
]

/** The algorithm of a hash, where that of a signature is written beside it. */
const nameAlgorithm: AgreeingStep = ({ values, isFree }, names) => {
  const hash = findName(
    names,
    (name, { snake }) =>
      /^(hash|checksum|digest)(_?(value|sum))?$/.test(snake) && /^[0-9a-f]{32,}$/.test(String(values.get(name))),
  )
  const digits = hash === undefined ? 0 : String(values.get(hash)).length
  const [, , known] = algorithms.find(([, length]) => length === digits) ?? []
  if (known === undefined) return
  for (const { name, snake } of names.values())
    if (/^((hash|checksum|digest)_?)?(algorithm|algo)$|^(hash|checksum|digest)_?type$/.test(snake) && isFree(name))
      if (/^([REP]S(256|384|512)|AES256|default|standard|custom)$/.test(String(values.get(name))))
        values.set(name, known)
}

export const algorithmName = /(^|_)(algorithm|algo|hash_?type|checksum_?type)$|^(type|method)$/

/** A hash is as long as its algorithm makes it. */
export const measureHash: AgreeingStep = (object, names) => {
  const { values, isFree } = object
  nameAlgorithm(object, names)
  for (const { name, snake } of names.values()) {
    const said = values.get(name)
    if (!algorithmName.test(snake) || typeof said !== 'string') continue
    const plain = said.toLowerCase().replace(/[^a-z0-9]+/g, '_')
    const [, length] = algorithms.find(([pattern]) => pattern.test(plain)) ?? []
    if (length === undefined) continue
    for (const [other, facts] of names) {
      const hash = values.get(other)
      if (!/(^|_)(hash|checksum|digest|value|fingerprint|thumbprint|sum)$/.test(facts.snake) || !isFree(other)) continue
      if (typeof hash === 'string' && /^[0-9a-f]{32,}$/.test(hash))
        values.set(other, hash.repeat(Math.ceil(length / hash.length)).slice(0, length))
    }
  }
}

export const frameName = /^(orientation|resolution|dimensions?|size)$/

/** `orientation` and `resolution` beside `width` and `height`. */
export const nameFrame: AgreeingStep = ({ values, isFree, membersOf }, names) => {
  const [width, height] = ['width', 'height'].map((side) => {
    const name = findName(names, (_, { snake }) => snake === side)
    return name === undefined ? undefined : values.get(name)
  })
  if (typeof width !== 'number' || typeof height !== 'number') return
  const shape = width > height ? /^(landscape|horizontal)$/i : width < height ? /^(portrait|vertical)$/i : /^square$/i
  for (const { name, snake } of names.values()) {
    const own = values.get(name)
    if (!frameName.test(snake) || typeof own !== 'string') continue
    const member = membersOf(name).find((one) => shape.test(String(one)))
    if (member !== undefined) values.set(name, member)
    else if (isFree(name) && /^\d+x\d+$/.test(own)) values.set(name, `${width}x${height}`)
    else if (isFree(name) && /^(landscape|portrait)$/.test(own))
      values.set(name, width < height ? 'portrait' : 'landscape')
  }
}

export const formattedName = /^(formatted|display|readable|pretty)_\w+|\w_(formatted|display|text|string|str)$/

const isPlain = (value: string): boolean => /^-?[\d.,]+$/.test(value) || /^[a-z]+-[a-z]+$/.test(value)

/** `formatted_score` beside `score`, or `score_value`. */
export const repeatFormatted: AgreeingStep = ({ values, isFree }, names) => {
  for (const { name, snake } of names.values()) {
    const own = values.get(name)
    if (!formattedName.test(snake) || typeof own !== 'string' || !isFree(name) || !isPlain(own)) continue
    const about = snake.replace(/^(formatted|display|readable|pretty)_|_(formatted|display|text|string|str)$/, '')
    const other = findName(names, (_, facts) => [about, `${about}_value`, `${about}_number`].includes(facts.snake))
    const value = other === undefined || other === name ? undefined : values.get(other)
    if (typeof value === 'number' || (typeof value === 'string' && /^-?[\d.]+$/.test(value)))
      values.set(name, String(value))
  }
}

export const weekdayName = /(^|_)(week_?day|day_?of_?(the_?)?week|day_?name)$/

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** `weekday` beside the only `date`. */
export const nameWeekday: AgreeingStep = ({ values, isFree, membersOf }, names) => {
  const dates = [...names].filter(
    ([name, { snake }]) => /(^|_)date$/.test(snake) && /^\d{4}-\d\d-\d\d/.test(String(values.get(name))),
  )
  const [date] = dates.find(([, { snake }]) => snake === 'date') ?? (dates.length === 1 ? (dates[0] ?? []) : [])
  const day = date === undefined ? undefined : weekdays[new Date(String(values.get(date)).slice(0, 10)).getUTCDay()]
  if (day === undefined) return
  for (const { name, snake } of names.values()) {
    const own = values.get(name)
    if (!weekdayName.test(snake) || typeof own !== 'string' || !weekdays.includes(own.toLowerCase())) continue
    const member = membersOf(name).find((one) => String(one).toLowerCase() === day)
    if (member !== undefined) values.set(name, member)
    else if (isFree(name)) values.set(name, day.charAt(0).toUpperCase() + day.slice(1))
  }
}

const depthOf = (value: Json | undefined): number => (isJsonArray(value) ? 1 + depthOf(value[0]) : 0)

const geometries = ['', 'Point', 'LineString', 'Polygon', 'MultiPolygon'] as const

/** A list of two numbers is a point. */
export const nameGeometry: AgreeingStep = ({ values, isFree, membersOf }, names) => {
  const place = findName(names, (_, { snake }) => snake === 'coordinates')
  const type = findName(names, (_, { snake }) => snake === 'type')
  const wanted = place === undefined ? undefined : geometries[depthOf(values.get(place))]
  if (type === undefined || wanted === undefined || wanted === '' || values.get(type) === wanted) return
  const members = membersOf(type)
  if (members.includes(wanted) || (members.length === 0 && isFree(type))) values.set(type, wanted)
}

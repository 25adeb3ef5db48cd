/**
 * Makes addresses in a network agree with its range: its gateway, what is reserved in it, the names of its addresses. And the points
 * of an area: its corners are apart.
 */
import type { Json, JsonObject } from '../../ports.ts'
import { isJsonArray, isJsonObject } from '../values/json-object.ts'
import { type Agreeable, type AgreeingStep, findName } from './agreeable.ts'

const isAddress = (value: Json | undefined): value is string =>
  typeof value === 'string' && /^\d{1,3}(\.\d{1,3}){3}$/.test(value)

export const rangeName = /^(ip_?(v4_?)?range|cidr(_block)?|subnet(_cidr)?|network_cidr|address_prefix)$/
const range = /^((?:\d{1,3}\.){3})\d{1,3}\/(2[4-9]|[3][0-2])$/

/** What is in the network around it. */
const insideName =
  /^(default_)?gateway(_?ip)?(_?address)?$|^(appliance|reserved|fixed|static|assigned)_?ip(_?address)?$|^(start|end|first|last)(_?ip)?(_?address)?$/

/** `gateway` is in the `ip_range` beside it, and so is what is reserved. */
export const stayInRange: AgreeingStep = (object, names) => {
  const name = findName(names, (own, { snake }) => rangeName.test(snake) && range.test(String(object.values.get(own))))
  const [, start] = range.exec(name === undefined ? '' : String(object.values.get(name))) ?? []
  if (start === undefined) return
  for (const [key, held] of object.values) {
    const moved = moveInto(object, start, held, [key])
    if (moved !== held) object.values.set(key, moved)
  }
}

const maxDepth = 3

const moveInto = (object: Agreeable, start: string, held: Json, path: readonly (string | number)[]): Json => {
  if (path.length > maxDepth) return held
  if (isJsonArray(held)) {
    const items = held.map((item, index) => moveInto(object, start, item, [...path, index]))
    return items.some((item, index) => item !== held[index]) ? items : held
  }
  if (isJsonObject(held)) return moveParts(object, start, held, path)
  const name = path.findLast((step) => typeof step === 'string')
  const isInside = name !== undefined && insideName.test(object.readName(String(name)).snake)
  const isFree = path.length === 1 ? object.isFree(String(path[0])) : object.isFreeIn(...path)
  if (!isInside || !isFree || !isAddress(held) || held.startsWith(start)) return held
  return `${start}${Math.max(1, Number(held.slice(held.lastIndexOf('.') + 1)))}`
}

const moveParts = (object: Agreeable, start: string, held: JsonObject, path: readonly (string | number)[]): Json => {
  const entries = Object.entries(held)
  // A network within the network has a range of its own.
  if (entries.some(([key, value]) => rangeName.test(object.readName(key).snake) && range.test(String(value))))
    return held
  const moved = entries.map(([key, value]) => [key, moveInto(object, start, value, [...path, key])] as const)
  return moved.some(([, value], index) => value !== entries[index]?.[1]) ? Object.fromEntries(moved) : held
}

export const reverseName = /^(dns_?ptr|r_?dns|ptr(_records?)?|reverse_?dns|dns_?names?)$/

/** `dns_ptr[].ip` is the `ip` beside it, once. */
export const nameAddress: AgreeingStep = ({ values, isFreeIn, readName }, names) => {
  const own = findName(
    names,
    (name, { snake }) => /^(ip|ip_?v?4?_?address|address)$/.test(snake) && isAddress(values.get(name)),
  )
  const address = own === undefined ? undefined : values.get(own)
  if (!isAddress(address)) return
  for (const { name, snake } of names.values()) {
    const held = values.get(name)
    if (!reverseName.test(snake) || !isJsonArray(held)) continue
    const rewrite = (item: Json, index: number): Json =>
      isJsonObject(item)
        ? Object.fromEntries(
            Object.entries(item).map(([key, value]) => [
              key,
              /^(ip|ip_?address|address)$/.test(readName(key).snake) && isAddress(value) && isFreeIn(name, index, key)
                ? address
                : value,
            ]),
          )
        : item
    const [first] = held
    if (first !== undefined && held.some((item, index) => rewrite(item, index) !== item))
      values.set(name, [rewrite(first, 0)])
  }
}

export const cornerName =
  /^(top|bottom|upper|lower)_?(left|right)(_?(corner|point))?$|^(north|south)_?(east|west)(_?(corner|point))?$|^[ns][ew]$/

const latitude = /^lat(itude)?$/
const longitude = /^(lng|lon|long|longitude)$/

/** Degrees from the middle. */
const half = 0.0005

/** The corners of an area are apart: `top_left_corner` is north-west of `center`. */
export const spreadCorners: AgreeingStep = ({ values, isFreeIn, readName }, names) => {
  const corners = [...names].flatMap(([name, { snake }]) => {
    const held = values.get(name)
    return cornerName.test(snake) && isJsonObject(held) ? [{ name, snake, held }] : []
  })
  const [first] = corners
  if (!first || corners.length < 2 || corners.some(({ held }) => !isSamePoint(held, first.held))) return
  for (const { name, snake, held } of corners) {
    const north = /^(top|upper|north|n[ew]$)/.test(snake) ? half : -half
    const east = /right|east|^[ns]e$/.test(snake) ? half : -half
    const moved = Object.entries(held).map(([key, value]): readonly [string, Json] => {
      const own = readName(key).snake
      const step = latitude.test(own) ? north : longitude.test(own) ? east : undefined
      if (step === undefined || typeof value !== 'number' || !isFreeIn(name, key)) return [key, value]
      return [key, Math.round((value + step) * 1e6) / 1e6]
    })
    values.set(name, Object.fromEntries(moved))
  }
}

const isSamePoint = (one: JsonObject, other: JsonObject): boolean =>
  Object.keys(one).every((key) => one[key] === other[key])

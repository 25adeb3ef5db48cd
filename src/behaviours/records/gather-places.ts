/**
 * Where a record and the copies of other records in it are: an event is at its spot, and the devices of one floor plan are close to
 * each other. References are followed after the values have been generated, so a copy may be in another city.
 */
import { isJsonArray, isJsonObject } from '../../contract/values/json-object.ts'
import type { Json, JsonObject } from '../../ports.ts'

interface Point {
  readonly latitude: number
  readonly longitude: number
}

const latitudeName = /^lat(itude)?$/i
const longitudeName = /^(lng|lon|long|longitude)$/i

/** What says in words where a record is. */
const spokenName = /city|town|address|street|country|postal|zip/i

/** The same object if its parts are close to each other, or if the record says in words where it is. */
export const gatherPlaces = (before: JsonObject, after: JsonObject): JsonObject => {
  const copies = Object.entries(after).filter(([name, held]) => held !== before[name])
  const first = copies.flatMap(([, held]) => pointsIn(held))[0]
  if (!first || Object.entries(after).some(([name, held]) => spokenName.test(name) && typeof held === 'string'))
    return after
  const isCopy = (name: string): boolean => copies.some(([copy]) => copy === name)
  const others = Object.entries(after).flatMap(([name, held]) => (isCopy(name) ? [] : pointsIn(held)))
  const own = pointOf(after) ?? others[0]
  const from = own !== undefined && isFar(own, first) ? own : undefined
  const moved = Object.entries(after).map(([name, held]): readonly [string, Json] => {
    if (isCopy(name)) return [name, isJsonArray(held) ? held.map((item, index) => near(item, first, index)) : held]
    if (from === undefined) return [name, held]
    return [name, isJsonArray(held) ? held.map((item) => move(item, from, first)) : move(held, from, first)]
  })
  const gathered = Object.fromEntries(moved)
  return from === undefined ? gathered : (move(gathered, from, first) as JsonObject)
}

const pointsIn = (held: Json): readonly Point[] =>
  (isJsonArray(held) ? held : [held]).flatMap((item) => (isJsonObject(item) ? (pointOf(item) ?? []) : []))

const pointOf = (value: JsonObject): Point | undefined => {
  const find = (pattern: RegExp): Json | undefined => Object.entries(value).find(([name]) => pattern.test(name))?.[1]
  const [latitude, longitude] = [find(latitudeName), find(longitudeName)]
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined
}

const isFar = (one: Point, other: Point): boolean =>
  Math.abs(one.latitude - other.latitude) > 1 || Math.abs(one.longitude - other.longitude) > 1

const withPoint = (value: JsonObject, { latitude, longitude }: Point): JsonObject =>
  Object.fromEntries(
    Object.entries(value).map(([name, held]) => {
      const wanted = latitudeName.test(name) ? latitude : longitudeName.test(name) ? longitude : undefined
      return [name, wanted === undefined || typeof held !== 'number' ? held : Math.round(wanted * 1e6) / 1e6]
    }),
  )

/** As far from its new place as it was from the old one. */
const move = (held: Json, from: Point, to: Point): Json => {
  const point = isJsonObject(held) ? pointOf(held) : undefined
  if (!isJsonObject(held) || !point || isFar(point, from)) return held
  const latitude = point.latitude - from.latitude + to.latitude
  return withPoint(held, { latitude, longitude: point.longitude - from.longitude + to.longitude })
}

const near = (held: Json, first: Point, index: number): Json => {
  const point = isJsonObject(held) ? pointOf(held) : undefined
  return isJsonObject(held) && point && isFar(point, first)
    ? withPoint(held, { latitude: first.latitude + index * 2e-4, longitude: first.longitude + index * 2e-4 })
    : held
}

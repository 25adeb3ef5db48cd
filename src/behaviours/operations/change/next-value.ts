/**
 * The next value of a record under each kind of change: a replacement, a merge patch (RFC 7396), a JSON patch (RFC 6902),
 * an action.
 */

import { findKeyword, viewObject } from '../../../contract/schema/schema-view.ts'
import { parseMediaType } from '../../../contract/values/media-type.ts'
import type { Json, JsonObject } from '../../../ports.ts'
import type { RecordId } from '../../../store/store.ts'
import { findChanged } from '../../records/find-fault.ts'
import { makeRecord, readSent } from '../../records/make-record.ts'
import type { RecordPlan } from '../../records/plan-record.ts'
import { readOtherId, withId } from '../../records/record-id.ts'
import type { Resource } from '../../records/resource.ts'
import { writeTime } from '../../records/times.ts'
import { plainName } from '../../records/words.ts'
import type { ChangeParts, Next } from './change.ts'
import { jsonPatch } from './json-patch.ts'
import { mergePatch } from './merge-patch.ts'
import { takePatched } from './take-patched.ts'

/** What the request names is replaced, and goes where it was not sent; what it cannot name stays. */
export const replaceValue = (current: JsonObject, { record, input, located, at, seed }: ChangeParts): Next => {
  // A text or an upload names nothing.
  if (input.body !== undefined && typeof input.body.exact !== 'object')
    return { kind: 'value', value: touch(record, current, at) }
  const sent = readSent(record, input.body?.exact)
  const made = makeRecord(record, { sent, id: located.id ?? '', seed, at, scope: located.scope, before: current })
  const goes = (name: string): boolean => record.replaces.has(name) || (record.open && !record.named.has(name))
  const kept = Object.entries(current).filter(([name]) => !goes(name) && !Object.hasOwn(made, name))
  const whole = { ...made, ...Object.fromEntries(kept) }
  const next = value(record.resource, record.nested?.restore(whole, current) ?? whole, located.id, sent)
  return record.isFree ? { ...next, exact: Object.keys(sent).filter((name) => Object.hasOwn(made, name)) } : next
}

export const updateValue = (current: JsonObject, parts: ChangeParts): Next => {
  const { record, input, located, at } = parts
  const essence = essenceOf(input.request.headers['content-type'])
  if (essence === 'application/json-patch+json') return patchValue(current, parts)
  const sent = readSent(record, input.body?.exact)
  const isPatch = essence === 'application/merge-patch+json'
  const merged = mergeSent(record, current, sent, isPatch)
  const next = value(record.resource, touch(record, merged, at), located.id, sent)
  // What the request says of each property is no more than a patch may hold; what the record says counts.
  return isPatch || record.isFree ? { ...next, exact: findChanged(current, merged) } : next
}

const patchValue = (current: JsonObject, { record, input, located, at }: ChangeParts): Next => {
  const patched = jsonPatch(current, input.body?.exact ?? [])
  if (patched.kind === 'rejected') return patched
  const taken = takePatched(record, current, patched.value, patched.isWhole)
  const next = value(record.resource, touch(record, taken.value, at), located.id, patched.value)
  const ignored = [...taken.ignored, ...(next.ignored ?? [])]
  return { ...next, ignored, exact: findChanged(current, taken.value) }
}

/** What was sent, and the state that the action's name says: canceled of cancel. */
export const actValue =
  (name: string) =>
  (current: JsonObject, { record, input, located, at }: ChangeParts): Next => {
    const sent = readSent(record, input.body?.exact)
    const merged = mergeSent(record, current, sent, false)
    const state = findState(record.resource, name)
    return value(record.resource, touch(record, { ...merged, ...state }, at), located.id, sent)
  }

/** A record keeps its id, whatever was asked for. */
const value = (
  resource: Resource,
  made: JsonObject,
  id: RecordId | undefined,
  asked: JsonObject,
): Extract<Next, { kind: 'value' }> => {
  if (id === undefined || resource.form === 'single') return { kind: 'value', value: made }
  const own = withId(resource, made, id)
  return readOtherId(resource, id, asked) === undefined
    ? { kind: 'value', value: own }
    : { kind: 'value', value: own, ignored: [resource.idProperty] }
}

const essenceOf = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? parseMediaType(header)?.essence : undefined

/** Null takes a property away in a merge patch; elsewhere only where the record may not hold it. */
const mergeSent = (
  { properties, accepted, open, named, resource }: RecordPlan,
  current: JsonObject,
  sent: JsonObject,
  isPatch: boolean,
): JsonObject => {
  const bySent = new Map(properties.map((property) => [property.sentAs, property]))
  const changes = new Map<string, Json>()
  const cleared: string[] = []
  for (const [name, given] of Object.entries(sent)) {
    const property = bySent.get(name)
    if (name === resource.idPath[0] && resource.idPath.length === 1) continue
    if (!property || !accepted.has(name)) {
      if (open && !named.has(name)) changes.set(name, given)
    } else if (given === null && property.takesNull && (!isPatch || property.required)) cleared.push(property.name)
    else changes.set(property.name, given)
  }
  const merged = mergePatch(current, Object.fromEntries(changes)) as JsonObject
  return { ...merged, ...Object.fromEntries(cleared.map((name) => [name, null])) }
}

/** A change as it is kept: with the times that it sets, and without what is never shown. */
const touch = ({ properties, mask }: RecordPlan, changed: JsonObject, at: number): JsonObject => {
  const kept = mask ? mask(changed) : changed
  const times = properties.flatMap(({ name, source }) =>
    source.kind === 'now' && source.moves ? [[name, writeTime(source.form, at)] as const] : [],
  )
  return times.length === 0 ? kept : { ...kept, ...Object.fromEntries(times) }
}

/** The property of states that has one named like the action. */
const findState = ({ document, schema }: Resource, name: string): JsonObject => {
  const stem = plainName(name).replace(/e$/, '')
  for (const { name: property, node } of viewObject(document.files, schema).properties.values()) {
    const allowed = findKeyword(document.files, node, 'enum')
    const states = Array.isArray(allowed) && /status|state|phase/i.test(property) ? allowed : []
    const state = states.find((known) => stem.length > 2 && plainName(String(known)).startsWith(stem))
    if (state !== undefined) return { [property]: state as Json }
  }
  return {}
}

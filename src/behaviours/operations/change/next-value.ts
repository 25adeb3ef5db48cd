/**
 * Computes the next value of a record: for a replacement, a merge patch (RFC 7396), a JSON Patch (RFC 6902) or an action.
 */

import type { Files, Node } from '../../../contract/document/references.ts'
import type { Input } from '../../../contract/operation/validate-request.ts'
import { allowsNull, viewObject } from '../../../contract/schema/schema-view.ts'
import { parseMediaType } from '../../../contract/values/media-type.ts'
import type { Json, JsonObject } from '../../../ports.ts'
import type { RecordId } from '../../../store/store.ts'
import type { Rejected } from '../../behaviour-reply.ts'
import { findChanged } from '../../records/compare-values.ts'
import { generateRecord, type RecordSeed, readSent } from '../../records/generate-record.ts'
import { readOtherId, withId } from '../../records/record-id.ts'
import type { RecordTemplate } from '../../records/record-template.ts'
import type { Resource } from '../../records/resource.ts'
import { writeTime } from '../../records/times.ts'
import { createApplyAction } from './action-changes.ts'
import { applyJsonPatch } from './json-patch.ts'
import { type KeptNulls, mergePatch } from './merge-patch.ts'
import { restrictPatch } from './restrict-patch.ts'
import { applyStateTimes } from './state-times.ts'

/** Rejects a request that cannot be applied to the current value. */
export type NextValue = (current: JsonObject, input: ChangeInput) => Changed | Rejected

export interface ChangeInput {
  readonly template: RecordTemplate
  readonly input: Input
  readonly id: RecordId
  /** The values of the path parameters that name its parents. */
  readonly scope: string | undefined
  /** Epoch milliseconds. */
  readonly at: number
  readonly seed: RecordSeed
}

export interface Changed {
  readonly kind: 'value'
  readonly value: JsonObject
  /** Properties of the request that change nothing, without those that the client may not set. */
  readonly ignored?: readonly string[]
  /** Properties that must have exactly this value: they are not altered to fit the schema. */
  readonly exact?: readonly string[]
}

/** Properties that the request can contain are replaced, and removed if they are missing in it; others stay. */
export const replaceValue: NextValue = (current, { template, input, id, scope, at, seed }) => {
  // Text or bytes contain no properties.
  if (input.body !== undefined && typeof input.body.exact !== 'object')
    return { kind: 'value', value: touch(template, current, at) }
  const sent = readSent(template, input.body?.exact)
  const generated = generateRecord(template, { sent, id, seed, at, scope, before: current })
  const isReplaced = (name: string): boolean =>
    template.replaces.has(name) || (template.open && !template.named.has(name))
  const others = Object.entries(current).filter(([name]) => !isReplaced(name) && !Object.hasOwn(generated, name))
  const whole = { ...generated, ...Object.fromEntries(others) }
  const restored = template.nested?.restore(whole, current) ?? whole
  const timed = applyStateTimes(template.resource, { before: current, after: restored, sent, at })
  const next = withOwnId(template.resource, timed, id, sent)
  if (!template.isFree) return next
  return { ...next, exact: Object.keys(sent).filter((name) => Object.hasOwn(generated, name)) }
}

export const updateValue: NextValue = (current, change) => {
  const { template, input, id, at } = change
  const essence = essenceOf(input.request.headers['content-type'])
  if (essence === 'application/json-patch+json') return patchValue(current, change)
  const sent = readSent(template, input.body?.exact)
  const isMergePatch = essence === 'application/merge-patch+json'
  const after = mergeSent(template, current, sent, isMergePatch)
  const merged = applyStateTimes(template.resource, { before: current, after, sent, at })
  const next = withOwnId(template.resource, touch(template, merged, at), id, sent)
  // The request schema of a merge patch allows more than the record's schema does.
  return isMergePatch || template.isFree ? { ...next, exact: findChanged(current, merged) } : next
}

const patchValue: NextValue = (current, { template, input, id, at }) => {
  const patched = applyJsonPatch(current, input.body?.exact ?? [])
  if (patched.kind === 'rejected') return patched
  const allowed = restrictPatch(template, current, patched)
  const sent = Object.fromEntries(Object.entries(allowed.value).filter(([name, value]) => current[name] !== value))
  const after = applyStateTimes(template.resource, { before: current, after: allowed.value, sent, at })
  const next = withOwnId(template.resource, touch(template, after, at), id, patched.value)
  const ignored = [...allowed.ignored, ...(next.ignored ?? [])]
  return { ...next, ignored, exact: findChanged(current, after) }
}

/** Merges what was sent, and applies what the verb of the action says. What was sent takes precedence. */
export const createAction = (resource: Resource, verb: string): NextValue => {
  const apply = createApplyAction(resource, verb)
  return (current, { template, input, id, at }) => {
    const sent = readSent(template, input.body?.exact)
    const acted = apply ? apply(current, at) : current
    return withOwnId(template.resource, touch(template, mergeSent(template, acted, sent, false), at), id, sent)
  }
}

/** A record keeps its id, whatever the request contains. */
const withOwnId = (resource: Resource, value: JsonObject, id: RecordId, sent: JsonObject): Changed => {
  if (resource.form === 'single') return { kind: 'value', value }
  const own = withId(resource, value, id)
  return readOtherId(resource, id, sent) === undefined
    ? { kind: 'value', value: own }
    : { kind: 'value', value: own, ignored: [resource.idProperty] }
}

const essenceOf = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? parseMediaType(header)?.essence : undefined

const mergeSent = (
  { properties, accepted, open, named, resource }: RecordTemplate,
  current: JsonObject,
  sent: JsonObject,
  isMergePatch: boolean,
): JsonObject => {
  const bySentName = new Map(properties.map((property) => [property.sentAs, property]))
  const changes = new Map<string, Json>()
  for (const [name, value] of Object.entries(sent)) {
    const property = bySentName.get(name)
    if (name === resource.idPath[0] && resource.idPath.length === 1) continue
    if (property && accepted.has(name)) changes.set(property.name, value)
    else if (open && !named.has(name)) changes.set(name, value)
  }
  const kept = keptNulls(resource.document.files, resource.schema, isMergePatch)
  return mergePatch(current, Object.fromEntries(changes), kept) as JsonObject
}

/** Null removes a property in a merge patch. Elsewhere it is a value, if the record may have it. */
const keptNulls = (files: Files, schema: Node, isMergePatch: boolean): KeptNulls => {
  const { properties } = viewObject(files, schema)
  return {
    has: (name) => {
      const property = properties.get(name)
      return property !== undefined && allowsNull(files, property.node) && (!isMergePatch || property.required)
    },
    within: (name) => {
      const property = properties.get(name)
      return property && keptNulls(files, property.node, isMergePatch)
    },
  }
}

/** Sets the time of the change, and removes write-only properties. */
const touch = ({ properties, mask }: RecordTemplate, changed: JsonObject, at: number): JsonObject => {
  const visible = mask ? mask(changed) : changed
  const times = properties.flatMap(({ name, source }) =>
    source.kind === 'now' && source.moves ? [[name, writeTime(source.format, at)] as const] : [],
  )
  return times.length === 0 ? visible : { ...visible, ...Object.fromEntries(times) }
}

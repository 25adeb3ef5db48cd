/**
 * Writes the body of a webhook or callback: an example or a generated value of its schema, with the record in its place and
 * the facts about the event around it. What the schema forbids is left out.
 */
import { createShow, type Show } from '../../behaviours/records/record-view.ts'
import type { Resource } from '../../behaviours/records/resource.ts'
import { UnfitError } from '../../behaviours/records/unfit-error.ts'
import type { Files, Node } from '../../contract/document/references.ts'
import { loadGenerator } from '../../contract/sample/generate-value.ts'
import type { SchemaCompiler } from '../../contract/schema/schema-compiler.ts'
import { viewObject } from '../../contract/schema/schema-view.ts'
import { entriesOf, getOwn, isJsonObject } from '../../contract/values/json-object.ts'
import { stringifyJson } from '../../contract/values/json-text.ts'
import { familyOf } from '../../contract/values/media-type.ts'
import { memoize } from '../../contract/values/memoize.ts'
import { plainName } from '../../contract/values/names.ts'
import type { Json, JsonObject } from '../../ports.ts'
import { type EventFacts, envelopeValue } from './envelope-values.ts'
import { findRecordPlace, type RecordPlace } from './find-record-place.ts'
import { mediaExample } from './media-example.ts'
import type { Message } from './webhook-plan.ts'

export type Payload =
  | { readonly kind: 'payload'; readonly mediaType: string; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string }

export interface PayloadParts {
  readonly message: Message
  readonly compiler: SchemaCompiler
  readonly facts: EventFacts
  readonly seed: number
}

export const writePayload = async (parts: PayloadParts): Promise<Payload> => {
  const { message, facts } = parts
  const { media } = message
  if (!media?.schema) return { kind: 'payload', mediaType: 'application/json', text: stringifyJson(usualBody(facts)) }
  try {
    const value = await writeBody(parts, media.schema)
    if (typeof value === 'string') return { kind: 'failed', reason: value }
    const isForm = familyOf(media.mediaType) === 'urlencoded'
    return {
      kind: 'payload',
      mediaType: media.mediaType,
      text: isForm ? writeForm(value.body) : stringifyJson(value.body),
    }
  } catch (error) {
    if (error instanceof UnfitError) return { kind: 'failed', reason: error.message }
    throw error
  }
}

/** As Standard Webhooks suggests it. */
const usualBody = ({ name, at, record }: EventFacts): JsonObject => ({
  type: name,
  timestamp: new Date(at).toISOString(),
  data: record?.value ?? {},
})

/** The body, or why it cannot be written. It starts from an example or, where the record does not fit into that, from a generated value. */
const writeBody = async (
  { message, compiler, facts, seed }: PayloadParts,
  schema: Node,
): Promise<{ readonly body: Json } | string> => {
  const { files, dialect } = message.document
  const place = facts.resource && facts.record ? placeOf(message, facts.resource) : undefined
  const generate = await loadGenerator({ files, dialect, compiler }, schema)
  const shown = place && facts.resource ? await showRecord(place, facts.resource, compiler, facts, seed) : undefined
  const given = collectGiven({ files, schema, place, shown, facts })
  const example = message.media && mediaExample(message.document, message.media)
  const bases: (() => Json)[] = [
    ...(isJsonObject(example) ? [() => example] : []),
    () => {
      const made = generate({ mode: 'realistic', seed, name: message.name, outcome: 'success' })
      return made.kind === 'generated' ? made.value : {}
    },
    () => ({}),
  ]
  let reason = ''
  for (const base of bases) {
    const whole = merge(base(), given, place?.path)
    const made = generate({ mode: 'minimal', given: whole, seed, name: message.name, label: 'body' })
    if (made.kind === 'generated') return { body: made.value }
    reason = made.reason
  }
  return `no body with the record conforms to the schema: ${reason}`
}

const placesBySchema = memoize((_: Message): Map<Resource, RecordPlace | undefined> => new Map())

/** Where the record is in the body of a message. */
const placeOf = (message: Message, resource: Resource): RecordPlace | undefined => {
  const known = placesBySchema(message)
  if (!known.has(resource))
    known.set(resource, message.media?.schema && findRecordPlace(resource, message.media.schema))
  return known.get(resource)
}

const showsBySchema = memoize((_: Node): Map<string, Show> => new Map())

const showRecord = async (
  place: RecordPlace,
  resource: Resource,
  compiler: SchemaCompiler,
  { record }: EventFacts,
  seed: number,
): Promise<JsonObject> => {
  if (!record) return {}
  if (viewObject(resource.document.files, place.schema).properties.size === 0) return record.value
  const shows = showsBySchema(place.schema)
  const key = `${resource.key} ${seed}`
  const show = shows.get(key) ?? createShow({ resource, schema: place.schema, compiler, seed })
  shows.set(key, show)
  return show(record)
}

interface GivenParts {
  readonly files: Files
  readonly schema: Node
  readonly place: RecordPlace | undefined
  readonly shown: JsonObject | undefined
  readonly facts: EventFacts
}

/** The part of the body that the event determines. */
const collectGiven = ({ files, schema, place, shown, facts }: GivenParts): JsonObject => {
  if (place?.path.length === 0) return shown ?? {}
  const collect = (node: Node, path: readonly string[], depth: number): JsonObject => {
    const values: Record<string, Json> = {}
    for (const { name, node: child } of viewObject(files, node).properties.values()) {
      const here = [...path, name]
      const value = valueAt(here, child, depth)
      if (value !== undefined) values[name] = value
    }
    return values
  }
  const valueAt = (path: readonly string[], node: Node, depth: number): Json | undefined => {
    const name = path.at(-1) ?? ''
    if (place && isSamePath(path, place.path)) return place.isListed ? [shown ?? {}] : shown
    const isAround = place?.path.slice(0, path.length).every((part, index) => part === path[index]) ?? false
    const value = envelopeValue({ files, name, node, isOuter: depth === 0 }, facts)
    if (value !== undefined) return value
    const own = place ? undefined : propertyOf(facts.record?.value, name)
    if (own !== undefined) return own
    if (!isAround && (place || depth > 0)) return undefined
    const inner = collect(node, path, depth + 1)
    return isAround || Object.keys(inner).length > 0 ? inner : undefined
  }
  return collect(schema, [], 0)
}

/** The property of that name, in whatever spelling. */
const propertyOf = (value: JsonObject | undefined, name: string): Json | undefined =>
  getOwn(value, name) ?? entriesOf(value).find(([other]) => plainName(other) === plainName(name))?.[1]

const isSamePath = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, index) => name === other[index])

/** What is given wins. Objects around the record are merged; the record is whole, nothing of an example is mixed into it. */
const merge = (base: Json, given: Json, record: readonly string[] | undefined): Json => {
  if (!isJsonObject(base) || !isJsonObject(given) || record?.length === 0) return given
  const [next, ...rest] = record ?? []
  const merged = new Map(entriesOf(base))
  for (const [name, value] of entriesOf(given))
    merged.set(name, merge(merged.get(name) ?? null, value, name === next ? rest : undefined))
  return Object.fromEntries(merged)
}

/** The scalars of an object as a form. */
const writeForm = (body: Json): string =>
  new URLSearchParams(
    entriesOf(body).map(([name, value]): [string, string] => [
      name,
      typeof value === 'object' && value !== null ? stringifyJson(value) : String(value),
    ]),
  ).toString()

/**
 * What a record is made of, property by property: what the client may set, what the document or its overlay sets, what
 * is made up because nobody sets it. Planned once for an operation, on its first request.
 */

import { childNode, dereference, type Files, type Node } from '../../contract/document/references.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import { loadGenerator } from '../../contract/sample/generate-value.ts'
import { isUniqueValue } from '../../contract/sample/property-names.ts'
import { forProperty, type ValueGenerator } from '../../contract/sample/value-options.ts'
import type { SchemaCompiler, Validator } from '../../contract/schema/schema-compiler.ts'
import {
  allowsNull,
  findKeyword,
  itemsNode,
  type ObjectView,
  type PropertyView,
  typesOf,
  viewObject,
} from '../../contract/schema/schema-view.ts'
import { getOwn, itemsOf } from '../../contract/values/json-object.ts'
import { stringifyJson } from '../../contract/values/json-text.ts'
import type { Json, JsonObject } from '../../ports.ts'
import { requestSchema, takesStepsOnly } from '../infer/operation-schemas.ts'
import { learnNestedReadOnly, type NestedReadOnly } from './nested-read-only.ts'
import { type OwnVariant, readOwnVariant } from './own-variant.ts'
import { createMask, isClosed, type Projection } from './projection.ts'
import type { Resource } from './resource.ts'
import { saysChange, saysMaking, type TimeFormat, timeFormatOf } from './times.ts'
import { plainName, singularOf } from './words.ts'

/** Where the value of a property comes from. `always`: whatever the client sent; else only where it sent none. */
export type PropertySource =
  | { readonly kind: 'body' }
  | { readonly kind: 'now'; readonly always: boolean; readonly form: TimeFormat; readonly moves: boolean }
  | { readonly kind: 'fixed'; readonly value: Json; readonly always: boolean }
  /** Made up, for each record its own. */
  | { readonly kind: 'made'; readonly make: (seed: number) => Json | undefined; readonly always: boolean }

export interface PlannedProperty {
  readonly name: string
  /** What requests call it. */
  readonly sentAs: string
  readonly source: PropertySource
  /** Whether the record may hold null; where not, a null that was sent counts as nothing. */
  readonly takesNull: boolean
  readonly required: boolean
  /** Where only some forms of the record have it. */
  readonly ownForm: OwnVariant | undefined
}

export interface RecordPlan {
  readonly resource: Resource
  readonly compiler: SchemaCompiler
  readonly seed: number
  /** Where in a body that is sent the record is. */
  readonly unwrap: readonly string[]
  /** The record's properties but the id, in the order in which they are written. */
  readonly properties: readonly PlannedProperty[]
  /** The record's properties that the request can name: a replacement without them takes them away, and what nobody names. */
  readonly replaces: ReadonlySet<string>
  /** Whether the client may send the id. */
  readonly takesId: boolean
  /** What the client may send; all else is ignored, and said. */
  readonly accepted: ReadonlySet<string>
  /** What a JSON Patch may change, which calls things as the record does. */
  readonly patches: PatchPlan
  /** What the client may not send within the objects that it may; undefined where there is no such thing. */
  readonly nested: NestedReadOnly | undefined
  /** What request or record name; only the rest is kept where the plan is open. */
  readonly named: ReadonlySet<string>
  /** Whether properties that the document does not name are kept. */
  readonly open: boolean
  /** Whether the request says nothing of what may be sent, so that only the record's own schema judges it. */
  readonly isFree: boolean
  /** Takes away what is not to be shown; undefined where there is no such thing. */
  readonly mask: Projection | undefined
  readonly validate: Validator
  /** Whether something is made up for each record, where this was sent. */
  readonly varies: (sent: JsonObject) => boolean
  /** Makes what does not fit fit; loaded when first something does not. */
  readonly loadFit: () => Promise<ValueGenerator>
  /** The property in which a record says its tag. */
  readonly tagProperty: string | undefined
}

export interface PatchPlan {
  readonly names: ReadonlySet<string>
  /** Whether it may put in what the document does not name. */
  readonly isOpen: boolean
}

export interface RecordSubject {
  readonly compiler: SchemaCompiler
  readonly resource: Resource
  readonly operation: Operation
  /** Where in the operation's response the record is. */
  readonly place: readonly string[] | undefined
  readonly tagProperty: string | undefined
  readonly seed: number
  /** Whether a list of records is sent. */
  readonly isMany?: boolean
}

/** Throws SchemaCompileError. */
export const planRecord = async (subject: RecordSubject): Promise<RecordPlan> => {
  const { compiler, resource, operation, seed } = subject
  const { document, schema, idPath } = resource
  const body = requestSchema(document, operation)
  const request = body && subject.isMany ? itemsNode(document.files, body) : body
  const unwrap = request ? findSent(subject, request) : []
  const sent = viewSent(document.files, request, unwrap)
  const kept = viewObject(document.files, schema).properties
  const isOpen = sent.open && !isClosed(document.files, schema)
  const nameable = isFree(sent) ? kept : sent.properties
  const settable = [...nameable.values()].filter((view) => !isMarked(document.files, view, 'readOnly'))
  const accepted = new Set(settable.map(({ name }) => name))
  const [idName] = idPath
  const properties = await planProperties(subject, [...kept.values()], sent)
  let fit: Promise<ValueGenerator> | undefined
  return {
    resource,
    compiler,
    seed,
    unwrap,
    properties,
    varies: createVaries(properties),
    loadFit: () => {
      fit ??= loadGenerator({ files: document.files, dialect: document.dialect, compiler }, schema)
      return fit
    },
    replaces: new Set([...kept.keys()].filter((name) => findSentName({ ...sent, properties: nameable }, name))),
    takesId: idName !== undefined && (accepted.has(idName) || isFree(sent)),
    accepted,
    patches: planPatches(subject, { settable, isOpen }),
    nested: learnNestedReadOnly(document.files, schema),
    named: new Set([...idPath.slice(0, 1), ...kept.keys(), ...sent.properties.keys()]),
    open: isOpen,
    isFree: isFree(sent),
    mask: createMask(resource),
    validate: compiler.compile(schema, 'response'),
    tagProperty: subject.tagProperty,
  }
}

/** What the operation's other bodies may set; where it takes none, what the record does not keep to itself. */
const planPatches = (
  { resource: { document, schema, idPath }, operation }: RecordSubject,
  { settable, isOpen }: { readonly settable: readonly PropertyView[]; readonly isOpen: boolean },
): PatchPlan => {
  const { files } = document
  const own = viewObject(files, schema)
  const kept = [...own.properties.values()]
  const isFree = takesStepsOnly(document, operation)
  const sent = new Map(settable.map((view) => [view.name, view]))
  const mayChange = ({ name }: PropertyView): boolean =>
    findSentName({ properties: sent, open: false }, name) !== undefined
  const changed = isFree ? kept.filter((view) => !isMarked(files, view, 'readOnly')) : kept.filter(mayChange)
  const names = new Set([...changed, ...(isFree ? [] : settable)].map(({ name }) => name))
  if (idPath.length === 1) for (const name of idPath) names.delete(name)
  return { names, isOpen: isFree ? own.open && !isClosed(files, schema) : isOpen }
}

/** What a client sends in the place of what would be made up does not vary. */
const createVaries = (properties: readonly PlannedProperty[]): RecordPlan['varies'] => {
  const made = properties.flatMap(({ source, sentAs }) => (source.kind === 'made' ? { sentAs, ...source } : []))
  return (sent) => made.some(({ always, sentAs }) => always || (getOwn(sent, sentAs) ?? undefined) === undefined)
}

const nothingSent: ObjectView = { properties: new Map(), open: false }

const viewSent = (files: Files, request: Node | undefined, unwrap: readonly string[]): ObjectView => {
  if (!request) return nothingSent
  const node = unwrap.reduce<Node | undefined>(
    (holder, name) => holder && viewObject(files, holder).properties.get(name)?.node,
    request,
  )
  return node ? viewObject(files, node) : nothingSent
}

/** A request of which nothing is said but that it is an object may set all. */
const isFree = ({ properties, open }: ObjectView): boolean => open && properties.size === 0

/** A record is sent in an envelope where it comes in one of that name, or where the one thing sent is an object that no record has. */
const findSent = ({ resource, place }: RecordSubject, request: Node): readonly string[] => {
  const { files } = resource.document
  const { properties } = viewObject(files, request)
  const own = viewObject(files, resource.schema).properties
  const isEnvelope = (name: string): boolean => {
    const view = properties.get(name)
    return view !== undefined && typesOf(files, view.node).has('object') && !own.has(name)
  }
  const [wrapper] = place ?? []
  if (wrapper !== undefined && isEnvelope(wrapper)) return [wrapper]
  const [only] = properties.keys()
  return properties.size === 1 && only !== undefined && isEnvelope(only) ? [only] : []
}

/** What requests call a property: its own name, or one that reads the same (FriendlyName for friendly_name). */
const findSentName = ({ properties }: ObjectView, name: string): PropertyView | undefined =>
  properties.get(name) ?? [...properties.values()].find((view) => plainName(view.name) === plainName(name))

/** In the order of the schema. What only the request has (a password) is not shown again, hence not kept. */
export const planProperties = async (
  subject: Pick<RecordSubject, 'resource' | 'compiler' | 'seed'>,
  properties: readonly PropertyView[],
  sent: ObjectView,
): Promise<readonly PlannedProperty[]> => {
  const { idPath, document } = subject.resource
  const planned: PlannedProperty[] = []
  for (const property of properties) {
    const { name, node, required } = property
    if ((idPath.length === 1 && name === idPath[0]) || isMarked(document.files, property, 'writeOnly')) continue
    const asked = findSentName(sent, name) ?? (isFree(sent) ? property : undefined)
    const source = await sourceOf(subject, property, asked)
    const takesNull = allowsNull(document.files, node)
    const ownForm = readOwnVariant(document.files, subject.resource.schema, name)
    if (source) planned.push({ name, sentAs: asked?.name ?? name, source, takesNull, required, ownForm })
  }
  return planned
}

/** Where a property's value comes from; undefined where it has none. */
const sourceOf = async (
  subject: Pick<RecordSubject, 'resource' | 'compiler' | 'seed'>,
  property: PropertyView,
  sent: PropertyView | undefined,
): Promise<PropertySource | undefined> => {
  const { files } = subject.resource.document
  const { node, name, required } = property
  const settable = sent !== undefined && !isMarked(files, sent, 'readOnly')
  const always = !settable
  const preset = presetOf(subject.resource, property, sent)
  if (preset !== undefined) return { kind: 'fixed', value: preset, always }
  const isOwnId = isIdName(name, subject.resource.name)
  if (settable && !required && !isOwnId) return { kind: 'body' }
  const form = timeFormatOf(files, node, name)
  if (form && (saysMaking(name) || (required && !allowsNull(files, node))))
    return { kind: 'now', always, form, moves: saysChange(name) }
  const value = documentedValue(files, property)
  if (value !== undefined) return { kind: 'fixed', value, always }
  const made = required || isOwnId ? await makeUp(subject, property, always) : undefined
  return made ?? (settable ? { kind: 'body' } : undefined)
}

/** An id beside that in the address: what has another key has one too, though nothing requires it. */
const isIdName = (name: string, resource: string): boolean =>
  ['id', 'uuid', 'guid', `${singularOf(plainName(resource))}id`].includes(plainName(name))

const isMarked = (files: Files, { node }: PropertyView, flag: 'readOnly' | 'writeOnly'): boolean =>
  findKeyword(files, node, flag) === true

/** A default, the overlay's before the document's; or the state in which a lifecycle begins. */
const presetOf = (
  { document: { files }, lifecycles }: Resource,
  { name, node }: PropertyView,
  sent: PropertyView | undefined,
): Json | undefined => {
  for (const keyword of ['x-standin-default', 'default']) {
    const found = findKeyword(files, node, keyword) ?? (sent && findKeyword(files, sent.node, keyword))
    if (found !== undefined) return found
  }
  return lifecycles.find(({ property }) => property === name)?.states[0]
}

/** A constant; for a required property an example, save where one is good for one record only, or the first value that is allowed. */
const documentedValue = (files: Files, { name, node, required }: PropertyView): Json | undefined => {
  const constant = findKeyword(files, node, 'const')
  if (constant !== undefined || !required) return constant
  const target = dereference(files, node) ?? node
  const example = isUniqueValue(name, findKeyword(files, node, 'format'))
    ? undefined
    : (childNode(target, 'example')?.value ?? itemsOf(childNode(target, 'examples')?.value)[0])
  return example ?? itemsOf(findKeyword(files, node, 'enum'))[0]
}

/** Something that fits; undefined where nothing is found, as the record is held against its schema as a whole. */
const makeUp = async (
  { compiler, resource, seed }: Pick<RecordSubject, 'resource' | 'compiler' | 'seed'>,
  { name, node, required }: PropertyView,
  always: boolean,
): Promise<PropertySource | undefined> => {
  const { files, dialect } = resource.document
  const generate = await loadGenerator({ files, dialect, compiler }, node)
  const make = (own: number): Json | undefined => {
    const options = { mode: 'minimal', name: resource.name, outcome: 'success', validate: false } as const
    const generated = generate(forProperty(options, own, name))
    return generated.kind === 'generated' ? generated.value : undefined
  }
  const [one, other] = [make(seed), make(seed + 1)]
  if (one === undefined || (one === null && !required)) return undefined
  // What is the same for any two records is made once.
  return stringifyJson(one) === stringifyJson(other ?? null)
    ? { kind: 'fixed', value: one, always }
    : { kind: 'made', make, always }
}

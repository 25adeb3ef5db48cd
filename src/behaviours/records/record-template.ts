/**
 * The template of the records that an operation creates or changes: for each property whether the client sets it, the
 * document or its overlay sets it, or it is generated. Built on the operation's first request.
 */
import type { Files, Node } from '../../contract/document/references.ts'
import { loadGenerator } from '../../contract/sample/generate-value.ts'
import { forProperty, type ValueGenerator } from '../../contract/sample/value-options.ts'
import type { SchemaCompiler } from '../../contract/schema/schema-compiler.ts'
import {
  allowsNull,
  findKeyword,
  type ObjectView,
  type PropertyView,
  typesOf,
  viewObject,
} from '../../contract/schema/schema-view.ts'
import type { Validator } from '../../contract/schema/validator.ts'
import { hasRole } from '../../contract/values/conventions.ts'
import { stringifyJson } from '../../contract/values/json-text.ts'
import { plainName, singularOf } from '../../contract/values/names.ts'
import type { Json } from '../../ports.ts'
import type { RecordId } from '../../store/store.ts'
import { documentedAddress, documentedValue } from './documented-value.ts'
import { learnNestedReadOnly, type NestedReadOnly } from './nested-read-only.ts'
import { type OwnVariant, readOwnVariant } from './own-variant.ts'
import { createMask, isClosed, isSameSchema, type Projection } from './projection.ts'
import type { Resource } from './resource.ts'
import { delayOf, isChangeTimeName, isTimestampName, type TimeFormat, timeFormatOf } from './times.ts'

/** Where the value of a property comes from. `always`: even if the client sent a value; `after`: milliseconds after now. */
export type PropertySource =
  | { readonly kind: 'body' }
  | {
      readonly kind: 'now'
      readonly always: boolean
      readonly format: TimeFormat
      readonly moves: boolean
      readonly after: number
    }
  | { readonly kind: 'fixed'; readonly value: Json; readonly always: boolean }
  /** Different for each record. */
  | { readonly kind: 'generated'; readonly generate: GenerateForRecord; readonly always: boolean }

/** Calls `seed` only if the value depends on it. */
export type GenerateForRecord = (seed: () => number, id: RecordId) => Json | undefined

export interface TemplateProperty {
  readonly name: string
  /** Its name in requests. */
  readonly sentAs: string
  readonly source: PropertySource
  /** Whether the record may have null; if not, a null in the request counts as not sent. */
  readonly takesNull: boolean
  readonly required: boolean
  /** Set if only some variants of the record have the property. */
  readonly ownVariant: OwnVariant | undefined
}

export interface RecordTemplate {
  readonly resource: Resource
  readonly compiler: SchemaCompiler
  readonly seed: number
  /** Where in a request body the record is. */
  readonly unwrap: readonly string[]
  /** The properties of the record except the id, in the order in which they are written. */
  readonly properties: readonly TemplateProperty[]
  /** The properties that a request can contain. A replacement without them removes them. */
  readonly replaces: ReadonlySet<string>
  /** Whether the client may send the id. */
  readonly takesId: boolean
  /** The properties that the client may set; others are ignored and reported. */
  readonly accepted: ReadonlySet<string>
  /** The properties that a JSON Patch may change, by their names in the record. */
  readonly patchable: PatchableProperties
  /** Read-only properties inside objects that the client may set; undefined if the schema has none. */
  readonly nested: NestedReadOnly | undefined
  /** Properties that the schema of the request or the record names. */
  readonly named: ReadonlySet<string>
  /** Whether properties that the document does not name are stored. */
  readonly open: boolean
  /** Whether the schema of the request allows anything, so that only the record's own schema restricts it. */
  readonly isFree: boolean
  /** Removes write-only properties; undefined if the schema has none. */
  readonly mask: Projection | undefined
  readonly validate: Validator
  /** Those of the properties whose values are different for each record. */
  readonly generated: readonly TemplateProperty[]
  /** Loads the function that makes a record fit its schema, when a record first does not. */
  readonly loadFit: () => Promise<ValueGenerator>
  /** The property of a record that holds its entity tag. */
  readonly tagProperty: string | undefined
}

export interface PatchableProperties {
  readonly names: ReadonlySet<string>
  /** Whether a patch may add properties that the document does not name. */
  readonly isOpen: boolean
}

export interface RecordSubject {
  readonly compiler: SchemaCompiler
  readonly resource: Resource
  /** The schema of one record in the request, with its envelope; undefined if the operation has no request body. */
  readonly request: Node | undefined
  /** Whether JSON Patch is the only accepted media type. */
  readonly isJsonPatchOnly: boolean
  /** Where in the response of the operation the record is. */
  readonly place: readonly string[] | undefined
  readonly tagProperty: string | undefined
  readonly seed: number
  /** Optional properties that each record has, because a response requires them. Default: none. */
  readonly alsoRequired?: readonly string[]
}

/** Throws SchemaCompileError. */
export const createTemplate = async (subject: RecordSubject): Promise<RecordTemplate> => {
  const { compiler, resource, request, seed } = subject
  const { document, schema, idPath } = resource
  const unwrap = request ? findSent(subject, request) : []
  const sent = viewSent(document.files, request, unwrap)
  const kept = viewObject(document.files, schema).properties
  const isOpen = sent.open && !isClosed(document.files, schema)
  const nameable = isFree(sent) ? kept : sent.properties
  const settable = [...nameable.values()].filter((view) => !isMarked(document.files, view, 'readOnly'))
  const accepted = new Set(settable.map(({ name }) => name))
  const [idName] = idPath
  const properties = await createProperties(subject, requireAlso([...kept.values()], subject.alsoRequired), sent)
  let fit: Promise<ValueGenerator> | undefined
  return {
    resource,
    compiler,
    seed,
    unwrap,
    properties,
    generated: properties.filter(({ source }) => source.kind === 'generated'),
    loadFit: () => {
      fit ??= loadGenerator({ files: document.files, dialect: document.dialect, compiler }, schema)
      return fit
    },
    replaces: new Set([...kept.keys()].filter((name) => findSentName({ ...sent, properties: nameable }, name))),
    takesId: idName !== undefined && (accepted.has(idName) || isFree(sent)),
    accepted,
    patchable: findPatchable(subject, { settable, isOpen }),
    nested: learnNestedReadOnly(document.files, schema),
    named: new Set([...idPath.slice(0, 1), ...kept.keys(), ...sent.properties.keys()]),
    open: isOpen,
    isFree: isFree(sent),
    mask: createMask(resource),
    validate: compiler.compile(schema, 'response'),
    tagProperty: subject.tagProperty,
  }
}

const requireAlso = (views: readonly PropertyView[], names: readonly string[] = []): readonly PropertyView[] =>
  names.length === 0 ? views : views.map((view) => (names.includes(view.name) ? { ...view, required: true } : view))

/** What another request body of the operation may set; if JSON Patch is the only one, everything that is not read-only. */
const findPatchable = (
  { resource: { document, schema, idPath }, isJsonPatchOnly }: RecordSubject,
  { settable, isOpen }: { readonly settable: readonly PropertyView[]; readonly isOpen: boolean },
): PatchableProperties => {
  const { files } = document
  const own = viewObject(files, schema)
  const kept = [...own.properties.values()]
  const sent = new Map(settable.map((view) => [view.name, view]))
  const mayChange = ({ name }: PropertyView): boolean =>
    findSentName({ properties: sent, open: false }, name) !== undefined
  const changed = isJsonPatchOnly ? kept.filter((view) => !isMarked(files, view, 'readOnly')) : kept.filter(mayChange)
  const names = new Set([...changed, ...(isJsonPatchOnly ? [] : settable)].map(({ name }) => name))
  if (idPath.length === 1) for (const name of idPath) names.delete(name)
  return { names, isOpen: isJsonPatchOnly ? own.open && !isClosed(files, schema) : isOpen }
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

/** Whether a schema allows any object. */
const isFree = ({ properties, open }: ObjectView): boolean => open && properties.size === 0

/**
 * A record is sent in an envelope if one property has its schema, if the response has the same envelope, or if the only
 * property is an object that no record has.
 */
const findSent = ({ resource, place }: RecordSubject, request: Node): readonly string[] => {
  const { files } = resource.document
  const { properties } = viewObject(files, request)
  const own = viewObject(files, resource.schema).properties
  const isEnvelope = (name: string): boolean => {
    const view = properties.get(name)
    return view !== undefined && typesOf(files, view.node).has('object') && !own.has(name)
  }
  const [described, ...others] = [...properties.values()].filter(
    ({ name, node }) => isEnvelope(name) && isSameSchema(files, resource.schema, node),
  )
  if (described && others.length === 0) return [described.name]
  const [wrapper] = place ?? []
  if (wrapper !== undefined && isEnvelope(wrapper)) return [wrapper]
  const [only] = properties.keys()
  return properties.size === 1 && only !== undefined && isEnvelope(only) ? [only] : []
}

/** The property of a request for a property of the record: of the same name, or spelled differently (FriendlyName, friendly_name). */
const findSentName = ({ properties }: ObjectView, name: string): PropertyView | undefined =>
  properties.get(name) ?? [...properties.values()].find((view) => plainName(view.name) === plainName(name))

/** In the order of the schema. What only the request has, such as a password, is not shown again and so not stored. */
export const createProperties = async (
  subject: Pick<RecordSubject, 'resource' | 'compiler' | 'seed'>,
  properties: readonly PropertyView[],
  sent: ObjectView,
): Promise<readonly TemplateProperty[]> => {
  const { idPath, document } = subject.resource
  const planned: TemplateProperty[] = []
  for (const property of properties) {
    const { name, node, required } = property
    if ((idPath.length === 1 && name === idPath[0]) || isMarked(document.files, property, 'writeOnly')) continue
    const inRequest = findSentName(sent, name) ?? (isFree(sent) ? property : undefined)
    const source = await sourceOf(subject, property, inRequest)
    const takesNull = allowsNull(document.files, node)
    const ownVariant = readOwnVariant(document.files, subject.resource.schema, name)
    if (source) planned.push({ name, sentAs: inRequest?.name ?? name, source, takesNull, required, ownVariant })
  }
  return planned
}

/** Undefined if the property has no value. */
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
  const format = timeFormatOf(files, node, name)
  const takesNull = allowsNull(files, node)
  if (format && (isTimestampName(name) || (required && !takesNull)))
    return { kind: 'now', always, format, moves: isChangeTimeName(name), after: delayOf(name) }
  // What has not happened yet has no time.
  if (format && required && takesNull) return { kind: 'fixed', value: null, always }
  const value = documentedValue(files, property, settable)
  if (value !== undefined) {
    const address = documentedAddress(subject.resource, value)
    return address ? { kind: 'generated', generate: (_, id) => address(id), always } : { kind: 'fixed', value, always }
  }
  const generated = required || isOwnId ? await generateSource(subject, property, always) : undefined
  return generated ?? (settable ? { kind: 'body' } : undefined)
}

/** A second id next to the one in the path. Records have it even if it is not required. */
const isIdName = (name: string, resource: string): boolean =>
  hasRole(plainName(name), 'own-id') || plainName(name) === `${singularOf(plainName(resource))}id`

const isMarked = (files: Files, { node }: PropertyView, flag: 'readOnly' | 'writeOnly'): boolean =>
  findKeyword(files, node, flag) === true

/** A default, preferably from the overlay, or the first state of a lifecycle. */
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

/** Undefined if no value is generated. The record as a whole is validated later. */
const generateSource = async (
  { compiler, resource, seed }: Pick<RecordSubject, 'resource' | 'compiler' | 'seed'>,
  { name, node, required }: PropertyView,
  always: boolean,
): Promise<PropertySource | undefined> => {
  const { files, dialect } = resource.document
  const generator = await loadGenerator({ files, dialect, compiler }, node)
  const generate = (own: number): Json | undefined => {
    const options = { mode: 'minimal', name: resource.name, outcome: 'success', validate: false, isNew: true } as const
    const generated = generator(forProperty(options, own, name))
    return generated.kind === 'generated' ? generated.value : undefined
  }
  const [one, other] = [generate(seed), generate(seed + 1)]
  if (one === undefined || (one === null && !required)) return undefined
  // A value that is the same for any two records is generated once.
  return stringifyJson(one) === stringifyJson(other ?? null)
    ? { kind: 'fixed', value: one, always }
    : { kind: 'generated', generate: (own) => generate(own()), always }
}

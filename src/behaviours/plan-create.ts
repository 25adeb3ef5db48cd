/**
 * What a new record is made of, property by property: what the client may set, what the document or its overlay sets,
 * what is generated because nobody sets it. Made once for an operation, on its first request.
 */
import { generateValue } from '../contract/generate.ts'
import { itemsOf } from '../contract/is-object.ts'
import type { Operation } from '../contract/operation.ts'
import { viewResponses } from '../contract/operation-view.ts'
import type { Files, Node } from '../contract/references.ts'
import type { SchemaCompiler } from '../contract/schema-compiler.ts'
import { findKeyword, findText, type ObjectView, type PropertyView, viewObject } from '../contract/schema-view.ts'
import { seedOf } from '../contract/seed.ts'
import type { Json } from '../ports.ts'
import type { CreatePlan, PlannedProperty, PropertySource } from './create.ts'
import { planIds } from './make-id.ts'
import { requestSchema } from './operation-schemas.ts'
import { createMask, createView, isClosed } from './projection.ts'
import type { Resource } from './resource.ts'

export interface CreateSubject {
  readonly compiler: SchemaCompiler
  readonly resource: Resource
  readonly operation: Operation
  /** The schema of the response, which may show less of the record than others, or more. */
  readonly reply: Node
  readonly status: number
  readonly seed: number
}

/** Throws SchemaCompileError. */
export const planCreate = async (subject: CreateSubject): Promise<CreatePlan> => {
  const { compiler, resource, operation, reply, status, seed } = subject
  const { document, schema, idProperty } = resource
  const request = requestSchema(document, operation)
  const sent = request ? viewObject(document.files, request) : nothingSent
  const kept = viewObject(document.files, schema).properties
  const shown = [...viewObject(document.files, reply).properties.values()].filter(({ name }) => !kept.has(name))
  const replyOnly = await planProperties(subject, shown, sent)
  const show = createView(resource, reply)
  const settable = [...sent.properties.values()].filter((view) => !isMarked(document.files, view, 'readOnly'))
  const accepted = new Set(settable.map(({ name }) => name))
  return {
    resource,
    status,
    ids: await planIds({ resource, node: kept.get(idProperty)?.node ?? schema, compiler, seed }),
    takesId: accepted.has(idProperty),
    properties: await planProperties(subject, [...kept.values()], sent),
    replyOnly,
    accepted,
    named: new Set([idProperty, ...kept.keys(), ...sent.properties.keys()]),
    open: sent.open && !isClosed(document.files, schema),
    mask: createMask(resource),
    show: show ?? (replyOnly.length === 0 ? undefined : (value) => value),
    validate: compiler.compile(schema, 'response'),
    validateReply: compiler.compile(reply, 'response'),
    documentsConflict: viewResponses(document, operation.node).some((response) => response.status === '409'),
  }
}

const nothingSent: ObjectView = { properties: new Map(), open: false }

/** In the order of the schema. What only the request has (a password) is not shown again, hence not kept. */
const planProperties = async (
  subject: CreateSubject,
  properties: readonly PropertyView[],
  { properties: sent }: ObjectView,
): Promise<readonly PlannedProperty[]> => {
  const { compiler, resource } = subject
  const planned: PlannedProperty[] = []
  for (const property of properties) {
    const { name, node } = property
    if (name === resource.idProperty || isMarked(resource.document.files, property, 'writeOnly')) continue
    const source = await sourceOf(subject, property, sent.get(name))
    const takesNull = compiler.compile(node, 'response')({ rounded: null, exact: null }) === undefined
    if (source) planned.push({ name, source, takesNull })
  }
  return planned
}

/** Where a property's value comes from; undefined where it has none. */
const sourceOf = async (
  subject: CreateSubject,
  property: PropertyView,
  sent: PropertyView | undefined,
): Promise<PropertySource | undefined> => {
  const { files } = subject.resource.document
  const { node, required } = property
  const settable = sent !== undefined && !isMarked(files, sent, 'readOnly')
  const always = !settable
  const preset = presetOf(subject.resource, property, sent)
  if (preset !== undefined) return { kind: 'fixed', value: preset, always }
  if (settable && !required) return { kind: 'body' }
  if (findText(files, node, 'format') === 'date-time') return { kind: 'now', always }
  const value = documentedValue(files, property) ?? (required ? await generateFor(subject, property) : undefined)
  if (value !== undefined) return { kind: 'fixed', value, always }
  return settable ? { kind: 'body' } : undefined
}

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
    if (found !== undefined) return found as Json
  }
  return lifecycles.find(({ property }) => property === name)?.states[0]
}

/** A constant; for a required property an example, or the first value that is allowed. */
const documentedValue = (files: Files, { node, required }: PropertyView): Json | undefined => {
  const constant = findKeyword(files, node, 'const') as Json | undefined
  if (constant !== undefined || !required) return constant
  const [first] = itemsOf(findKeyword(files, node, 'examples') ?? findKeyword(files, node, 'enum'))
  return (findKeyword(files, node, 'example') ?? first) as Json | undefined
}

/** Something that fits, the same for the same seed; undefined where the generator finds nothing. */
const generateFor = async (
  { compiler, resource, seed }: CreateSubject,
  { name, node }: PropertyView,
): Promise<Json | undefined> => {
  const { files, dialect } = resource.document
  const validate = compiler.compile(node, 'response')
  const parts = { files, dialect, schema: node, seed: seedOf(seed, resource.key, name) }
  // A generator that gives up leaves the property out; the record is held against its schema as a whole.
  const value = await generateValue(parts).catch(() => undefined)
  return value === undefined || validate({ rounded: value, exact: value as Json }) ? undefined : (value as Json)
}

/**
 * Infers which event a webhook waits for, from its name and its body: `petCreated`, `message.status.updated`,
 * `label-deleted`, `order.shipped`. `x-standin-on` overrides it.
 */
import type { Resource } from '../../behaviours/records/resource.ts'
import { childNode, type Node } from '../../contract/document/references.ts'
import { findKeyword, typesOf, viewObject } from '../../contract/schema/schema-view.ts'
import { getOwn, getString, isJsonObject, itemsOf } from '../../contract/values/json-object.ts'
import { memoize } from '../../contract/values/memoize.ts'
import { plainName, singularOf, wordsOf } from '../../contract/values/names.ts'
import { suggest } from '../../contract/values/nearest.ts'
import type { Json } from '../../ports.ts'
import { isFiller, isStatusWord, kindOfWord } from './event-words.ts'
import { findRecordPlace, isDataName, type RecordPlace } from './find-record-place.ts'
import { type EventKind, eventKinds, type Message, type State, type Trigger } from './webhook-plan.ts'

export interface InferredTrigger {
  readonly on: Trigger | undefined
  readonly reason: string
}

const word = 'x-standin-on'

/** Only the last words of a longer name are looked at: these say what happened. */
const maxWords = 50

/** `resources`: those of the document. */
export const inferTrigger = (message: Message, resources: readonly Resource[]): InferredTrigger => {
  const given = findGiven(message)
  if (given) {
    const read = readGiven(given, resources)
    return typeof read === 'string' ? { on: undefined, reason: read } : { on: read, reason: word }
  }
  const words = wordsOf(message.name)
    .filter((one) => !isFiller(one))
    .slice(-maxWords)
  const found = findResource(message, words, resources)
  if (!found) return { on: undefined, reason: `neither the name nor the body shows a resource; ${word} names one` }
  const event = readEvent(message, words, found.resource)
  if (!event)
    return { on: undefined, reason: `the name does not show what happens to ${found.resource.name}; ${word} sets it` }
  return { on: { resource: found.resource, ...event.on }, reason: `${event.reason}, ${found.reason}` }
}

/** A value of x-standin-on that is wrong, with what it must be. */
export interface TriggerProblem {
  readonly node: Node
  readonly message: string
}

/** Undefined if x-standin-on is absent or right. */
export const checkGiven = (message: Message, resources: readonly Resource[]): TriggerProblem | undefined => {
  const node = findGiven(message)
  const read = node && readGiven(node, resources)
  return node && typeof read === 'string' ? { node, message: read } : undefined
}

const findGiven = ({ node, pathItem }: Message): Node | undefined => childNode(node, word) ?? childNode(pathItem, word)

/** The trigger, or what is wrong. */
const readGiven = ({ value }: Node, resources: readonly Resource[]): Trigger | string => {
  if (!isJsonObject(value)) return `${word} must be an object with resource and event, got ${JSON.stringify(value)}`
  const unknown = Object.keys(value).find((name) => !['resource', 'event', 'to'].includes(name))
  if (unknown !== undefined) return `${word} has resource, event and to, not ${unknown}`
  const name = getString(value, 'resource') ?? ''
  const resource = resources.find((one) => one.name === name || one.key === name)
  if (!resource) {
    const names = resources.map((one) => one.name)
    return `${word}: there is no resource ${JSON.stringify(name)}. ${suggest(name, names)}`
  }
  const event = eventKinds.find((kind) => kind === value.event)
  if (!event)
    return `${word}: event must be one of ${eventKinds.join(', ')}, got ${JSON.stringify(value.event ?? null)}`
  const { to } = value
  if (to !== undefined && event !== 'moved') return `${word}: to needs event: moved`
  const property = event === 'moved' ? statusPropertyOf(resource) : undefined
  if (event === 'moved' && property === undefined)
    return `${word}: the records of ${name} have no status that could move; use event: changed`
  if (to === undefined) return { resource, event, property, to }
  return isState(resource, to)
    ? { resource, event, property, to }
    : `${word}: to must be ${describeStates(resource, to)}`
}

/** Whether the status of a record can be this value. Undocumented values are unknown, so all of the right type count. */
const isState = (resource: Resource, value: Json): value is State => {
  if (typeof value !== 'string' && typeof value !== 'number') return false
  const documented = documentedStates(resource)
  const types = statusTypes(resource)
  return documented.length > 0
    ? documented.includes(value) || resource.lifecycles[0]?.states.some((state) => state === value) === true
    : types.size === 0 || types.has(typeof value) || (types.has('integer') && Number.isInteger(value))
}

const describeStates = (resource: Resource, got: Json): string => {
  const documented = documentedStates(resource)
  const text = JSON.stringify(got)
  if (documented.length === 0)
    return `a status, which is of type ${[...statusTypes(resource)].join(' or ') || 'string or number'}, got ${text}`
  return `a status of ${resource.name}, got ${text}. ${suggest(typeof got === 'string' ? got : text, documented.map(String))}`
}

/** The property in which a record moves: that of its lifecycle, else `status` or `state`. */
const statusPropertyOf = ({ lifecycles, document, schema }: Resource): string | undefined => {
  const [lifecycle] = lifecycles
  if (lifecycle) return lifecycle.property
  return [...viewObject(document.files, schema).properties.keys()].find((name) => isStatusWord(plainName(name)))
}

const statusNodeOf = (resource: Resource): Node | undefined => {
  const property = statusPropertyOf(resource)
  return property === undefined
    ? undefined
    : viewObject(resource.document.files, resource.schema).properties.get(property)?.node
}

const statusTypes = (resource: Resource): ReadonlySet<string> => {
  const node = statusNodeOf(resource)
  return node ? typesOf(resource.document.files, node) : new Set()
}

/** The values that the document has for that property. */
const documentedStates = (resource: Resource): readonly State[] => {
  const node = statusNodeOf(resource)
  const members = node ? itemsOf(findKeyword(resource.document.files, node, 'enum')) : []
  return members.filter((member) => typeof member === 'string' || typeof member === 'number')
}

/** The states that names can have, as far as they are known: those of its lifecycle, else those of the document. */
const statesOf = (resource: Resource): readonly State[] => {
  const [lifecycle] = resource.lifecycles
  return lifecycle ? lifecycle.states : documentedStates(resource)
}

/** Names of resources have few words. */
const maxRun = 8

/** The resource that most words of the name are about, the last ones first; else the one whose record the body has. */
const findResource = (
  { media }: Message,
  words: readonly string[],
  resources: readonly Resource[],
): { readonly resource: Resource; readonly reason: string } | undefined => {
  const byName = resourcesByName(resources)
  for (let length = Math.min(words.length, maxRun); length > 0; length--)
    for (let start = words.length - length; start >= 0; start--) {
      const joined = words.slice(start, start + length)
      const plain = [joined.join(''), [...joined.slice(0, -1), singularOf(joined.at(-1) ?? '')].join('')]
      const found = resources[Math.min(...plain.map((name) => byName.get(name) ?? Number.POSITIVE_INFINITY))]
      if (found) return { resource: found, reason: `its name names ${found.name}` }
    }
  const { schema } = media ?? {}
  const placed = schema && resources.find((resource) => isSubject(findRecordPlace(resource, schema)))
  return placed && { resource: placed, reason: `its body has a record of ${placed.name}` }
}

/** Other records of a body are around what happened, such as the repository of GitHub's events. */
const isSubject = (place: RecordPlace | undefined): boolean =>
  place?.isSame === true && (place.path.length === 0 || isDataName(place.path.at(-1) ?? ''))

/** The position of the first resource with each name. */
const resourcesByName = memoize((resources: readonly Resource[]): ReadonlyMap<string, number> => {
  const positions = new Map<string, number>()
  for (const [index, resource] of resources.entries())
    for (const name of namesOf(resource)) if (!positions.has(name)) positions.set(name, index)
  return positions
})

/** The plain names of one record: of the resource, of its last word, and of the component of its schema. */
const namesOf = ({ name, schema }: Resource): ReadonlySet<string> => {
  const component = /\/(?:schemas|definitions)\/([^/]+)$/.exec(getString(schema.value, '$ref') ?? schema.pointer)?.[1]
  const last = wordsOf(name).at(-1) ?? name
  return new Set(
    [name, last, ...(component === undefined ? [] : [component])].flatMap((one) => [
      plainName(one),
      singularOf(plainName(one)),
    ]),
  )
}

interface FoundEvent {
  readonly on: Omit<Trigger, 'resource'>
  readonly reason: string
}

const readEvent = (message: Message, words: readonly string[], resource: Resource): FoundEvent | undefined => {
  const property = statusPropertyOf(resource)
  // The last word that says something counts: `new-order.deleted`.
  const kind = words.map(kindOfWord).findLast((one) => one !== undefined)
  if (property !== undefined && words.some(isStatusWord) && (kind === 'changed' || kind === undefined))
    return { on: { event: 'moved', property, to: undefined }, reason: `its name says that ${property} changes` }
  const to = property === undefined ? undefined : findState(words, statesOf(resource))
  if (property !== undefined && to !== undefined && kindOfWord(words.at(-1) ?? '') === undefined)
    return { on: { event: 'moved', property, to }, reason: `its name has the ${property} ${to}` }
  if (kind) return plain(kind, `its name has a word for ${kind}`)
  const sent = eventInBody(message)
  return sent && plain(sent, `its body has a word for ${sent}`)
}

const plain = (event: EventKind, reason: string): FoundEvent => ({
  on: { event, property: undefined, to: undefined },
  reason,
})

/** A state that the name has, whatever it is spelled like. */
const findState = (words: readonly string[], states: readonly State[]): State | undefined => {
  const joined = words.join('')
  return states
    .filter((state) => plainName(String(state)).length > 2 && joined.endsWith(plainName(String(state))))
    .sort((one, other) => String(other).length - String(one).length)[0]
}

/** The event that a property of the body must have: `action: { enum: [created] }`. */
const eventInBody = ({ media, document: { files } }: Message): Exclude<EventKind, 'moved'> | undefined => {
  const schema = media?.schema
  if (!schema) return undefined
  for (const { name, node } of viewObject(files, schema).properties.values()) {
    if (!/^(event|type|action|topic)/i.test(name)) continue
    const constant = findKeyword(files, node, 'const')
    const values = constant === undefined ? itemsOf(getOwn(node.value, 'enum')) : [constant]
    const [only] = values
    if (values.length !== 1 || typeof only !== 'string') continue
    const kind = wordsOf(only)
      .map(kindOfWord)
      .findLast((one) => one !== undefined)
    if (kind) return kind
  }
  return undefined
}

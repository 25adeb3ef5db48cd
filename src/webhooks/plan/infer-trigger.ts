/**
 * Infers which event a webhook waits for, from its name and its body: `petCreated`, `message.status.updated`,
 * `label-deleted`, `order.shipped`. `x-standin-on` overrides it.
 */
import type { Resource } from '../../behaviours/records/resource.ts'
import { childNode, type Node } from '../../contract/document/references.ts'
import { findKeyword, viewObject } from '../../contract/schema/schema-view.ts'
import { getOwn, getString, isJsonObject, itemsOf } from '../../contract/values/json-object.ts'
import { plainName, singularOf, wordsOf } from '../../contract/values/names.ts'
import { suggest } from '../../contract/values/nearest.ts'
import { isFiller, isStatusWord, kindOfWord } from './event-words.ts'
import { findRecordPlace, isDataName, type RecordPlace } from './find-record-place.ts'
import { type EventKind, eventKinds, type Message, type Trigger } from './webhook-plan.ts'

export interface InferredTrigger {
  readonly on: Trigger | undefined
  readonly reason: string
}

const word = 'x-standin-on'

/** `resources`: those of the document. */
export const inferTrigger = (message: Message, resources: readonly Resource[]): InferredTrigger => {
  const given = findGiven(message)
  if (given) {
    const read = readGiven(given, resources)
    return typeof read === 'string' ? { on: undefined, reason: read } : { on: read, reason: word }
  }
  const words = wordsOf(message.name).filter((one) => !isFiller(one))
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
  const to = getString(value, 'to')
  if (to !== undefined && event !== 'moved') return `${word}: to needs event: moved`
  const property = event === 'moved' ? statusPropertyOf(resource) : undefined
  if (event === 'moved' && property === undefined)
    return `${word}: the records of ${name} have no status that could move; use event: changed`
  return { resource, event, property, to }
}

/** The property in which a record moves: that of its lifecycle, else `status` or `state`. */
const statusPropertyOf = ({ lifecycles, document, schema }: Resource): string | undefined => {
  const [lifecycle] = lifecycles
  if (lifecycle) return lifecycle.property
  return [...viewObject(document.files, schema).properties.keys()].find((name) => isStatusWord(plainName(name)))
}

/** The states of that property, as far as they are known. */
const statesOf = (resource: Resource): readonly string[] => {
  const property = statusPropertyOf(resource)
  const known = resource.lifecycles.find((lifecycle) => lifecycle.property === property)
  if (known) return known.states
  const { files } = resource.document
  const node = property === undefined ? undefined : viewObject(files, resource.schema).properties.get(property)?.node
  return node ? itemsOf(findKeyword(files, node, 'enum')).map(String) : []
}

/** The resource that most words of the name are about, the last ones first; else the one whose record the body has. */
const findResource = (
  { media, document }: Message,
  words: readonly string[],
  resources: readonly Resource[],
): { readonly resource: Resource; readonly reason: string } | undefined => {
  const own = resources.filter((resource) => resource.document === document)
  const names = own.map((resource) => ({ resource, names: namesOf(resource) }))
  for (let length = words.length; length > 0; length--)
    for (let start = words.length - length; start >= 0; start--) {
      const joined = words.slice(start, start + length)
      const plain = [joined.join(''), [...joined.slice(0, -1), singularOf(joined.at(-1) ?? '')].join('')]
      const found = names.find((one) => plain.some((name) => one.names.has(name)))
      if (found) return { resource: found.resource, reason: `its name names ${found.resource.name}` }
    }
  const { schema } = media ?? {}
  const placed = schema && own.find((resource) => isSubject(findRecordPlace(resource, schema)))
  return placed && { resource: placed, reason: `its body has a record of ${placed.name}` }
}

/** Other records of a body are around what happened, such as the repository of GitHub's events. */
const isSubject = (place: RecordPlace | undefined): boolean =>
  place?.isSame === true && (place.path.length === 0 || isDataName(place.path.at(-1) ?? ''))

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
const findState = (words: readonly string[], states: readonly string[]): string | undefined => {
  const joined = words.join('')
  return states
    .filter((state) => plainName(state).length > 2 && joined.endsWith(plainName(state)))
    .sort((one, other) => other.length - one.length)[0]
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

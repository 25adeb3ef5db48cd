/**
 * What the properties around a record report: the name of the event, the id of the delivery, the time, which record it is.
 * They are recognized by name and schema.
 */
import { ownIdOf } from '../../behaviours/records/record-id.ts'
import type { Shown } from '../../behaviours/records/record-view.ts'
import type { Resource } from '../../behaviours/records/resource.ts'
import { timeFormatOf, writeTime } from '../../behaviours/records/times.ts'
import type { Files, Node } from '../../contract/document/references.ts'
import { findKeyword, findText, typesOf } from '../../contract/schema/schema-view.ts'
import { isJsonObject, itemsOf } from '../../contract/values/json-object.ts'
import { plainName, singularOf, wordsOf } from '../../contract/values/names.ts'
import { formatUuid } from '../../contract/values/random.ts'
import type { Json } from '../../ports.ts'
import { kindOfWord, wordsOfKind } from './event-words.ts'
import type { EventKind } from './webhook-plan.ts'

/** What happened, as a payload reports it. */
export interface EventFacts {
  /** The name of the webhook or callback. */
  readonly name: string
  /** Undefined for a callback. */
  readonly event: EventKind | undefined
  /** Of the delivery: 32 hexadecimal digits. */
  readonly id: string
  /** Epoch milliseconds on the sandbox's clock. */
  readonly at: number
  /** Undefined where no record is concerned. */
  readonly record: Shown | undefined
  readonly resource: Resource | undefined
  /** Of a move: the status before. */
  readonly from: Json | undefined
}

export interface EnvelopePlace {
  readonly files: Files
  readonly name: string
  readonly node: Node
  /** Whether the object is the whole body. */
  readonly isOuter: boolean
}

/** Undefined: the property reports nothing of the event. */
export const envelopeValue = (place: EnvelopePlace, facts: EventFacts): Json | undefined =>
  eventName(place, facts) ?? eventId(place, facts) ?? recordFact(place, facts) ?? eventTime(place, facts)

const eventName = ({ files, name, node }: EnvelopePlace, facts: EventFacts): Json | undefined => {
  if (!/^(event|type|topic|action|trigger|kind)$|event_?(type|name|action|kind)$|^(type|name)_?of_?event$/i.test(name))
    return undefined
  const types = typesOf(files, node)
  if (types.size > 0 && !types.has('string')) return undefined
  const constant = findKeyword(files, node, 'const')
  if (constant !== undefined) return constant
  const members = itemsOf(findKeyword(files, node, 'enum')).filter((one) => typeof one === 'string')
  return members.length === 0 ? facts.name : chooseMember(members, facts)
}

/** The member with the name of the event; else the one that says the same; else the longest one that the name ends with. */
export const chooseMember = (members: readonly string[], { name, event, resource }: EventFacts): string | undefined => {
  const [only] = members
  if (only !== undefined && members.length === 1) return only
  const wanted = plainName(name)
  const same = members.find((member) => plainName(member) === wanted)
  if (same !== undefined) return same
  const ending = members.filter((member) => plainName(member) !== '' && wanted.endsWith(plainName(member)))
  if (ending.length > 0) return ending.reduce((one, other) => (other.length > one.length ? other : one))
  const around = members.find((member) => plainName(member).endsWith(wanted))
  if (around !== undefined || !event) return around
  const saying = members.filter((member) => says(member, event))
  const subject = resource && singularOf(plainName(resource.name))
  return saying.find((member) => subject !== undefined && plainName(member).includes(subject)) ?? saying[0]
}

const says = (member: string, event: EventKind): boolean => {
  const kind = wordsOf(member)
    .map(kindOfWord)
    .findLast((one) => one !== undefined)
  return kind === (event === 'moved' ? 'changed' : event) || wordsOfKind(event).includes(plainName(member))
}

const eventId = ({ files, name, node, isOuter }: EnvelopePlace, { id }: EventFacts): Json | undefined => {
  const plain = plainName(name)
  if (!(plain === 'id' && isOuter) && !/^(event|webhook|delivery|notification)(id|uuid)$/.test(plain)) return undefined
  return idFor(files, node, id)
}

/** A delivery id as the schema of a property wants it. */
const idFor = (files: Files, node: Node, id: string): Json | undefined => {
  const types = typesOf(files, node)
  if (types.has('integer') || types.has('number')) return Number.parseInt(id.slice(0, 8), 16) % 2 ** 31
  if (types.size > 0 && !types.has('string')) return undefined
  return findText(files, node, 'format') === 'uuid' || plainName(node.pointer).endsWith('uuid') ? formatUuid(id) : id
}

const recordFact = (place: EnvelopePlace, { record, resource, from }: EventFacts): Json | undefined => {
  if (!record || !resource) return undefined
  const { files, node } = place
  const plain = plainName(place.name)
  const subject = singularOf(plainName(resource.name))
  const types = typesOf(files, node)
  if (new Set([`${subject}id`, 'entityid', 'resourceid', 'objectid', 'recordid']).has(plain)) {
    const id = ownIdOf(resource, record)
    return types.has('string') ? String(id) : id
  }
  if (types.size > 0 && !types.has('string')) return undefined
  if (/^(entity|resource|object|record)type$/.test(plain)) return memberOr(files, node, subject)
  return /^(previous|old|from)(status|state)?$/.test(plain) && !isJsonObject(from) ? from : undefined
}

/** A text, or the member of an enum that is it. */
const memberOr = (files: Files, node: Node, text: string): Json | undefined => {
  const members = itemsOf(findKeyword(files, node, 'enum'))
  return members.length === 0 ? text : members.find((member) => singularOf(plainName(String(member))) === text)
}

const eventTime = ({ files, name, node }: EnvelopePlace, { at }: EventFacts): Json | undefined => {
  const known = timeFormatOf(files, node, name)
  const isTime =
    /^(timestamp|time|date|created|(occurred|sent|fired|triggered|emitted|event|received)_?(at|time|date|on)?)(_?at|_?on)?$/i
  if (known && (isTime.test(name) || /^(creat|occur|sent|trigger|event|timestamp)/i.test(name)))
    return writeTime(known, at)
  if (!isTime.test(name) || findKeyword(files, node, 'enum') !== undefined) return undefined
  const types = typesOf(files, node)
  if (types.has('integer') || types.has('number')) return Math.floor(at / 1000)
  return types.has('string') && findText(files, node, 'format') === undefined ? new Date(at).toISOString() : undefined
}

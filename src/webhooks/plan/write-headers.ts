/**
 * Writes the headers that a document describes for a webhook: the name of the event and the id of the delivery. Others have
 * their example. Signatures of the service's own kind are left out; docs/webhooks.md has ours.
 */
import { viewParameters } from '../../contract/document/operation-view.ts'
import type { Node } from '../../contract/document/references.ts'
import { findKeyword, findText } from '../../contract/schema/schema-view.ts'
import { getOwn, itemsOf } from '../../contract/values/json-object.ts'
import { plainName, wordsOf } from '../../contract/values/names.ts'
import { formatUuid } from '../../contract/values/random.ts'
import { chooseMember, type EventFacts } from './envelope-values.ts'
import { isFiller, kindOfWord } from './event-words.ts'
import type { Message } from './webhook-plan.ts'

/** Headers that are ours, or that decide how the body is sent. */
const reserved =
  /^(host|connection|keep-alive|content-.*|transfer-encoding|te|trailer|upgrade|expect|authorization|proxy-.*|cookie|webhook-.*)$/

const maxHeaders = 40

/** By lower-case name. */
export const writeHeaders = (
  { document, node, pathItem }: Message,
  facts: EventFacts,
): Readonly<Record<string, string>> => {
  const headers: Record<string, string> = {}
  for (const view of viewParameters(document, node, pathItem).slice(0, maxHeaders)) {
    const name = view.name.toLowerCase()
    if (view.in !== 'header' || reserved.test(name) || /signature|hmac|secret|token/.test(name)) continue
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) continue
    const value = headerValue({ files: document.files, name, node: view.node, schema: view.schema }, facts)
    if (value !== undefined && /^[\x20-\x7e]{1,1000}$/.test(value)) headers[name] = value
  }
  return headers
}

interface HeaderPlace {
  readonly files: Message['document']['files']
  readonly name: string
  readonly node: Node
  readonly schema: Node | undefined
}

const headerValue = ({ files, name, node, schema }: HeaderPlace, facts: EventFacts): string | undefined => {
  const example = getOwn(node.value, 'example') ?? (schema && findKeyword(files, schema, 'example'))
  const plain = plainName(name)
  if (/event(name|type)?$|topic$/.test(plain)) {
    const members = schema ? itemsOf(findKeyword(files, schema, 'enum')) : []
    const names = members.filter((member) => typeof member === 'string')
    return names.length > 0 ? chooseMember(names, facts) : eventLike(example, facts)
  }
  if (/(delivery|idempotencykey|eventid|deliveryid|webhookid|requestid)$/.test(plain))
    return schema && findText(files, schema, 'format') === 'uuid' ? formatUuid(facts.id) : facts.id
  return example === undefined || typeof example === 'object' ? undefined : String(example)
}

/** The name in the form of the example: with the word for what happened if that has one, otherwise without it. */
const eventLike = (example: unknown, { name }: EventFacts): string => {
  if (typeof example !== 'string') return name
  const happened = wordsOf(name).findLast((word) => kindOfWord(word) !== undefined)
  const exampled = wordsOf(example).findLast((word) => kindOfWord(word) !== undefined)
  if (happened === undefined) return name
  if (exampled === undefined)
    return wordsOf(name)
      .filter((word) => word !== happened && !isFiller(word))
      .join('_')
  return example.replace(new RegExp(`${exampled}(?=[^a-z]*$)`, 'i'), happened)
}

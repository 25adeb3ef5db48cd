/**
 * Conditional requests (RFC 9110, section 13) for resources whose document has entity tags: the tag of a record, and
 * whether the conditions of a request are met. Other resources have no Conditions, so their requests cost nothing more.
 */
import { createHash } from 'node:crypto'
import { namesTag, toTag, writeTag } from '../../contract/values/entity-tag.ts'
import { getOwn } from '../../contract/values/json-object.ts'
import type { Rejection } from '../../errors.ts'
import type { IncomingRequest, RequestHeaders } from '../../ports.ts'
import type { StoredRecord } from '../../store/store.ts'
import { type BehaviourReply, type Rejected, reject } from '../behaviour-reply.ts'

export interface Conditions {
  /** The tag of a record: the same for the same content, different for any other. */
  readonly tagOf: (record: StoredRecord) => string
  /** Undefined if the conditions are met. `record` is undefined if the address has no record. */
  readonly evaluate: (request: Conditional, record: StoredRecord | undefined) => FailedCondition | undefined
}

export type FailedCondition = { readonly kind: 'unmodified' } | Rejected

type Conditional = Pick<IncomingRequest, 'method' | 'headers'>

/** `isRequired`: a change without a condition is rejected. */
export const createConditions = (isRequired: boolean, tagProperty: string | undefined): Conditions => {
  const tagOf = createTagger(tagProperty)
  return {
    tagOf,
    evaluate: ({ method, headers }, record) => {
      const isReading = method === 'GET' || method === 'HEAD'
      if (!hasCondition(headers)) return isRequired && !isReading ? reject(required) : undefined
      const tag = record && tagOf(record)
      const wanted = readHeader(headers, 'if-match')
      if (wanted !== undefined && !namesTag(wanted, tag, 'strong')) return reject(describeMismatch(wanted, tag))
      const unwanted = readHeader(headers, 'if-none-match')
      if (unwanted === undefined || !namesTag(unwanted, tag, 'weak')) return undefined
      return isReading ? { kind: 'unmodified' } : reject(describeMatch(unwanted, tag))
    },
  }
}

/**
 * The tag of a record: the value of `tagProperty`, otherwise one computed from its content. Stored records are frozen; a
 * changed record is another object.
 */
export const createTagger = (tagProperty: string | undefined): ((record: StoredRecord) => string) => {
  const known = new WeakMap<StoredRecord, string>()
  return (record) => {
    const found = known.get(record)
    if (found !== undefined) return found
    const own = tagProperty === undefined ? undefined : getOwn(record.value, tagProperty)
    const tag = typeof own === 'string' ? toTag(own) : tagOfText(`${record.id} ${record.json}`)
    known.set(record, tag)
    return tag
  }
}

export const tagOfText = (text: string): string =>
  writeTag(createHash('sha256').update(text).digest('base64url').slice(0, 22))

/** The response to a client that has the current version (RFC 9110, section 15.4.5). */
export const notModified = (tag: string): BehaviourReply => ({
  kind: 'reply',
  status: 304,
  body: undefined,
  mediaType: '',
  headers: ['ETag', tag],
})

export const readHeader = (headers: RequestHeaders, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' || value === undefined ? value : value.join(', ')
}

export const hasCondition = (headers: RequestHeaders): boolean =>
  headers['if-match'] !== undefined || headers['if-none-match'] !== undefined

const required: Rejection = {
  code: 'precondition_required',
  message: 'header.If-Match is required: send the ETag of the record, or *',
}

const describeMismatch = (wanted: string, tag: string | undefined): Rejection => ({
  code: 'precondition_failed',
  message: `header.If-Match ${
    tag === undefined ? 'requires an existing record, but there is none' : `must contain the ETag ${tag}`
  }, got ${shorten(wanted)}`,
})

const describeMatch = (unwanted: string, tag: string | undefined): Rejection => ({
  code: 'precondition_failed',
  message: `header.If-None-Match must not contain the current ETag ${tag}, got ${shorten(unwanted)}`,
})

const shorten = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text)

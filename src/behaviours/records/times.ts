/**
 * Properties that a server sets to the current time: recognized by name and schema, with the format of each.
 */

import type { Files, Node } from '../../contract/document/references.ts'
import { epochUnit, isEpochName } from '../../contract/sample/dates.ts'
import { findKeyword, findText, typesOf } from '../../contract/schema/schema-view.ts'
import type { Json } from '../../ports.ts'

export type TimeFormat = 'instant' | 'date' | 'seconds' | 'milliseconds' | 'rfc2822'

/** The format that the schema of a property requires; undefined if it is not a time. */
export const timeFormatOf = (files: Files, node: Node, name: string): TimeFormat | undefined => {
  const format = findText(files, node, 'format')
  if (format === 'date-time') return 'instant'
  if (format === 'date-time-rfc-2822') return 'rfc2822'
  if (format === 'date') return 'date'
  const types = typesOf(files, node)
  if (format === 'unix-time' || (types.has('integer') && (isTimeName(name) || isEpochName(name)))) {
    const keywords = Object.fromEntries(epochKeywords.map((keyword) => [keyword, findKeyword(files, node, keyword)]))
    return epochUnit(name, keywords, keywords.example) === 1 ? 'milliseconds' : 'seconds'
  }
  return format === undefined && types.has('string') && isTimeName(name) ? 'instant' : undefined
}

const epochKeywords = ['description', 'format', 'minimum', 'maximum', 'example'] as const

const creation = /creat|made|added|insert|regist|issued|received|submitted|uploaded|posted/i
const change = /updat|modif|changed|edited|touched/i

const isTimeName = (name: string): boolean =>
  /^(date_?)?(created|updated|modified)(_?(at|on|time|date|timestamp))?$/i.test(name)

/** Whether the name is that of a creation time or of a change time. */
export const isTimestampName = (name: string): boolean => creation.test(name) || change.test(name)
export const isChangeTimeName = (name: string): boolean => change.test(name)

const day = 86_400_000

/** How long after the creation of a record something happens: it expires later, in milliseconds. */
export const delayOf = (name: string): number =>
  /expir|renew|valid_?(to|until)|due|deadline|until|_end$|[a-z]End$|^end|ends/i.test(name) ? 30 * day : 0

export const writeTime = (format: TimeFormat, at: number): Json => {
  switch (format) {
    case 'instant':
      return new Date(at).toISOString()
    case 'date':
      return new Date(at).toISOString().slice(0, 10)
    case 'milliseconds':
      return at
    case 'seconds':
      return Math.floor(at / 1000)
    case 'rfc2822':
      return new Date(at).toUTCString().replace('GMT', '+0000')
  }
}

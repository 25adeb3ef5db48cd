/**
 * Properties that a server sets to the time: which they are, by name and schema, and how each is written.
 */
import type { Files, Node } from '../../contract/document/references.ts'
import { findText, typesOf } from '../../contract/schema/schema-view.ts'
import type { Json } from '../../ports.ts'

export type TimeFormat = 'instant' | 'date' | 'seconds' | 'rfc2822'

/** How the property's schema has a time written; undefined where it is none. */
export const timeFormatOf = (files: Files, node: Node, name: string): TimeFormat | undefined => {
  const format = findText(files, node, 'format')
  if (format === 'date-time') return 'instant'
  if (format === 'date-time-rfc-2822') return 'rfc2822'
  if (format === 'date') return 'date'
  const types = typesOf(files, node)
  if (format === 'unix-time' || (types.has('integer') && isTimeName(name))) return 'seconds'
  return format === undefined && types.has('string') && isTimeName(name) ? 'instant' : undefined
}

const making = /creat|made|added|insert|regist|issued|received|submitted|uploaded|posted/i
const changing = /updat|modif|changed|edited|touched/i

const isTimeName = (name: string): boolean =>
  /^(date_?)?(created|updated|modified)(_?(at|on|time|date|timestamp))?$/i.test(name)

/** Whether the name says that it is the time of the record's making, or of its last change. */
export const saysMaking = (name: string): boolean => making.test(name) || changing.test(name)
export const saysChange = (name: string): boolean => changing.test(name)

export const writeTime = (form: TimeFormat, at: number): Json => {
  switch (form) {
    case 'instant':
      return new Date(at).toISOString()
    case 'date':
      return new Date(at).toISOString().slice(0, 10)
    case 'seconds':
      return Math.floor(at / 1000)
    case 'rfc2822':
      return new Date(at).toUTCString().replace('GMT', '+0000')
  }
}

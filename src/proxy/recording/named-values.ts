/**
 * The values that bodies other than JSON have under names: fields of a form, elements and attributes of XML and HTML.
 */
import { parseQuery } from '../../contract/values/query.ts'

/** Returns what is written in place of a value. */
export type ReplaceValue = (name: string, value: string) => string

/** The same text with other values. `type`: its media type. */
export const replaceNamed = (text: string, type: string | undefined, replace: ReplaceValue): string => {
  if (isForm(type)) return replaceFields(text, replace)
  return /^\s*</.test(text) ? replaceMarked(text, replace) : text
}

export const isForm = (type: string | undefined): boolean => /urlencoded/i.test(type ?? '')

const replaceFields = (text: string, replace: ReplaceValue): string => {
  const fields = new URLSearchParams()
  for (const [name, value] of parseQuery(text).pairs) fields.append(name, replace(name, value))
  return fields.toString()
}

const element = /(<([\w.:-]{1,100})(?:\s[^<>]{0,2000})?>(?:<!\[CDATA\[)?\s*)([^\s<>\]][^<>\]]{0,2000})/g
const attribute = /(([\w.:-]{1,100})=["'])([^"'<>]{1,2000})(?=["'])/g

const replaceMarked = (text: string, replace: ReplaceValue): string => {
  const replaceHeld = (_: string, before: string, name: string, held: string): string =>
    before + replace(withoutPrefix(name), held)
  return text.replace(element, replaceHeld).replace(attribute, replaceHeld)
}

/** `soap:password` is a password. */
const withoutPrefix = (name: string): string => name.slice(name.lastIndexOf(':') + 1)

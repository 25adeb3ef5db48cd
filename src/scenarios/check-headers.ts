/**
 * Checks the headers of a scripted response: HTTP must be able to carry them, and they must not contradict how the response is
 * sent.
 */
import { isJsonObject } from '../contract/values/json-object.ts'
import { appendPointer } from '../contract/values/pointer.ts'
import type { Problem } from './problem.ts'

/** Headers that Standin sets: another value would make the client wait, or read a part of the next response. */
const framing: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'trailer',
  'upgrade',
  'keep-alive',
])

export const checkHeaders = (headers: unknown, pointer: string): readonly Problem[] =>
  isJsonObject(headers)
    ? Object.entries(headers).flatMap(([name, value]) => {
        const message = describeHeader(name, String(value))
        return message === undefined ? [] : [{ pointer: appendPointer(pointer, name), message }]
      })
    : []

const describeHeader = (name: string, value: string): string | undefined => {
  // RFC 9110, section 5.6.2.
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
    return `${JSON.stringify(name)} is not the name of a header; use letters, digits and -._~ only`
  if (framing.has(name.toLowerCase()))
    return `${name} is set by Standin, and cannot be changed; fault: truncate sends a part of the response`
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    return `${name} has a value that no header can have: remove line breaks, control characters, and characters beyond Latin-1`
  return undefined
}

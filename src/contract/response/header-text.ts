/**
 * Headers whose syntax HTTP defines. Documents give them the type string and say no more, but clients parse them.
 */
import { toTag } from '../values/entity-tag.ts'
import { parseTime } from '../values/time.ts'

/** A generated string in the syntax of its header; undefined if HTTP defines none. `seed` decides numbers. */
export const writeHeaderText = (header: string, generated: string, seed: number): string | undefined =>
  writers.find(([names]) => names.test(header))?.[1](generated, seed)

type Write = (generated: string, seed: number) => string | undefined

/** RFC 9110, section 5.6.7. */
const writeDate: Write = (generated) => {
  const time = parseTime(generated)
  return Number.isNaN(time) ? undefined : new Date(time).toUTCString()
}

const writeNumber: Write = (_, seed) => String(1 + (seed % 60))

/** The value by which clients act as if there were no header. */
const write =
  (text: string): Write =>
  () =>
    text

const writers: readonly (readonly [names: RegExp, write: Write])[] = [
  [/^etag$/i, toTag],
  [/^(last-modified|expires)$/i, writeDate],
  [/^(retry-after|age)$/i, writeNumber],
  [/^(x-)?rate-?limit-(limit|remaining|reset)$/i, writeNumber],
  // Another relation than `self` would lead clients to pages that do not exist.
  [/^link$/i, (generated) => `<${encodeURI(generated)}>; rel="self"`],
  [/^set-cookie$/i, (generated) => `session=${encodeURIComponent(generated)}; Path=/; HttpOnly`],
  [/^cache-control$/i, write('no-cache')],
  [/^vary$/i, write('Accept')],
  [/^accept-ranges$/i, write('none')],
  [/^strict-transport-security$/i, write('max-age=0')],
]

/**
 * Headers that HTTP cannot carry: a document may name a media type, a header or a security scheme in any characters. They are
 * adapted only when the transport has rejected them, so that all other responses cost nothing.
 */
import { validateHeaderName } from 'node:http'

/** The same headers without those whose names are not tokens; characters that a value cannot have become question marks. */
export const sendableHeaders = (headers: readonly string[]): string[] =>
  headers.flatMap((name, index) =>
    index % 2 === 0 && isName(name) ? [name, (headers[index + 1] ?? '').replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')] : [],
  )

const isName = (name: string): boolean => {
  try {
    validateHeaderName(name)
    return true
  } catch {
    return false
  }
}

/**
 * Decodes bytes to text by charset (RFC 9110, section 8.3.2); UTF-8 by default.
 */
import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'

export type DecodedText =
  | { readonly kind: 'text'; readonly text: string }
  /** `message` follows the name of what is decoded. */
  | { readonly kind: 'rejected'; readonly message: string; readonly isUnknown: boolean }

export const decodeText = (bytes: Buffer, charset = 'utf-8'): DecodedText => {
  if (charset === 'utf-8' || charset === 'utf8')
    return isUtf8(bytes)
      ? { kind: 'text', text: bytes.toString('utf8').replace(/^\uFEFF/, '') }
      : { kind: 'rejected', message: 'is not valid UTF-8', isUnknown: false }
  let decoder: TextDecoder
  try {
    decoder = new TextDecoder(charset, { fatal: true })
  } catch {
    const shown = JSON.stringify(charset.slice(0, 60))
    return { kind: 'rejected', message: `must have a charset that Node.js supports, got ${shown}`, isUnknown: true }
  }
  try {
    return { kind: 'text', text: decoder.decode(bytes) }
  } catch {
    return { kind: 'rejected', message: `is not valid ${charset}`, isUnknown: false }
  }
}

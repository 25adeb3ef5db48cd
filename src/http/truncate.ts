/**
 * The fault `truncate`: a response that ends in the middle of its body.
 */
import type { Reply } from '../ports.ts'

/** The headers of the whole reply and half of its body. A reply without a body gets a Content-Length of 2. */
export const truncate = ({ headers, body }: Reply): { readonly headers: string[]; readonly part: Buffer | string } => {
  const bytes = Buffer.from(body ?? '')
  return {
    headers: [...headers, 'Content-Length', String(Math.max(bytes.length, 2))],
    part: bytes.length < 2 ? ' ' : bytes.subarray(0, Math.floor(bytes.length / 2)),
  }
}

/**
 * The cookies of a request. The only file that uses the `cookie` package.
 */
import { parseCookie } from 'cookie'
import type { RequestHeaders } from '../../ports.ts'
import { memoize } from './memoize.ts'

/**
 * Raw values by name: percent-encoding and quotes stay, since each caller decodes them differently. Of two cookies with the
 * same name, the first wins. Parsed once per request.
 */
export const cookiesOf = memoize((headers: RequestHeaders): ReadonlyMap<string, string> => {
  const header = typeof headers.cookie === 'string' ? headers.cookie : (headers.cookie ?? []).join('; ')
  const cookies = parseCookie(header, { decode: (value) => value })
  return new Map(Object.entries(cookies).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
})

/**
 * The cookies of a request. The only file that uses the `cookie` package.
 */
import { parseCookie } from 'cookie'
import type { RequestHeaders } from '../../ports.ts'
import { memoize } from './memoize.ts'

/**
 * Raw values in the order of the header: percent-encoding and quotes stay, since each caller decodes them differently. A name
 * can occur twice. Parsed once per request.
 */
export const cookiesOf = memoize(({ cookie }: RequestHeaders): readonly (readonly [name: string, value: string])[] => {
  const header = typeof cookie === 'string' ? cookie : (cookie ?? []).join('; ')
  return header
    .split(';')
    .flatMap((pair) =>
      Object.entries(parseCookie(pair, { decode: (value) => value })).map(
        ([name, value = '']) => [name, value] as const,
      ),
    )
})

/**
 * The addresses of the console: /_sandbox/~SANDBOX/PART/… with a query. The page's address is all that decides what is shown,
 * so that each view can be linked to.
 */

export interface Address {
  readonly sandbox: string
  /** The id of a part; `overview` if the address names none. */
  readonly part: string
  /** The decoded segments after the part. */
  readonly path: readonly string[]
  readonly query: Readonly<Record<string, string>>
}

export const base = '/_sandbox/'
export const defaultSandbox = 'default'
export const firstPart = 'overview'

export const parseAddress = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): Address => {
  const segments = pathname.startsWith(base) ? pathname.slice(base.length).split('/').filter(Boolean).map(decode) : []
  const [first = ''] = segments
  const names = first.startsWith('~')
  const [part = firstPart, ...path] = names ? segments.slice(1) : segments
  const sandbox = names && first.length > 1 ? first.slice(1) : defaultSandbox
  return { sandbox, part, path, query: Object.fromEntries(new URLSearchParams(search)) }
}

/** What an address leaves out is taken from `from`: its sandbox, and its part. */
export type Target = Partial<Address>

export const formatAddress = ({ sandbox, part, path = [], query = {} }: Target, from: Address): string => {
  const segments = [part ?? from.part, ...path].map(encodeURIComponent)
  const given = Object.entries(query).filter(([, value]) => value !== '')
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`
  return `${base}~${encodeURIComponent(sandbox ?? from.sandbox)}/${segments.join('/')}${search}`
}

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

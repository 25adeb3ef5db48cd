/**
 * The headers that a gateway changes (RFC 9110, section 7.6): those of one connection are not forwarded, and the request says
 * which way it came. All others are forwarded as they are, in their order and spelling.
 */

const connection = 'connection'

/** Headers of one connection (RFC 9110, section 7.6.1). */
const hopByHop: ReadonlySet<string> = new Set([
  connection,
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
])

/** The name of this gateway in Via. */
const pseudonym = 'standin'

/** Times that a request may pass through Standin before its upstream must lead back to itself. */
const maxPasses = 10

export interface ForwardedRequest {
  /** Name, value, name, value, as received. */
  readonly rawHeaders: readonly string[]
  readonly httpVersion: string
  /** The address of the client. */
  readonly client: string | undefined
  readonly isSecure: boolean
}

/** The headers for the service. The HTTP client writes Host, and the framing of the body from Content-Length. */
export const forwardRequestHeaders = ({ rawHeaders, httpVersion, client, isSecure }: ForwardedRequest): string[] => {
  const dropped = namesOfConnection(rawHeaders)
  const headers: string[] = []
  const joined = new Map<string, string>()
  let cookieAt: number | undefined
  let host: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = [rawHeaders[index], rawHeaders[index + 1]]
    const lower = name.toLowerCase()
    if (lower === 'host' || lower === ':authority') host = value
    // The other pseudo-headers of HTTP/2 are method, path and scheme.
    else if (lower.startsWith(':')) continue
    // 100 Continue has been sent when the body is read.
    else if (hopByHop.has(lower) || dropped.has(lower) || lower === 'expect') continue
    else if (chain.has(lower)) joined.set(lower, joined.has(lower) ? `${joined.get(lower)}, ${value}` : value)
    // HTTP/2 may send each cookie in a header of its own (RFC 9113, section 8.2.3).
    else if (lower === 'cookie' && cookieAt !== undefined) headers[cookieAt] += `; ${value}`
    else {
      if (lower === 'cookie') cookieAt = headers.length + 1
      headers.push(name, value)
    }
  }
  const append = (name: string, value: string): void => {
    const before = joined.get(name.toLowerCase())
    headers.push(name, before === undefined ? value : `${before}, ${value}`)
  }
  const protocol = isSecure ? 'https' : 'http'
  append('Via', `${httpVersion} ${pseudonym}`)
  if (client !== undefined) append('X-Forwarded-For', client)
  headers.push('X-Forwarded-Proto', joined.get('x-forwarded-proto') ?? protocol)
  const original = joined.get('x-forwarded-host') ?? host
  if (original !== undefined) headers.push('X-Forwarded-Host', original)
  append('Forwarded', formatForwarded(client, host, protocol))
  return headers
}

/** Headers to which each gateway adds, or that the first one sets. */
const chain: ReadonlySet<string> = new Set([
  'via',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
])

/** RFC 7239, section 4: an address of IPv6 is in brackets and quotes. */
const formatForwarded = (client: string | undefined, host: string | undefined, protocol: string): string => {
  const node = client === undefined ? 'unknown' : client.includes(':') ? `"[${client}]"` : client
  const quoted = host === undefined ? '' : `;host="${host.replace(/["\\]/g, '')}"`
  return `for=${node}${quoted};proto=${protocol}`
}

const noNames: ReadonlySet<string> = new Set()

/** Names that the Connection header lists: they concern this connection only. */
const namesOfConnection = (headers: readonly string[]): ReadonlySet<string> => {
  const listed: string[] = []
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? ''
    if (name.length === connection.length && name.toLowerCase() === connection) listed.push(headers[index + 1] ?? '')
  }
  // Nearly all have one that lists no name.
  const [only = ''] = listed
  if (listed.length < 2 && (only === '' || only === 'keep-alive' || only === 'close')) return noNames
  const names = new Set(listed.flatMap((value) => value.split(',').map((name) => name.trim().toLowerCase())))
  // A client may not have these removed.
  for (const name of ['', 'close', 'keep-alive', 'content-length', 'content-type', 'authorization']) names.delete(name)
  return names
}

/** Whether a request has passed through Standin so often that it must be going round in a circle. */
export const isInCircle = (via: string | readonly string[] | undefined): boolean =>
  via !== undefined &&
  [via]
    .flat()
    .join(',')
    .split(',')
    .filter((entry) => entry.trim().split(/\s+/)[1] === pseudonym).length >= maxPasses

/** Also those that Standin writes itself: a service that is a Standin too has them as well. */
const notReturned: ReadonlySet<string> = new Set([...hopByHop, 'sandbox-request-id', 'sandbox-id', 'sandbox-trace'])

/** The headers of the service's response for the client. */
export const forwardResponseHeaders = (rawHeaders: readonly string[]): string[] => {
  const dropped = namesOfConnection(rawHeaders)
  const headers: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = [rawHeaders[index], rawHeaders[index + 1]]
    const lower = name.toLowerCase()
    if (!notReturned.has(lower) && !dropped.has(lower)) headers.push(name, value)
  }
  return headers
}

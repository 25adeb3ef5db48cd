/**
 * A request as Node's server delivers it, as the rest of the program sees requests.
 */
import type { IncomingMessage } from 'node:http'
import type { IncomingRequest } from '../ports.ts'
import { readClientCertificate } from './client-certificate.ts'
import { isHttp2, plainHeaders } from './http2-exchange.ts'
import { readBody, takeArrived } from './read-body.ts'
import { type Transport, toIncomingRequest } from './transport.ts'

/** A client that uses a proxy sends the whole URL: http://host/path (RFC 9112, section 3.2.2). */
export const localTarget = (target: string): string => (target.startsWith('/') ? target : target.replace(absolute, '/'))

const absolute = /^[a-z][a-z0-9+.-]*:\/\/([^/?]*)\/?/i

/** As if it had been sent without the whole URL, whose host counts, and not that of the header. */
export const makeLocal = (request: IncomingMessage): void => {
  const { url = '' } = request
  if (url.startsWith('/')) return
  const host = absolute.exec(url)?.[1]
  if (host !== undefined) request.headers.host = host
  request.url = localTarget(url)
}

export const receive = (req: IncomingMessage, parts: Transport): IncomingRequest => {
  const local = localTarget(req.url ?? '/')
  const at = local.indexOf('?')
  return toIncomingRequest(
    {
      method: req.method ?? 'GET',
      path: at === -1 ? local : local.slice(0, at),
      query: at === -1 ? '' : local.slice(at + 1),
      headers: isHttp2(req) ? plainHeaders(req.headers) : req.headers,
      isSecure: parts.security?.isSecure === true,
      client: parts.security?.verifiesClients ? readClientCertificate(req.socket) : undefined,
      readBody: () => readBody(req, parts.maxBody),
      takeArrivedBody: () => takeArrived(req, parts.maxBody),
    },
    parts,
  )
}

/**
 * A request as Node's server delivers it, as the rest of the program sees requests.
 */
import type { IncomingMessage } from 'node:http'
import type { IncomingRequest } from '../ports.ts'
import { readClientCertificate } from './client-certificate.ts'
import { isHttp2, plainHeaders } from './http2-exchange.ts'
import { readBody, takeArrived } from './read-body.ts'
import { type Transport, toIncomingRequest } from './transport.ts'

export const receive = (req: IncomingMessage, parts: Transport): IncomingRequest => {
  const target = req.url ?? '/'
  // A client that uses a proxy sends the whole URL: http://host/path (RFC 9112, section 3.2.2).
  const local = target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*\/?/i, '/')
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

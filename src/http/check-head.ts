/**
 * What Node's parser accepts although HTTP/1.1 does not, or what it reports only after it has called the handler. Both the
 * documents and the control API check it before anything else, so that what is rejected is not executed.
 */
import type { IncomingMessage } from 'node:http'
import type { Rejection } from '../errors.ts'
import { checkAuthority, isHttp2 } from './http2-exchange.ts'

/** Why a request is rejected because of its headers alone; undefined for nearly all. */
export const checkHead = (request: IncomingMessage): Rejection | undefined =>
  isHttp2(request) ? checkAuthority(request) : (checkHost(request) ?? checkCoding(request))

/** HTTP/1.1 requires exactly one Host (RFC 9112, section 3.2). Node would use the first of two. */
const checkHost = ({ rawHeaders, httpVersion }: IncomingMessage): Rejection | undefined => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return undefined
  return reject(hosts === 0 ? 'header.Host is required' : `header.Host must be given once, got ${hosts} times`)
}

/** The end of a body is unknown without `chunked` (RFC 9112, section 6.1). Other transfer codings are not supported. */
const checkCoding = ({ headers }: IncomingMessage): Rejection | undefined => {
  const coding = headers['transfer-encoding']
  if (coding === undefined || coding.toLowerCase() === 'chunked') return undefined
  return reject(`header.Transfer-Encoding must be chunked, got ${JSON.stringify(coding.slice(0, 60))}`)
}

const reject = (message: string): Rejection => ({ code: 'invalid_request', status: 400, message })

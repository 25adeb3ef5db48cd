/**
 * Puts a reply on the wire in one write. Past Koa's own setters: they cost more than all the rest of a small response.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Reply } from '../ports.ts'

/** Sends a reply; HEAD gets the headers of GET and no body (RFC 9110, section 9.3.2). */
export const writeReply = (
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Reply,
): void => {
  if (body === undefined) {
    if (status !== 204 && status !== 304) headers.push('Content-Length', '0')
    response.writeHead(status, headers)
    response.end()
    return
  }
  headers.push('Content-Length', String(Buffer.byteLength(body)))
  response.writeHead(status, headers)
  if (request.method === 'HEAD') response.end()
  else response.end(body)
}

/** Sends a reply on a socket that never became a request, and closes it. */
export const writeRawReply = (socket: Duplex, { status, headers, body }: Reply): void => {
  const text = body === undefined ? '' : String(body)
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`]
  for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`)
  lines.push(
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
    `Date: ${new Date().toUTCString()}`,
    '',
    text,
  )
  socket.end(lines.join('\r\n'))
}

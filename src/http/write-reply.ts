/**
 * Sends a reply in one write. It bypasses Koa's setters, which cost more than the rest of a small response.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Fault, Reply } from '../ports.ts'
import { breakStream, isHttp2, writeHttp2Reply } from './http2-exchange.ts'
import { sendableHeaders } from './sendable-headers.ts'
import { truncate } from './truncate.ts'

/** Sends a reply. The response to HEAD has the headers of GET and no body (RFC 9110, section 9.3.2). */
export const writeReply = (request: IncomingMessage, response: ServerResponse, reply: Reply): void => {
  if (isHttp2(request)) {
    writeHttp2Reply(request, response, reply)
    return
  }
  const { status, headers, body } = reply
  if (body === undefined) {
    if (status !== 204 && status !== 304) headers.push('Content-Length', '0')
    writeHead(response, status, headers)
    response.end()
    return
  }
  const length = Buffer.byteLength(body)
  headers.push('Content-Length', String(length))
  writeHead(response, status, headers)
  if (request.method === 'HEAD') response.end()
  else if (typeof body === 'string' && body.length === length) endWithAscii(response, body)
  else response.end(countable(body))
}

/**
 * Node hands head and body to the system as two pieces, because an empty third one follows them. A head that contains the body
 * is one piece, which takes a microsecond less. Node writes it with one byte for each character. Without the undocumented
 * property, the response is the same.
 */
const endWithAscii = (response: ServerResponse & { _header?: unknown }, body: string): void => {
  if (typeof response._header === 'string') {
    response._header += body
    response.end()
  } else response.end(body, 'latin1')
}

/** Of a string, Node counts the characters that wait to be sent. Where that matters, it is bytes. */
export const countable = (body: string | Buffer): string | Buffer =>
  typeof body === 'string' && body.length > mostCopied ? Buffer.from(body) : body

/** Bytes of a body up to which copying it takes less time than a second piece. */
const mostCopied = 64 * 1024

/** Ends a response of HTTP/1.1 whose head is written, with a Content-Length. */
export const endWithBytes = (response: ServerResponse, body: Buffer): void => {
  if (body.length <= mostCopied) endWithAscii(response, body.toString('latin1'))
  else response.end(body)
}

const writeHead = (response: ServerResponse, status: number, headers: string[]): void => {
  try {
    response.writeHead(status, headers)
  } catch (error) {
    if (response.headersSent) throw error
    response.writeHead(status, sendableHeaders(headers))
  }
}

/** Breaks the connection as a scenario asks. `timeout` sends nothing and leaves it open until the client or the server closes it. */
export const breakConnection = (
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  fault: Fault,
): void => {
  if (isHttp2(request)) {
    breakStream(response, reply, fault)
    return
  }
  const { socket } = request
  switch (fault) {
    case 'reset':
      socket.resetAndDestroy()
      return
    case 'empty':
      socket.destroy()
      return
    case 'garbage':
      socket.end(Buffer.from([0x16, 0x03, 0x00, 0xff, 0xfe, 0x00, 0x0a, 0x80, 0x81, 0x0d, 0x0a]))
      return
    case 'truncate':
      writeTruncated(response, reply)
      return
    case 'timeout':
      return
  }
}

const writeTruncated = (response: ServerResponse, reply: Reply): void => {
  const { headers, part } = truncate(reply)
  writeHead(response, reply.status, headers)
  response.write(part, () => response.socket?.destroySoon())
}

/** A reply to what is not a parsed request. It ends the connection. */
export const formatRawReply = ({ status, headers: given, body }: Reply): string => {
  const headers = sendableHeaders(given)
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
  return lines.join('\r\n')
}

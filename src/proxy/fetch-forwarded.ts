/**
 * `standin.fetch` of a proxy: takes a WHATWG Request and returns the Response that a client of the proxy would get.
 */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { createResponse, headersOf } from '../http/fetch.ts'
import type { InnerRequests } from './inner-requests.ts'

/** Rejects as the fetch of Node does if there is no response. */
export const fetchForwarded = async (request: Request, url: URL, inner: InnerRequests): Promise<Response> => {
  const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer())
  let message: IncomingMessage
  try {
    message = await inner.request({
      method: request.method,
      target: url.pathname + url.search,
      headers: headersOf(request, url),
      body,
      signal: request.signal,
    })
  } catch (cause) {
    throw new TypeError('fetch failed', { cause })
  }
  const { statusCode = 0, statusMessage: statusText = '', rawHeaders } = message
  const content = decoded(message)
  return createResponse(Readable.toWeb(content) as ReadableStream<Uint8Array>, {
    status: statusCode,
    statusText,
    headers: rawHeaders,
    request,
  })
}

/** As every fetch does, without the codings of the transport. */
const decoded = (message: IncomingMessage): Readable => {
  const decoder = decoders[message.headers['content-encoding']?.toLowerCase() ?? '']?.()
  if (!decoder) return message
  message.on('error', (error) => decoder.destroy(error))
  decoder.on('close', () => message.destroy())
  return message.pipe(decoder)
}

const decoders: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

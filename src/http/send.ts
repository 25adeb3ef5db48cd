/**
 * Sends requests of the control API to this server, without a socket.
 */
import type { Send } from '../ports.ts'
import { serveRequest, type Transport, toIncomingRequest } from './transport.ts'

/** Each request is handled, recorded and logged like one of a client. */
export const createSend =
  (transport: Transport): Send =>
  async ({ method, path, query, headers, body, sentFrom }) => {
    const received = toIncomingRequest(
      {
        method,
        path,
        query,
        headers,
        readBody: async () => ({ kind: 'bytes', bytes: body ?? Buffer.alloc(0) }),
        takeArrivedBody: () => body,
      },
      transport,
    )
    const request = sentFrom === undefined ? received : { ...received, sentFrom }
    const reply = await serveRequest(request, { target: query === '' ? path : `${path}?${query}` }, transport)
    return { id: request.id, reply }
  }

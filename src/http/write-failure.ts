/**
 * The response to a request whose handling failed unexpectedly: a 500, or the end of the connection where a response has begun.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type LoggedRequest, logRequest, rejectFailure, type Transport } from './transport.ts'
import { writeReply } from './write-reply.ts'

interface Served {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/** `request`: the request, if it has been received as one that has an id. */
export const writeFailure = (
  error: unknown,
  { req, res }: Served,
  transport: Transport,
  request: LoggedRequest = { id: transport.nextId(), method: req.method ?? '', headers: req.headers },
): void => {
  const handled = rejectFailure(error, request.id, transport)
  if (transport.log) logRequest(request, req.url ?? '', { handled, duration: 0 }, transport.log)
  if (res.headersSent) res.destroy()
  else writeReply(req, res, handled.reply)
}

/**
 * Writes the reply of a sandbox that answers instead of the service.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { breakConnection, writeReply } from '../http/write-reply.ts'
import type { Reply } from '../ports.ts'

export const writeSandboxReply = (request: IncomingMessage, response: ServerResponse, reply: Reply): void => {
  const { socket } = request
  if (reply.fault === undefined) writeReply(request, response, reply)
  // A connection within the process has no address, and can only be closed.
  else if (reply.fault === 'truncate' || socket.remoteAddress !== undefined)
    breakConnection(request, response, reply, reply.fault)
  else socket.destroy()
}

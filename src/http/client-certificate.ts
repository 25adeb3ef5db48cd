/**
 * The certificate that a client has sent on its connection, verified by TLS against the authorities of --tls-ca.
 */
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { ClientCertificate } from '../ports.ts'

const valid: ClientCertificate = { kind: 'valid' }
const missing: ClientCertificate = { kind: 'missing' }

/** `socket`: of a server that requests client certificates. */
export const readClientCertificate = (socket: Socket): ClientCertificate => {
  // The connection of a stream of HTTP/2 that has been closed is unknown.
  if (!isEncrypted(socket)) return missing
  if (socket.authorized) return valid
  // Null, against its type, where the connection has been closed.
  if (Object.keys(socket.getPeerCertificate() ?? {}).length === 0) return missing
  return { kind: 'invalid', reason: String(socket.authorizationError) }
}

/** Node represents the connection of a stream by a proxy. */
const isEncrypted = (socket: Socket): socket is TLSSocket => 'getPeerCertificate' in socket

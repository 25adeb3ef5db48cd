/**
 * Certificates and keys in the form of PEM (RFC 7468). Their bytes are random: no key belongs to them.
 */
import type { WriteText } from './record-subject.ts'
import { hex } from './text-by-format.ts'

export const certificate: WriteText = ({ random, name }) => {
  const kind = /private/i.test(name) ? 'PRIVATE KEY' : /public_?key/i.test(name) ? 'PUBLIC KEY' : 'CERTIFICATE'
  const body = Buffer.from(hex(random, 96), 'hex').toString('base64')
  return `-----BEGIN ${kind}-----\n${body.slice(0, 64)}\n${body.slice(64)}\n-----END ${kind}-----`
}

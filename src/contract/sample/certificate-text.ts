/**
 * Certificates and keys in the form of PEM (RFC 7468). Their bytes are random: no key belongs to them.
 */
import type { WriteText } from './record-subject.ts'
import { hex } from './text-by-format.ts'

export const certificate: WriteText = ({ random, name, owner }) => {
  const kind = /private/i.test(name)
    ? 'PRIVATE KEY'
    : /pub(lic)?_?key/i.test(name)
      ? /armou?r|gpg|pgp/i.test(`${owner} ${name}`)
        ? 'PGP PUBLIC KEY BLOCK'
        : 'PUBLIC KEY'
      : /csr|signing_?request/i.test(name)
        ? 'CERTIFICATE REQUEST'
        : 'CERTIFICATE'
  const body = Buffer.from(hex(random, 96), 'hex').toString('base64')
  return `-----BEGIN ${kind}-----\n${body.slice(0, 64)}\n${body.slice(64)}\n-----END ${kind}-----`
}

/** As OpenSSH writes it: the length and the name of the algorithm, then the key. */
export const sshKey: WriteText = ({ random }) => {
  const head = Buffer.from('0000000b7373682d6564323535313900000020', 'hex')
  return `ssh-ed25519 ${Buffer.concat([head, Buffer.from(hex(random, 64), 'hex')]).toString('base64')}`
}

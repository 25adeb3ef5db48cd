/**
 * Creates the certificate of --tls: one for localhost, and one of an authority that has signed it and that clients trust. The
 * key of the authority is not stored, so that nobody can sign another certificate with it.
 */
import { randomBytes, webcrypto } from 'node:crypto'
// The library requires it, and does not import it.
import 'reflect-metadata'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

export interface CreatedCertificate {
  /** PEM, as the two others. */
  readonly key: string
  readonly certificate: string
  readonly authority: string
}

/** Days for which it is valid: the most that Apple's systems accept. */
const validDays = 825

const day = 86_400_000

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/** `now`: the real time in epoch milliseconds. */
export const createCertificate = async (now: number): Promise<CreatedCertificate> => {
  const { subtle } = webcrypto
  const generateKeys = () => subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const [authorityKeys, keys] = await Promise.all([generateKeys(), generateKeys()])
  // A clock that is a little late must accept the certificate, too.
  const period = { notBefore: new Date(now - day), notAfter: new Date(now + (validDays - 1) * day) }
  const id = randomBytes(4).toString('hex')
  // Clients find an authority by its name, so that each has its own.
  const issuer = `CN=Standin localhost authority ${id}, O=Standin`
  const authority = await X509CertificateGenerator.create({
    ...period,
    subject: issuer,
    issuer,
    serialNumber: generateSerial(),
    publicKey: authorityKeys.publicKey,
    signingKey: authorityKeys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
      await SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  })
  const certificate = await X509CertificateGenerator.create({
    ...period,
    subject: 'CN=localhost, O=Standin',
    issuer,
    serialNumber: generateSerial(),
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
        { type: 'ip', value: '::1' },
      ]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  })
  const key = Buffer.from(await subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  const lines = key.match(/.{1,64}/g) ?? []
  return {
    key: ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----'].join('\n'),
    certificate: certificate.toString('pem'),
    authority: authority.toString('pem'),
  }
}

/** A positive number of at most 20 bytes (RFC 5280, section 4.1.2.2). */
const generateSerial = (): string => `01${randomBytes(15).toString('hex')}`

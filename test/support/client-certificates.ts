/**
 * An authority of a test, and client certificates that it signs.
 */
import { randomBytes, webcrypto } from 'node:crypto'
import 'reflect-metadata'
import { BasicConstraintsExtension, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

export interface SignedCertificate {
  /** PEM, as `key`. */
  readonly cert: string
  readonly key: string
}

export interface Authority extends SignedCertificate {
  /** `name`: the subject, and a name that the certificate is valid for. */
  readonly sign: (name: string) => Promise<SignedCertificate>
}

const toPem = async (key: webcrypto.CryptoKey): Promise<string> => {
  const text = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)).toString('base64')
  return `-----BEGIN PRIVATE KEY-----\n${text}\n-----END PRIVATE KEY-----\n`
}

const generateKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

export const createAuthority = async (name: string): Promise<Authority> => {
  const keys = await generateKeys()
  const issuer = `CN=${name}`
  const parts = () => ({
    issuer,
    serialNumber: `01${randomBytes(8).toString('hex')}`,
    notBefore: new Date(Date.now() - 86_400_000),
    notAfter: new Date(Date.now() + 86_400_000),
    signingKey: keys.privateKey,
    signingAlgorithm: algorithm,
  })
  const own = await X509CertificateGenerator.create({
    ...parts(),
    subject: issuer,
    publicKey: keys.publicKey,
    extensions: [new BasicConstraintsExtension(true, 0, true)],
  })
  const sign = async (subject: string): Promise<SignedCertificate> => {
    const signed = await generateKeys()
    const certificate = await X509CertificateGenerator.create({
      ...parts(),
      subject: `CN=${subject}`,
      publicKey: signed.publicKey,
      extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: subject }])],
    })
    return { cert: certificate.toString('pem'), key: await toPem(signed.privateKey) }
  }
  return { cert: own.toString('pem'), key: await toPem(keys.privateKey), sign }
}

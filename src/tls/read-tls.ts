/**
 * Reads what the server needs for TLS: the certificate of --tls, or the files of --tls-cert, --tls-key and --tls-ca. All
 * mistakes are found before the server listens.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { UsageError } from '../errors.ts'
import type { Clock } from '../ports.ts'
import { readLocalCertificate } from './local-certificate.ts'
import { findStateFolder, type Place } from './state-folder.ts'
import { type TrustStep, trustSteps } from './trust-steps.ts'

export interface TlsOptions {
  /** File with the certificate of the server and those of its issuers, as PEM. Default: a certificate for localhost. */
  readonly cert?: string
  /** File with the key of the certificate, as PEM. */
  readonly key?: string
  /** File with the certificates of the authorities that sign client certificates, as PEM. Default: none are requested. */
  readonly ca?: string
  /** Folder of the certificate for localhost. Default: that of the user, `~/.local/state/standin` on Linux. */
  readonly folder?: string
}

/** The certificates and keys of a server, as PEM. */
export interface TlsCredentials {
  readonly cert: string
  readonly key: string
  /** The authorities that sign client certificates; undefined: client certificates are not requested. */
  readonly ca: string | undefined
}

/** For the banner and the JSON log. */
export interface TlsDescription {
  /** The file that clients trust; undefined for a certificate of the user. */
  readonly authority: string | undefined
  /** When the certificate expires: `2029-02-24`. */
  readonly validUntil: string
  /** Whether the certificate was created at this start. */
  readonly isNew: boolean
  /** Whether client certificates are verified. */
  readonly verifiesClients: boolean
  readonly steps: readonly TrustStep[]
}

export interface Tls {
  readonly credentials: TlsCredentials
  readonly description: TlsDescription
}

/** `place`: where the folder of the user is. Throws UsageError for files that cannot be read, or that do not belong together. */
export const readTls = async (
  { cert, key, ca, folder }: TlsOptions,
  { platform, environment, now }: Place & { readonly now: Clock },
): Promise<Tls> => {
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError(
      `--tls-cert and --tls-key are needed together; ${cert === undefined ? '--tls-cert' : '--tls-key'} is missing`,
    )
  const authorities = ca === undefined ? undefined : await readAuthorities(ca)
  const verifiesClients = authorities !== undefined
  if (cert !== undefined && key !== undefined) {
    const own = await readOwn(cert, key)
    return {
      credentials: { ...own, ca: authorities },
      description: {
        authority: undefined,
        validUntil: toDate(Date.parse(new X509Certificate(own.cert).validTo)),
        isNew: false,
        verifiesClients,
        steps: [],
      },
    }
  }
  const local = await readLocalCertificate(folder ?? findStateFolder({ platform, environment }), now())
  return {
    credentials: { cert: local.certificate, key: local.key, ca: authorities },
    description: {
      authority: local.authorityFile,
      validUntil: toDate(local.validUntil),
      isNew: local.isNew,
      verifiesClients,
      steps: trustSteps(local.authorityFile, platform),
    },
  }
}

const toDate = (time: number): string => new Date(time).toISOString().slice(0, 10)

const readOwn = async (certFile: string, keyFile: string): Promise<{ readonly cert: string; readonly key: string }> => {
  const [cert, key] = await Promise.all([readPem(certFile, '--tls-cert'), readPem(keyFile, '--tls-key')])
  const certificate = parse(() => new X509Certificate(cert), `--tls-cert ${certFile} is not a certificate as PEM`)
  const parsedKey = parse(
    () => createPrivateKey(key),
    `--tls-key ${keyFile} is not a private key as PEM without a passphrase`,
  )
  if (!certificate.checkPrivateKey(parsedKey))
    throw new UsageError(`--tls-key ${keyFile} is not the key of the certificate in ${certFile}`)
  return { cert, key }
}

const readAuthorities = async (file: string): Promise<string> => {
  const text = await readPem(file, '--tls-ca')
  const parts = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const message = `--tls-ca ${file} must be certificates as PEM`
  if (parts.length === 0) throw new UsageError(message)
  for (const part of parts) parse(() => new X509Certificate(part), message)
  return text
}

const readPem = async (file: string, option: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new UsageError(
      `${option} ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    )
  }
}

const parse = <Value>(read: () => Value, message: string): Value => {
  try {
    return read()
  } catch (error) {
    throw new UsageError(`${message} (${error instanceof Error ? error.message : String(error)})`, { cause: error })
  }
}

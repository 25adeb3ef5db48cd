/**
 * The certificate of --tls, created once and kept in the user's folder: a client trusts it once. A new one is created when it
 * is about to expire, when it is not valid yet because the clock was wrong, or when it cannot be read.
 */
import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../errors.ts'
import { makeFolder } from '../make-folder.ts'

export interface LocalCertificate {
  /** PEM, as `key` is. */
  readonly certificate: string
  readonly key: string
  /** The file that clients trust. */
  readonly authorityFile: string
  /** Epoch milliseconds. */
  readonly validUntil: number
  /** Whether it was created just now. */
  readonly isNew: boolean
}

/** It is replaced in the last days, so that it does not expire while a server runs. */
const renewal = 14 * 86_400_000

/** Key and certificates are one file, so that they always belong together. */
const privateFile = 'localhost.pem'
const authorityFileName = 'localhost-ca.pem'

/** `now`: the real time. Throws UsageError if the folder cannot be written. */
export const readLocalCertificate = async (folder: string, now: number): Promise<LocalCertificate> => {
  const stored = await readStored(join(folder, privateFile), now)
  const parts = stored ?? (await create(folder, now))
  const authorityFile = join(folder, authorityFileName)
  if ((await readText(authorityFile)) !== parts.authority)
    await write(folder, authorityFileName, parts.authority, 0o644)
  const { key, certificate, validUntil } = parts
  return { key, certificate, validUntil, authorityFile, isNew: stored === undefined }
}

interface Parts {
  readonly key: string
  readonly certificate: string
  readonly authority: string
  readonly validFrom: number
  readonly validUntil: number
}

const readStored = async (file: string, now: number): Promise<Parts | undefined> => {
  const text = await readText(file)
  const parts = text === undefined ? undefined : parseParts(text)
  return parts && parts.validFrom <= now && parts.validUntil - now > renewal ? parts : undefined
}

const readText = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8')
  } catch {
    // It is created; if that fails, too, the message has the reason.
    return undefined
  }
}

/** Undefined if the file is incomplete or has something else. */
const parseParts = (text: string): Parts | undefined => {
  const [key, certificate, authority] = text.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----\n/g) ?? []
  if (key === undefined || certificate === undefined || authority === undefined) return undefined
  try {
    const parsed = new X509Certificate(certificate)
    const isComplete =
      parsed.checkPrivateKey(createPrivateKey(key)) && parsed.verify(new X509Certificate(authority).publicKey)
    if (!isComplete) return undefined
    return {
      key,
      certificate,
      authority,
      validFrom: Date.parse(parsed.validFrom),
      validUntil: Date.parse(parsed.validTo),
    }
  } catch {
    return undefined
  }
}

const create = async (folder: string, now: number): Promise<Parts> => {
  // Loaded only here: the library is needed once in two years.
  const { createCertificate } = await import('./create-certificate.ts')
  const { key, certificate, authority } = await createCertificate(now)
  const text = `${key}\n${certificate}\n${authority}\n`
  const written = await write(folder, privateFile, text, 0o600, (file) => readStored(file, now))
  const parts = written ?? parseParts(text)
  if (!parts) throw new UsageError('--tls: the certificate cannot be created; give one with --tls-cert and --tls-key')
  return parts
}

/**
 * Writes a whole file or none. With `readOther`, a file that another process has created meanwhile is used instead, if
 * that can be read.
 */
const write = async (
  folder: string,
  name: string,
  text: string,
  mode: number,
  readOther?: (file: string) => Promise<Parts | undefined>,
): Promise<Parts | undefined> => {
  const file = join(folder, name)
  const temporary = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await makeFolder(folder, 0o700)
    await writeFile(temporary, text, { mode, flag: 'wx' })
    if (readOther && !(await linkNew(temporary, file))) {
      const other = await readOther(file)
      if (other) return other
    }
    await rename(temporary, file)
    return undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UsageError(
      `--tls: the certificate cannot be stored in ${folder} (${reason}); make the folder writable, set XDG_STATE_HOME to another one, or give a certificate with --tls-cert and --tls-key`,
      { cause: error },
    )
  } finally {
    await rm(temporary, { force: true }).catch(() => {})
  }
}

/** False if the file exists. */
const linkNew = async (from: string, to: string): Promise<boolean> => {
  try {
    await link(from, to)
    return true
  } catch {
    return false
  }
}

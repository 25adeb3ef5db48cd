/**
 * The authorities that Node trusts, as a list: a client that is given further ones trusts only what its list has.
 */
import { readFile } from 'node:fs/promises'
import * as tls from 'node:tls'
import type { Environment } from './load-undici.ts'

interface LaterTls {
  /** Since Node 22.15. */
  readonly getCACertificates?: (kind: 'default') => readonly string[]
}

const { getCACertificates }: typeof tls & LaterTls = tls

/** PEM. With those of NODE_EXTRA_CA_CERTS, which the list of older versions of Node lacks. */
export const readTrustedAuthorities = async (environment: Environment): Promise<readonly string[]> => {
  if (getCACertificates) return getCACertificates('default')
  const file = environment.NODE_EXTRA_CA_CERTS
  if (file === undefined || file === '') return tls.rootCertificates
  try {
    return [...tls.rootCertificates, await readFile(file, 'utf8')]
  } catch {
    // Node has warned of it at the start.
    return tls.rootCertificates
  }
}

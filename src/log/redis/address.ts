/**
 * The address of a Redis server: redis://[user:password@]host[:port][/database], or rediss:// with TLS.
 */
import { LogError } from '../log.ts'

export interface RedisAddress {
  readonly host: string
  readonly port: number
  readonly username: string | undefined
  readonly password: string | undefined
  readonly database: number
  readonly isTls: boolean
  /** For messages: without user and password. */
  readonly label: string
}

const expected = 'expected redis://[user:password@]host[:port][/database], or rediss:// with TLS'

/** Rejects with LogError `misconfigured`. The message does not repeat the address, which may contain a password. */
export const parseAddress = (url: string): RedisAddress => {
  if (!URL.canParse(url)) throw new LogError('misconfigured', `the address of the store is not a URL; ${expected}`)
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(url)
  if (protocol !== 'redis:' && protocol !== 'rediss:')
    throw new LogError('misconfigured', `the address of the store begins with ${protocol}//; ${expected}`)
  if (hostname === '') throw new LogError('misconfigured', `the address of the store has no host; ${expected}`)
  const database = /^\/?(\d{0,4})$/.exec(pathname)?.[1]
  if (database === undefined || search !== '' || hash !== '')
    throw new LogError(
      'misconfigured',
      `the address of the store has more after the host than a database number; ${expected}`,
    )
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return {
    host,
    port: Number(port || 6379),
    username: decode(username),
    password: decode(password),
    database: Number(database),
    isTls: protocol === 'rediss:',
    label: `${protocol}//${hostname}:${port || 6379}${Number(database) === 0 ? '' : `/${database}`}`,
  }
}

const decode = (text: string): string | undefined => {
  if (text === '') return undefined
  try {
    return decodeURIComponent(text)
  } catch {
    throw new LogError('misconfigured', 'user or password of the store have an invalid % escape; write % as %25')
  }
}

/**
 * Reads documents from addresses: `standin https://api.example.com/openapi.yaml`. Each address is read once, and kept, so that a
 * reload needs no network.
 */
import { showAddress } from '../contract/values/address.ts'
import { LoadError } from '../errors.ts'
import type { ReadAddress } from '../ports.ts'
import type { Environment } from './load-undici.ts'
import { type OpenFetch, openFetch } from './open-fetch.ts'

export const addressLimits = {
  /** Bytes, decompressed. The largest published documents have 20 MB. */
  size: 64 * 1024 * 1024,
  /** The same of all files together. */
  total: 256 * 1024 * 1024,
  /** Milliseconds until the whole text must have arrived. */
  time: 30_000,
  redirects: 5,
  /** Addresses of one server: documents, and files that they refer to. */
  files: 1_000,
}

export interface AddressSettings {
  readonly environment?: Environment
  /** Smaller, for tests. */
  readonly limits?: Partial<typeof addressLimits>
}

/** Its messages show addresses without what could be a secret. */
export const createAddressReader = ({ environment = {}, limits = {} }: AddressSettings = {}): ReadAddress => {
  const all = { ...addressLimits, ...limits }
  const found = new Map<string, Promise<string>>()
  const budget: Budget = { left: all.total }
  return (address) => {
    const known = found.get(address)
    if (known) return known
    if (found.size >= all.files)
      return Promise.reject(failure(address, `cannot be read: more than ${all.files} addresses are not read`))
    const reading = readOnce({ address, limits: all, budget }, environment)
    found.set(address, reading)
    // A failed one is tried again.
    reading.catch(() => found.delete(address))
    return reading
  }
}

/** Bytes that may still be read, of all files together. */
interface Budget {
  left: number
}

interface Wanted {
  readonly address: string
  readonly limits: typeof addressLimits
  readonly budget: Budget
}

const readOnce = async (wanted: Wanted, environment: Environment): Promise<string> => {
  const client = await openFetch({ environment })
  try {
    return await follow(wanted, client)
  } finally {
    await client.close()
  }
}

/** Each redirect must obey the rules of an address. */
const follow = async (wanted: Wanted, { fetch }: OpenFetch): Promise<string> => {
  const { address, limits } = wanted
  const signal = AbortSignal.timeout(limits.time)
  const first = new URL(address)
  let url = first
  for (let count = 0; count <= limits.redirects; count++) {
    const response = await request(url, { first, address, signal, fetch })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || location === null)
      return readText(response, { ...wanted, signal })
    await response.body?.cancel()
    url = redirect(location, url, address)
  }
  throw failure(address, `cannot be read: more than ${limits.redirects} redirects`)
}

interface Following {
  readonly first: URL
  readonly address: string
  readonly signal: AbortSignal
  readonly fetch: OpenFetch['fetch']
}

/** User and password are sent to the host that they were given for only. */
const request = async (url: URL, { first, address, signal, fetch }: Following): Promise<Response> => {
  const target = new URL(url)
  target.username = ''
  target.password = ''
  const isOwn = target.origin === first.origin && first.username + first.password !== ''
  const login = `${decode(first.username)}:${decode(first.password)}`
  try {
    return await fetch(target.href, {
      headers: {
        accept: 'application/yaml, application/json, text/yaml, text/plain;q=0.9, */*;q=0.5',
        ...(isOwn ? { authorization: `Basic ${Buffer.from(login).toString('base64')}` } : {}),
      },
      redirect: 'manual',
      signal,
    })
  } catch (error) {
    throw unreachable(address, error, signal)
  }
}

/** A percent sign that begins no escape is one: passwords are often not encoded. */
const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const redirect = (location: string, from: URL, address: string): URL => {
  const target = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined
  if (target?.protocol === 'https:' || (target?.protocol === 'http:' && from.protocol === 'http:')) return target
  const where = target ? `${target.protocol}//${target.host}` : 'something that is not an address'
  throw failure(
    address,
    `cannot be read: it redirects to ${where}; only https://, and from http:// also http://, is followed`,
  )
}

interface Reading extends Wanted {
  readonly signal: AbortSignal
}

const readText = async (response: Response, { address, limits, budget, signal }: Reading): Promise<string> => {
  if (response.status !== 200) {
    await response.body?.cancel()
    throw failure(
      address,
      `cannot be read: the server responds with status ${response.status}${adviceOf(response.status)}`,
    )
  }
  const type = response.headers.get('content-type') ?? ''
  if (/^text\/html\b/i.test(type)) {
    await response.body?.cancel()
    throw failure(
      address,
      `is a web page (${type}), not a document; name the address of the YAML or JSON file itself (the "raw" file)`,
    )
  }
  const chunks: Uint8Array[] = []
  let size = 0
  let taken = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      // Leaving the loop cancels the rest.
      if (size > limits.size) throw failure(address, `is larger than ${limits.size} bytes, which is the limit`)
      budget.left -= chunk.byteLength
      taken += chunk.byteLength
      if (budget.left < 0)
        throw failure(address, `cannot be read: all files together have more than ${limits.total} bytes`)
      chunks.push(chunk)
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch (error) {
    // It may be read again.
    budget.left += taken
    if (error instanceof LoadError) throw error
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new LoadError([{ code: 'syntax-error', file: showAddress(address), message: 'is not UTF-8' }])
    throw unreachable(address, error, signal)
  }
}

const adviceOf = (status: number): string => {
  if (status === 401 || status === 403)
    return '; download the file, or name it with its credentials: https://user:password@host/…'
  return status === 404 ? '; check the address' : ''
}

/** fetch rejects with a TypeError whose cause is the reason. */
const unreachable = (address: string, error: unknown, signal: AbortSignal): LoadError => {
  if (signal.aborted) return failure(address, 'cannot be read: it did not arrive in time; download the file', error)
  const reason = error instanceof Error ? (error.cause ?? error) : error
  const { code, message } = reason as NodeJS.ErrnoException
  const { hostname } = new URL(address)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return failure(address, `cannot be read: the name ${hostname} cannot be resolved (${code})`, error)
  return failure(address, `cannot be read: ${message || code || String(reason)}`, error)
}

const failure = (address: string, message: string, cause?: unknown): LoadError =>
  new LoadError([{ code: 'file-unreadable', file: showAddress(address), message }], { cause })

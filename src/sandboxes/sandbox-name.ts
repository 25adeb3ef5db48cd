/**
 * How requests name a sandbox: by Sandbox-Id, by __sandbox, or by an address of its own, /~name/path.
 */
import type { Rejection } from '../errors.ts'
import type { IncomingRequest, RequestHeaders } from '../ports.ts'

export const defaultId = 'default'

export type ReadId =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

const unnamed: ReadId = { kind: 'none' }

/** 1 to 200 bytes of percent-decoded UTF-8 without control characters. Names that disagree are rejected. */
export const readSandboxId = (
  headers: RequestHeaders,
  query: readonly (readonly [string, string])[],
  address: string | undefined,
): ReadId => {
  const given =
    headers['sandbox-id'] ?? (query.length === 0 ? undefined : query.find(([name]) => name === '__sandbox')?.[1])
  if (given === undefined) return address === undefined ? unnamed : decodeAddress(address)
  if (typeof given !== 'string') return reject('header.Sandbox-Id was given more than once')
  const named = decodeSandboxId(given)
  if (address === undefined || named.kind !== 'id') return named
  const addressed = decodeAddress(address)
  if (addressed.kind !== 'id' || addressed.id === named.id) return addressed
  return reject(
    `header.Sandbox-Id names the sandbox ${quote(named.id)} and the address ${quote(addressed.id)}; they must be the same`,
  )
}

const decodeAddress = (address: string): ReadId => decodeSandboxId(address.slice(addressOf('').length))

export const decodeSandboxId = (text: string): ReadId => {
  try {
    const id = decodeURIComponent(text)
    const { length } = Buffer.from(id)
    if (length < 1 || length > 200) return reject(`header.Sandbox-Id must have 1 to 200 bytes, got ${length}`)
    return /\p{Cc}/u.test(id) ? reject('header.Sandbox-Id must have no control characters') : { kind: 'id', id }
  } catch {
    return reject('header.Sandbox-Id must be percent-encoded UTF-8')
  }
}

/** A request to /~name/path as the request to /path that it means, with the address. */
export const readAddress = <Request extends Pick<IncomingRequest, 'path' | 'address'>>(request: Request): Request => {
  if (!request.path.startsWith('/~')) return request
  const [, address, path = '/'] = /^(\/~[^/]+)(\/.*)?$/.exec(request.path) ?? []
  return address === undefined ? request : { ...request, path, address }
}

/** The path that a sandbox is reached at. */
export const addressOf = (encodedId: string): string => `/~${encodedId}`

const quote = (id: string): string => JSON.stringify(id)

const reject = (message: string): ReadId => ({
  kind: 'rejected',
  rejection: { code: 'invalid_request', status: 400, message },
})

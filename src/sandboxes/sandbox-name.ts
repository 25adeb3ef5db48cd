/**
 * Names of sandboxes: how they are encoded in the header Sandbox-Id and in paths, `/~name/path`.
 */
import { getString } from '../contract/values/json-object.ts'
import type { Rejection } from '../errors.ts'

/** The sandbox of requests that name none. */
export const defaultId = 'default'

export type DecodedId =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

/** A name is 1 to 200 bytes of UTF-8 without control characters, percent-encoded. */
export const decodeSandboxId = (text: string): DecodedId => {
  // Most names need no decoding.
  if (/^[\w.-]{1,200}$/.test(text)) return { kind: 'id', id: text }
  // Two headers arrive as one, joined with a comma, which a percent-encoded name does not contain.
  if (text.includes(',')) return rejectId('header.Sandbox-Id must be given once, and percent-encoded')
  try {
    const id = decodeURIComponent(text)
    const { length } = Buffer.from(id)
    if (length < 1 || length > 200) return rejectId(`header.Sandbox-Id must have 1 to 200 bytes, got ${length}`)
    return /\p{Cc}/u.test(id) ? rejectId('header.Sandbox-Id must have no control characters') : { kind: 'id', id }
  } catch {
    return rejectId('header.Sandbox-Id must be percent-encoded UTF-8')
  }
}

export const rejectId = (message: string): Extract<DecodedId, { kind: 'rejected' }> => ({
  kind: 'rejected',
  rejection: { code: 'invalid_request', status: 400, message },
})

const addressPrefix = '/~'

/** The path below which a sandbox is reached. */
export const addressOf = (encodedId: string): string => addressPrefix + encodedId

export const decodeAddress = (address: string): DecodedId => decodeSandboxId(address.slice(addressPrefix.length))

/** What generated keys begin with. */
export const keyPrefix = 'sk_'

/** A generated key that contains the id of its sandbox, so that every process finds it. */
export const keyWithId = (id: string, secret: string): string => `sk_${Buffer.from(id).toString('base64url')}.${secret}`

/** The id of the sandbox that a generated key contains. */
export const idInKey = (key: string): string | undefined => {
  const encoded = /^sk_([\w-]+)\.[0-9a-f]{32}$/.exec(key)?.[1]
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64url').toString()
}

/** What access tokens begin with: the JSON of their header, in base64url. */
export const tokenPrefix = 'eyJ'

const tokenPattern = /\beyJ[\w-]{1,1000}\.([\w-]{1,8000})\.[\w-]{1,2000}/

/** The id of the sandbox that an access token names. Whether the token is valid is decided by that sandbox. */
export const idInToken = (token: string): string | undefined => {
  if (!token.startsWith(tokenPrefix)) return undefined
  const payload = tokenPattern.exec(token)?.[1]
  const text = payload === undefined ? '' : Buffer.from(payload, 'base64url').toString()
  try {
    const claims: unknown = JSON.parse(text)
    return getString(claims, 'sandbox')
  } catch {
    return undefined
  }
}

/** The ids in all generated keys and access tokens that a text contains. */
export const idsInKeys = (text: string): readonly string[] =>
  [
    ...(text.match(/\bsk_[\w-]{1,300}\.[0-9a-f]{32}\b/g) ?? []).map(idInKey),
    ...(text.includes(tokenPrefix) ? (text.match(new RegExp(tokenPattern, 'g')) ?? []).map(idInToken) : []),
  ].filter((id) => id !== undefined)

/**
 * What a sandbox stores of the tokens that it issues. Grants are stored like keys, and no request can use one as a key.
 */
import type { JsonObject } from '../ports.ts'

/** What is stored of tokens. An access token itself is not stored: it is signed. */
export type Grant =
  | { readonly kind: 'signing'; readonly jwk: JsonObject }
  /** `isUsed`: it was exchanged for tokens. */
  | ({
      readonly kind: 'code'
      readonly isUsed: boolean
      readonly redirectUri: string
      readonly challenge: string | undefined
    } & Granted)
  /** `isUsed`: it was exchanged for another one. */
  | ({ readonly kind: 'refresh'; readonly isUsed: boolean } & Granted)
  /** The key is the id of an access token, or of all that came from one authorization. */
  | { readonly kind: 'revoked' }

/** What was authorized. */
export interface Granted {
  readonly client: string
  readonly scopes: readonly string[]
  /** Undefined: the client itself. */
  readonly user: string | undefined
  /** The id of the authorization that all its tokens have. */
  readonly family: string
  readonly nonce: string | undefined
  /** When the user has logged in, in epoch milliseconds on the clock of the sandbox; undefined: no user has. */
  readonly loggedInAt: number | undefined
}

/** Estimated bytes of a grant in memory. A string needs at most two bytes for each character. */
export const memoryOfGrant = (grant: Grant): number => grantSize + 2 * Object.values(grant).flat().join('').length

/** Bytes of a grant without its strings, and of its place among the keys. */
const grantSize = 500

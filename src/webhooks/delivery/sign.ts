/**
 * Signatures as Standard Webhooks 1.0 specifies them: HMAC with SHA-256 over id, time and body. The tests verify them with the
 * library of that specification.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** Bytes of a key, as the specification limits them. */
const shortest = 24
const longest = 64

export const generateSecret = (): string => prefix + randomBytes(shortest).toString('base64')

/** The same secret for the same seed, so that a receiver of `--webhook` can be configured before the start. */
export const secretOfSeed = (seed: number): string =>
  prefix + createHash('sha256').update(`standin webhooks ${seed}`).digest('base64')

/** What is wrong with a secret; undefined: nothing. */
export const checkSecret = (secret: string): string | undefined => {
  const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : undefined
  const bytes = text !== undefined && /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined
  return bytes && bytes.length >= shortest && bytes.length <= longest
    ? undefined
    : `must be ${prefix} followed by ${shortest} to ${longest} bytes in base64`
}

export interface SignedMessage {
  readonly id: string
  /** Seconds since 1970, of real time: receivers reject what is older than some minutes. */
  readonly timestamp: number
  readonly body: string
  readonly secret: string
}

/** The headers of a signed message, by lower-case name. */
export const signHeaders = ({ id, timestamp, body, secret }: SignedMessage): Readonly<Record<string, string>> => {
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { ...unsignedHeaders(id, timestamp), 'webhook-signature': `v1,${signature}` }
}

export const unsignedHeaders = (id: string, timestamp: number): Readonly<Record<string, string>> => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
})

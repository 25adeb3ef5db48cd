/**
 * Tokens of a login: JSON Web Tokens (RFC 7519) where the document says that its tokens have this form.
 */
import type { Files } from '../document/references.ts'
import { entriesOf, getOwn, getString } from '../values/json-object.ts'
import { memoize } from '../values/memoize.ts'
import type { Random } from '../values/random.ts'
import type { WriteText } from './record-subject.ts'
import { hex } from './text-by-format.ts'

/** Whether a security scheme has JWT as its `bearerFormat`. */
export const usesJwt = memoize((files: Files): boolean =>
  [...files.values()].some((file) =>
    entriesOf(getOwn(getOwn(file, 'components'), 'securitySchemes')).some(([, scheme]) =>
      /\bjwt\b/i.test(getString(scheme, 'bearerFormat') ?? ''),
    ),
  ),
)

/** Issued in 2025, so that it is valid, and expires in 2034: the same seed generates the same token. */
const issued = Date.parse('2025-01-01T00:00:00Z') / 1000
const expires = Date.parse('2034-12-28T00:00:00Z') / 1000

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Its signature is random bytes: nobody has a key to verify it with. */
const jsonWebToken = (random: Random): string => {
  const claims = { sub: hex(random, 12), iat: issued, exp: expires }
  return `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.${Buffer.from(hex(random, 64), 'hex').toString('base64url')}`
}

export const jwt: WriteText = ({ random }) => jsonWebToken(random)

/** A JSON Web Token if the document, or the description of the property, names that form. */
export const loginToken: WriteText = ({ random, hasJwt, keywords: { description } }) =>
  hasJwt === true || (typeof description === 'string' && /\bjwt\b|json web token/i.test(description))
    ? [jsonWebToken(random), hex(random, 32)]
    : hex(random, 32)

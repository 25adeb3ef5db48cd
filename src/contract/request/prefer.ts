/**
 * The Prefer header (RFC 7240) with Prism's preferences, and their twins in the query for clients that cannot set headers.
 */
import type { RequestHeaders } from '../../ports.ts'

export interface Preferences {
  readonly code: number | undefined
  readonly example: string | undefined
  readonly dynamic: boolean
  readonly seed: number | undefined
  /** What was understood, as Preference-Applied says it. */
  readonly applied: string
}

export type ReadPreferences =
  | { readonly kind: 'none' }
  | { readonly kind: 'preferences'; readonly preferences: Preferences }
  | { readonly kind: 'invalid'; readonly message: string }

const names = ['code', 'example', 'dynamic', 'seed'] as const
type Name = (typeof names)[number]

/** Names in the query that are the sandbox's own, not the interface's. */
export const queryTwins: ReadonlySet<string> = new Set(['__scenario', '__sandbox', ...names.map((name) => `__${name}`)])

const nothing: ReadPreferences = { kind: 'none' }

export const readPreferences = (
  headers: RequestHeaders,
  query: readonly (readonly [string, string])[],
): ReadPreferences => {
  if (headers.prefer === undefined && query.length === 0) return nothing
  const given = new Map<Name, string>()
  const header = typeof headers.prefer === 'string' ? headers.prefer : (headers.prefer ?? []).join(',')
  for (const part of header.split(/[,;]/)) {
    const [name = '', ...rest] = part.split('=')
    take(
      given,
      name.trim().toLowerCase(),
      rest
        .join('=')
        .trim()
        .replace(/^"(.*)"$/, '$1'),
    )
  }
  for (const [name, value] of query) if (name.startsWith('__')) take(given, name.slice(2), value)
  return given.size === 0 ? nothing : interpret(given)
}

/** The first of two equal preferences holds (RFC 7240, section 2); unknown ones are ignored. */
const take = (given: Map<Name, string>, name: string, value: string): void => {
  const known = names.find((candidate) => candidate === name)
  if (known && !given.has(known)) given.set(known, value)
}

const interpret = (given: ReadonlyMap<Name, string>): ReadPreferences => {
  const code = given.get('code')
  if (code !== undefined && !/^[1-5]\d\d$/.test(code))
    return { kind: 'invalid', message: `the preference code must be an HTTP status, got ${JSON.stringify(code)}` }
  const dynamic = given.get('dynamic')
  if (dynamic !== undefined && dynamic !== 'true' && dynamic !== 'false')
    return { kind: 'invalid', message: `the preference dynamic must be true or false, got ${JSON.stringify(dynamic)}` }
  const seed = given.get('seed')
  return {
    kind: 'preferences',
    preferences: {
      code: code === undefined ? undefined : Number(code),
      example: given.get('example'),
      dynamic: dynamic === 'true',
      seed: seed === undefined ? undefined : hashSeed(seed),
      applied: [...given]
        .map(
          ([name, value]) =>
            `${name}=${/^[\w.-]+$/.test(value) ? value : JSON.stringify(value.replace(/[^\x20-\x7e]/g, '?'))}`,
        )
        .join(', '),
    },
  }
}

/** A number is its own seed, any other text is hashed to one. */
const hashSeed = (text: string): number => {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  let hash = 2_166_136_261
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return hash >>> 0
}

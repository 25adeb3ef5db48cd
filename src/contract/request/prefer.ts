/**
 * The Prefer header (RFC 7240) with Prism's preferences, and the same preferences as query parameters (`__code=404`) for
 * clients that cannot set headers.
 */
import type { RequestHeaders } from '../../ports.ts'
import { hashText } from '../values/random.ts'

export interface Preferences {
  readonly code: number | undefined
  readonly example: string | undefined
  readonly dynamic: boolean
  readonly seed: number | undefined
  /** The preferences that were recognized, as the value of Preference-Applied. */
  readonly applied: string
}

export type ReadPreferences =
  | { readonly kind: 'none' }
  | { readonly kind: 'preferences'; readonly preferences: Preferences }
  | { readonly kind: 'invalid'; readonly message: string }

const names = ['code', 'example', 'dynamic', 'seed'] as const
type Name = (typeof names)[number]

/** Query parameters that control Standin and are not part of the mocked API. */
export const controlParameters: ReadonlySet<string> = new Set([
  '__scenario',
  '__sandbox',
  ...names.map((name) => `__${name}`),
])

const noPreferences: ReadPreferences = { kind: 'none' }

export const readPreferences = (
  headers: RequestHeaders,
  query: readonly (readonly [string, string])[],
): ReadPreferences => {
  if (headers.prefer === undefined && query.length === 0) return noPreferences
  const sent = new Map<Name, string>()
  const header = typeof headers.prefer === 'string' ? headers.prefer : (headers.prefer ?? []).join(',')
  for (const [part] of header.matchAll(preference)) {
    const [name = '', ...rest] = part.split('=')
    addPreference(sent, name.trim().toLowerCase(), unquote(rest.join('=').trim()))
  }
  for (const [name, value] of query) if (name.startsWith('__')) addPreference(sent, name.slice(2), value)
  return sent.size === 0 ? noPreferences : parsePreferences(sent)
}

/** Up to a comma or semicolon that is not in a quoted string. */
const preference = /(?:"(?:\\.|[^"\\])*"|[^,;])+/g

/** RFC 9110, section 5.6.4. */
const unquote = (text: string): string => (/^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/gs, '$1') : text)

/** Of two preferences with the same name the first wins (RFC 7240, section 2); unknown ones are ignored. */
const addPreference = (sent: Map<Name, string>, name: string, value: string): void => {
  const known = names.find((candidate) => candidate === name)
  if (known && !sent.has(known)) sent.set(known, value)
}

const parsePreferences = (sent: ReadonlyMap<Name, string>): ReadPreferences => {
  const code = sent.get('code')
  if (code !== undefined && !/^[2-5]\d\d$/.test(code))
    return {
      kind: 'invalid',
      message: `the preference code must be a final HTTP status (200 to 599), got ${JSON.stringify(code)}`,
    }
  const dynamic = sent.get('dynamic')
  if (dynamic !== undefined && dynamic !== 'true' && dynamic !== 'false')
    return { kind: 'invalid', message: `the preference dynamic must be true or false, got ${JSON.stringify(dynamic)}` }
  const seed = sent.get('seed')
  return {
    kind: 'preferences',
    preferences: {
      code: code === undefined ? undefined : Number(code),
      example: sent.get('example'),
      dynamic: dynamic === 'true',
      seed: seed === undefined ? undefined : parseSeed(seed),
      applied: [...sent]
        .map(
          ([name, value]) =>
            `${name}=${/^[\w.-]+$/.test(value) ? value : JSON.stringify(value.replace(/[^\x20-\x7e]/g, '?'))}`,
        )
        .join(', '),
    },
  }
}

/** A short number is used as it is; any other text is hashed. */
const parseSeed = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : hashText(text))

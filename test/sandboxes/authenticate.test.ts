/**
 * Whether credentials satisfy security requirements, and what a rejection says. test/interface/authentication.test.ts has them in
 * requests.
 */
import { describe, expect, it } from 'vitest'
import type { RequiredScheme, SecurityCheck } from '../../src/contract/request/security.ts'
import type { Credential } from '../../src/contract/request/security-schemes.ts'
import { authenticate, type FoundKey, type KeyLookup } from '../../src/sandboxes/authenticate.ts'
import { type Key, SandboxKeys } from '../../src/sandboxes/keys.ts'

const now = 1_000

const schemeOf = (credential: Credential, scopes: readonly string[] = []): RequiredScheme => ({
  scheme: { name: 'one', credential: 'key', find: () => credential },
  scopes,
})

const securityOf = (
  alternatives: readonly (readonly RequiredScheme[])[],
  parts: Partial<SecurityCheck> = {},
): SecurityCheck => ({ open: false, alternatives, challenges: [], challenge: undefined, queryNames: [], ...parts })

const found = (value: string): Credential => ({ kind: 'found', value })
const missing: Credential = { kind: 'missing', message: 'no key was sent' }
const malformed = (value: string): Credential => ({ kind: 'malformed', message: 'no key can have this form', value })

const keys: readonly Key[] = [
  { key: 'good', state: 'active' },
  { key: 'later', state: 'active', expires: now + 1 },
  { key: 'over', state: 'active', expires: now },
  { key: 'old', state: 'expired' },
  { key: 'gone', state: 'revoked' },
  { key: 'reader', state: 'active', scopes: ['read', 'list'] },
  { key: 'nobody', state: 'active', scopes: [] },
]

const lookup = (parts: Partial<KeyLookup> & { readonly generated?: boolean } = {}): KeyLookup => {
  const toFound = (key: Key | undefined): FoundKey | undefined =>
    key && { key, now, generated: parts.generated ?? false }
  return {
    any: false,
    find: (value) => toFound(keys.find(({ key }) => key === value)),
    findUser: (user, verify) => (verify('secret') ? toFound({ key: `${user}:secret`, state: 'active' }) : undefined),
    forget: () => {},
    ...parts,
  }
}

const ask = (security: SecurityCheck, where = lookup()) =>
  authenticate(security, where, {
    method: 'GET',
    headers: {},
    query: { pairs: [] } as unknown as Parameters<typeof authenticate>[2]['query'],
    client: undefined,
  })

const askOne = (credential: Credential, scopes?: readonly string[], where = lookup()): string | undefined => {
  const rejection = ask(securityOf([[schemeOf(credential, scopes)]]), where)
  return rejection && `${rejection.code}: ${rejection.message}`
}

describe('a credential', () => {
  const unknown =
    'unauthorized: the API key is unknown: it is neither in keys.yaml of the fixtures, nor given with --key, nor generated'
  const rows: readonly (readonly [string, Credential, readonly string[], string | undefined])[] = [
    ['that is known', found('good'), [], undefined],
    ['that expires later', found('later'), [], undefined],
    ['that expires now', found('over'), [], 'unauthorized: the API key has expired'],
    ['that has expired', found('old'), [], 'unauthorized: the API key has expired'],
    ['that was revoked', found('gone'), [], 'unauthorized: the API key has been revoked'],
    ['that is unknown', found('other'), [], unknown],
    ['that is missing', missing, [], 'unauthorized: no key was sent'],
    ['that is malformed', malformed('x'), [], 'unauthorized: no key can have this form'],
    ['with a second reading that is known', { kind: 'found', value: 'other', alternative: 'good' }, [], undefined],
    ['with a second reading that is not needed', { kind: 'found', value: 'good', alternative: 'gone' }, [], undefined],
    ['with two unknown readings', { kind: 'found', value: 'other', alternative: 'another' }, [], unknown],
    ['that proves a password', { kind: 'proof', user: 'ann', verify: (text) => text === 'secret' }, [], undefined],
    ['that proves another password', { kind: 'proof', user: 'ann', verify: () => false }, [], unknown],
    ['that is a certificate', { kind: 'granted' }, ['read'], undefined],
    [
      'without a certificate',
      { kind: 'no-certificate', message: 'a certificate is required', isMissing: true },
      [],
      'unauthorized: a certificate is required',
    ],
    ['of all scopes', found('good'), ['write'], undefined],
    ['of the scopes that are required', found('reader'), ['list', 'read'], undefined],
    [
      'that lacks a scope',
      found('reader'),
      ['read', 'write'],
      'forbidden: the API key lacks the scope write; it has read, list',
    ],
    [
      'that lacks two scopes',
      found('reader'),
      ['write', 'delete'],
      'forbidden: the API key lacks the scopes write, delete; it has read, list',
    ],
    ['without scopes', found('nobody'), ['read'], 'forbidden: the API key lacks the scope read; it has none'],
    ['without scopes where none is required', found('nobody'), [], undefined],
  ]
  for (const [name, credential, scopes, expected] of rows)
    it(`${name} is ${expected === undefined ? 'accepted' : 'rejected'}`, () =>
      expect(askOne(credential, scopes)).toBe(expected))
})

describe('where any key is accepted, a credential', () => {
  const any = lookup({ any: true })
  const rows: readonly (readonly [string, Credential, string | undefined])[] = [
    ['that is unknown', found('other'), undefined],
    ['that was revoked', found('gone'), undefined],
    ['that is malformed', malformed('x'), undefined],
    ['that is empty', malformed(''), 'unauthorized: no key can have this form; any key is accepted'],
    ['that is missing', missing, 'unauthorized: no key was sent; any key is accepted'],
  ]
  for (const [name, credential, expected] of rows)
    it(`${name} is ${expected === undefined ? 'accepted' : 'rejected'}`, () =>
      expect(askOne(credential, [], any)).toBe(expected))

  it('that was generated counts by its state', () => {
    const generated = lookup({ any: true, generated: true })
    expect(askOne(found('gone'), [], generated)).toBe('unauthorized: the API key has been revoked')
    expect(askOne(found('good'), [], generated)).toBeUndefined()
  })
})

describe('requirements', () => {
  it('without alternatives are satisfied, and nothing is looked up', () => {
    let forgotten = 0
    const where = lookup({ forget: () => forgotten++ })
    expect(ask(securityOf([]), where)).toBeUndefined()
    expect(forgotten).toBe(0)
  })

  it('are satisfied by one of the alternatives, with all of its schemes', () => {
    const [good, bad] = [schemeOf(found('good')), schemeOf(missing)]
    expect(ask(securityOf([[bad], [good]]))).toBeUndefined()
    expect(ask(securityOf([[good], [bad]]))).toBeUndefined()
    expect(ask(securityOf([[good, good]]))).toBeUndefined()
    expect(ask(securityOf([[good, bad]]))).toMatchObject({ message: 'no key was sent' })
    expect(ask(securityOf([[bad, good]]))).toMatchObject({ message: 'no key was sent' })
  })

  it('discard what an alternative has found before the next one, and after the last one', () => {
    const events: string[] = []
    const where = lookup({
      find: (value) => {
        events.push(value)
        return undefined
      },
      forget: () => events.push('forget'),
    })
    ask(securityOf([[schemeOf(found('a'))], [schemeOf(found('b'))]]), where)
    expect(events).toEqual(['forget', 'a', 'forget', 'b', 'forget'])
  })

  it('that are optional are satisfied by anything', () => {
    expect(ask(securityOf([[schemeOf(missing)]], { open: true }))).toBeUndefined()
    expect(ask(securityOf([[schemeOf(found('gone'))]], { open: true }))).toBeUndefined()
  })

  it('report the alternative that the client came closest to, the first of equal ones', () => {
    const messageOf = (...credentials: readonly (readonly [Credential, (readonly string[])?])[]) =>
      ask(securityOf(credentials.map(([credential, scopes]) => [schemeOf(credential, scopes)])))?.message
    const revoked = 'the API key has been revoked'
    expect(messageOf([missing], [found('gone')])).toBe(revoked)
    expect(messageOf([found('gone')], [missing])).toBe(revoked)
    expect(messageOf([found('gone')], [found('old')])).toBe(revoked)
    expect(messageOf([found('gone')], [found('nobody'), ['a']])).toContain('lacks the scope a')
    expect(messageOf([found('nobody'), ['a']], [found('gone')])).toContain('lacks the scope a')
    const certificate = (isMissing: boolean): Credential => ({ kind: 'no-certificate', message: 'none', isMissing })
    expect(messageOf([missing], [certificate(true)])).toBe('no key was sent')
    expect(messageOf([missing], [certificate(false)])).toBe('none')
  })
})

describe('the challenge of a rejection', () => {
  const bearer = 'Bearer realm="Pets"'
  const challengeOf = (credential: Credential, challenges: readonly string[], scopes: readonly string[] = []) =>
    ask(securityOf([[schemeOf(credential, scopes)]], { challenges }))?.headers

  it('is left out where there is none', () => expect(challengeOf(missing, [])).toBeUndefined())

  it('has no error where no credential was sent', () =>
    expect(challengeOf(missing, [bearer, 'Basic realm="Pets"'])).toEqual([
      'WWW-Authenticate',
      'Bearer realm="Pets", Basic realm="Pets"',
    ]))

  it('names the error of a token, and not of other schemes', () =>
    expect(challengeOf(found('gone'), [bearer, 'Basic realm="Pets"'])).toEqual([
      'WWW-Authenticate',
      'Bearer realm="Pets", error="invalid_token", error_description="the API key has been revoked", Basic realm="Pets"',
    ]))

  it('names the scopes that are required, in characters that a challenge can have', () =>
    expect(challengeOf(found('reader'), [bearer], ['read', 'schön"'])).toEqual([
      'WWW-Authenticate',
      'Bearer realm="Pets", error="insufficient_scope", error_description="the API key lacks the scope schn; it has read, list", scope="read schn"',
    ]))
})

describe('the keys of a sandbox', () => {
  const file = (key: string): Key => ({ key, state: 'active' })
  const createKeys = (noted: string[] = []) =>
    new SandboxKeys(
      { any: false, keys: new Map(['a', 'b'].map((key) => [key, file(key)])), ofFixtures: ['a'] },
      (value, key) => noted.push(`${value} ${key?.state}`),
    )
  const names = (keys: SandboxKeys) => keys.list().map(({ key, state }) => `${key} ${state}`)

  it('are those of files, changed and generated ones', () => {
    const noted: string[] = []
    const keys = createKeys(noted)
    keys.set({ key: 'c', state: 'active' })
    keys.set({ key: 'a', state: 'revoked' })
    keys.remove('b')
    expect(names(keys)).toEqual(['a revoked', 'c active'])
    expect([keys.find('a')?.state, keys.find('b'), keys.find('c')?.state]).toEqual(['revoked', undefined, 'active'])
    expect(keys.changed).toBe(3)
    expect(noted).toEqual(['c active', 'a revoked', 'b undefined'])
    expect(keys.ofFixtures()?.map(({ key }) => key)).toEqual(['a'])
    keys.remove('a')
    expect(keys.ofFixtures()).toEqual([])
  })

  it('do not remember that a generated key was removed', () => {
    const keys = createKeys()
    keys.set(file('c'))
    keys.remove('c')
    keys.remove('never')
    expect([keys.changed, keys.find('c'), keys.find('never')]).toEqual([0, undefined, undefined])
  })

  it('are after a reset those of files, and the one that the sandbox was created with', () => {
    const keys = createKeys()
    keys.setInitial(file('first'))
    keys.set(file('c'))
    keys.remove('a')
    keys.reset()
    expect(names(keys)).toEqual(['a active', 'b active', 'first active'])
    const without = createKeys()
    without.remove('a')
    without.reset()
    expect(names(without)).toEqual(['a active', 'b active'])
  })

  it('can be as they were', () => {
    const keys = createKeys()
    keys.set(file('c'))
    const before = keys.changes()
    keys.remove('c')
    keys.revert(before)
    expect(names(keys)).toEqual(['a active', 'b active', 'c active'])
  })
})

/**
 * How many access tokens can be revoked, and for how long that is remembered.
 */
import { expect, it } from 'vitest'
import { revokedName, tokenLifetime } from '../../src/sandboxes/access-tokens.ts'
import { checkRevocations, maxRevoked, revokeToken } from '../../src/sandboxes/revocations.ts'
import type { Sandbox } from '../../src/sandboxes/sandbox.ts'
import { createBareSandboxes } from '../support/bare-sandboxes.ts'

const claims = { family: '', client: 'app', subject: 'app', scopes: [], issuedAt: 0 }
const revoke = (sandbox: Sandbox, id: string, expires = tokenLifetime): void =>
  revokeToken(sandbox, { ...claims, id, expires })
const isRevoked = ({ keys }: Sandbox, id: string): boolean => keys.findGrant(revokedName(id)) !== undefined

it('a revoked token stays revoked until it expires, however many others are revoked', () => {
  const sandbox = createBareSandboxes({}).default
  for (let id = 0; id < 600; id++) {
    expect(checkRevocations(sandbox)).toBeUndefined()
    revoke(sandbox, `${id}`)
  }
  expect([isRevoked(sandbox, '0'), isRevoked(sandbox, '599')]).toEqual([true, true])
  sandbox.clock.set(tokenLifetime * 1_000, true)
  revoke(sandbox, 'later', 2 * tokenLifetime)
  expect(checkRevocations(sandbox)).toBeUndefined()
  expect([isRevoked(sandbox, '0'), isRevoked(sandbox, 'later')]).toEqual([false, true])
})

it('a few revoked tokens stay so also when the clock was set ahead and back', () => {
  const sandbox = createBareSandboxes({}).default
  revoke(sandbox, 'early')
  sandbox.clock.set(10 * tokenLifetime * 1_000, true)
  expect(checkRevocations(sandbox)).toBeUndefined()
  expect(isRevoked(sandbox, 'early')).toBe(true)
})

it('beyond the limit, revoking is rejected, and takes memory into account', () => {
  const sandbox = createBareSandboxes({}).default
  const before = sandbox.limits.memory.used
  const keys = Array.from({ length: maxRevoked - 1 }, (_, id) => ({
    key: revokedName(`${id}`),
    state: 'revoked' as const,
    expires: tokenLifetime * 1_000,
    grant: { kind: 'revoked' as const },
  }))
  sandbox.keys.revert(new Map(keys.map((key) => [key.key, key])))
  expect(checkRevocations(sandbox)).toBeUndefined()
  revoke(sandbox, 'last')
  expect(sandbox.limits.memory.used).toBeGreaterThan(before)
  expect(checkRevocations(sandbox)?.message).toContain('10000 tokens of a sandbox may be revoked until they expire')
  expect(isRevoked(sandbox, '0')).toBe(true)
})

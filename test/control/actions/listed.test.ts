/**
 * Lists of a console in their order, and issues in words, without a server.
 */
import { describe, expect, it } from 'vitest'
import { listSandboxes } from '../../../src/control/actions/list-sandboxes.ts'
import { listUpcoming } from '../../../src/control/actions/list-upcoming.ts'
import { watchIssues } from '../../../src/control/actions/watch-issues.ts'
import type { Exchange } from '../../../src/journal/exchange.ts'
import type { JournalBudget } from '../../../src/journal/journal.ts'
import type { Service } from '../../../src/loading/service.ts'
import type { Sandbox } from '../../../src/sandboxes/sandbox.ts'
import type { Sandboxes } from '../../../src/sandboxes/sandboxes.ts'
import { createBareSandboxes } from '../../support/bare-sandboxes.ts'

describe('sandboxes', () => {
  const sandboxes = [
    { id: 'cleo', lastUsed: 2, scenarios: ['Flaky'] },
    { id: 'ann', lastUsed: 1, fixtures: 'demo', scenarios: [] },
    { id: 'bob', lastUsed: 3, scenarios: [] },
  ] as unknown as readonly Sandbox[]
  const list = (query: Partial<Parameters<typeof listSandboxes>[1]>) => {
    const all = { all: () => sandboxes } as unknown as Sandboxes
    const { found, total } = listSandboxes(all, { limit: 10, offset: 0, q: undefined, sort: 'created', ...query })
    return [found.map(({ id }) => id), total]
  }

  it('are listed as they were created, by name, or the last used first', () => {
    expect(list({})).toEqual([['cleo', 'ann', 'bob'], 3])
    expect(list({ sort: 'id' })).toEqual([['ann', 'bob', 'cleo'], 3])
    expect(list({ sort: 'used' })).toEqual([['bob', 'cleo', 'ann'], 3])
    expect(sandboxes.map(({ id }) => id)).toEqual(['cleo', 'ann', 'bob'])
  })

  it('are found by their name, fixtures or scenarios, in upper or lower case', () => {
    expect([list({ q: 'AN' }), list({ q: 'demo' }), list({ q: 'flak' }), list({ q: 'none' })]).toEqual([
      [['ann'], 1],
      [['ann'], 1],
      [['cleo'], 1],
      [[], 0],
    ])
  })

  it('are listed in pages', () => {
    expect(list({ limit: 2 })).toEqual([['cleo', 'ann'], 3])
    expect(list({ limit: 2, offset: 2 })).toEqual([['bob'], 3])
    expect(list({ limit: 2, offset: 3, sort: 'id' })).toEqual([[], 3])
  })
})

describe('what will change', () => {
  const service = { documents: [], resources: [] } as unknown as Service
  /** The keys of a sandbox, with the times at which they expire. */
  const upcoming = async (expires: readonly (readonly [key: string, time: number])[], limit = 10) => {
    const { default: sandbox } = createBareSandboxes({})
    for (const [key, time] of expires) sandbox.keys.set({ key, state: 'active', expires: time })
    const { changes, total } = await listUpcoming(sandbox, service, limit)
    return [changes.map(({ key }) => key), total]
  }

  it('is listed from the next one on, and what happens at once in the order of the sandbox', async () => {
    expect(
      await upcoming([
        ['c', 3],
        ['a', 1],
        ['b', 2],
      ]),
    ).toEqual([['a', 'b', 'c'], 3])
    expect(
      await upcoming([
        ['b', 2],
        ['c', 2],
        ['a', 1],
        ['d', 2],
      ]),
    ).toEqual([['a', 'b', 'c', 'd'], 4])
  })

  it('is listed up to a limit, and counted beyond it', async () => {
    expect(
      await upcoming(
        [
          ['c', 3],
          ['a', 1],
          ['b', 2],
        ],
        2,
      ),
    ).toEqual([['a', 'b'], 3])
    expect(
      await upcoming(
        [
          ['a', 1],
          ['b', 1],
          ['c', 1],
        ],
        2,
      ),
    ).toEqual([['a', 'b'], 3])
    expect(await upcoming([['a', 1]], 1)).toEqual([['a'], 1])
  })

  it('has no keys that have expired or were revoked', async () => {
    const { default: sandbox } = createBareSandboxes({})
    sandbox.keys.set({ key: 'over', state: 'active', expires: 0 })
    sandbox.keys.set({ key: 'gone', state: 'revoked', expires: 5 })
    sandbox.keys.set({ key: 'always', state: 'active' })
    expect(await listUpcoming(sandbox, service, 10)).toEqual({ changes: [], total: 0 })
  })

  it('has the end of the sandbox', async () => {
    const { default: sandbox } = createBareSandboxes({})
    sandbox.ttl = 30_000
    const { changes } = await listUpcoming(sandbox, service, 10)
    expect(changes).toEqual([
      {
        clock: 'real',
        kind: 'ttl',
        what: 'The sandbox is deleted, unless it is used before.',
        from: 'available',
        to: 'deleted',
        at: '1970-01-01T00:00:30.000Z',
        in: 30_000,
        held: null,
      },
    ])
  })
})

describe('the issues of an exchange', () => {
  const operation = { id: 'getPet', deprecation: undefined } as unknown as NonNullable<Exchange['operation']>
  const violation = (at: string) => ({ at, keyword: 'type', message: `${at} must be a string` })
  const issuesOf = (parts: object) => {
    const exchange = {
      id: 'req-1',
      sandbox: 'default',
      method: 'GET',
      path: '/pets/1',
      query: '',
      headers: {},
      reply: { status: 400, headers: [] },
      operation,
      rejection: undefined,
      notices: [],
      ...parts,
    } as unknown as Exchange
    const found: string[] = []
    const budget = { listen: (listener: (exchange: Exchange) => void) => listener(exchange) }
    watchIssues(budget as unknown as JournalBudget, ({ message, sandbox }) => found.push(`${sandbox}: ${message}`))
    return found
  }
  const invalid = (...violations: readonly object[]) => ({
    rejection: { code: 'invalid_request', message: 'all of it', violations },
  })
  const invalidResponse = { notices: [{ kind: 'invalid-response', names: [] }] }
  const [wrong, other] = [violation('query.a'), violation('response.body')]

  const rows: readonly (readonly [name: string, parts: object, issues: readonly string[]])[] = [
    ['without any', {}, []],
    [
      'without an operation',
      { operation: undefined, rejection: { code: 'not_found', message: 'no such path' } },
      ['default: GET /pets/1 → 400, unmatched: no such path'],
    ],
    ['that is invalid', invalid(wrong), ['default: GET /pets/1 → 400, invalid: all of it']],
    ['that is invalid in no place', invalid(), ['default: GET /pets/1 → 400, invalid: all of it']],
    ['that is invalid only in its response', invalid(other), ['default: GET /pets/1 → 400, invalid: all of it']],
    [
      'that is invalid in its request and its response',
      { ...invalid(wrong, other), ...invalidResponse },
      [
        'default: GET /pets/1 → 400, invalid: query.a must be a string',
        'default: GET /pets/1 → 400, invalid-response: response.body must be a string',
      ],
    ],
    ['whose response is invalid', invalidResponse, ['default: GET /pets/1 → 400, invalid-response: it was rejected']],
    ['with another rejection', { rejection: { code: 'not_found', message: 'no such pet' } }, []],
    [
      'that is deprecated',
      { operation: { ...operation, deprecation: {} } },
      ['default: GET /pets/1 → 400, deprecated: getPet is deprecated'],
    ],
    [
      'that has a successor',
      { operation: { ...operation, deprecation: { successor: '/v2/pets' } }, headers: { 'sandbox-id': 'ann' } },
      ['ann: GET /pets/1 → 400, deprecated: getPet is deprecated; use /v2/pets'],
    ],
  ]
  for (const [name, parts, issues] of rows) it(name, () => expect(issuesOf(parts)).toEqual(issues))
})

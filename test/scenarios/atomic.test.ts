/**
 * Concurrent requests under scenarios: each request is counted exactly once, and no two get the same number.
 */
import { Agent } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { expectError, expectList } from '../interface/expect-shape.ts'
import type { Answer } from '../support/client.ts'
import { type ScenarioCall, type ScenarioServer, scenarioOf, serveScenarios } from '../support/serve-scenarios.ts'

const agent = new Agent({ keepAlive: true, maxSockets: 100 })
afterAll(() => agent.destroy())

const list = '/v1/pets?limit=1'

const atOnce = (server: ScenarioServer, count: number, options: ScenarioCall = {}): Promise<readonly Answer[]> =>
  Promise.all(Array.from({ length: count }, () => server.call(list, { agent, ...options })))

const countOf = (answers: readonly Answer[]): Readonly<Record<number, number>> => {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const advance = (server: ScenarioServer, by: string) =>
  server.control('POST', '/sandboxes/default/clock/advance', { by })

describe('100 concurrent calls under call: 2', () => {
  const second = scenarioOf({ when: { operation: 'listPets', call: 2 }, respond: { status: 401 } })
  const rows: readonly {
    readonly name: string
    readonly prepare: (server: ScenarioServer, run: number) => Promise<ScenarioCall>
  }[] = [
    {
      name: 'named in the requests, reset after each',
      prepare: async (server) => {
        await server.control('POST', '/sandboxes/default/reset')
        return { scenario: 'second' }
      },
    },
    {
      name: 'named in the requests, each run in a new sandbox',
      prepare: async (_, run) => ({ scenario: 'second', sandbox: `run-${run}` }),
    },
    {
      name: 'set on the sandbox before each run',
      prepare: async (server) => {
        await server.control('PUT', '/sandboxes/default/scenario', { scenario: 'second' })
        return {}
      },
    },
  ]
  for (const { name, prepare } of rows)
    it(`reject exactly one in each of 50 runs: ${name}`, async () => {
      await using server = await serveScenarios({ second })
      for (let run = 0; run < 50; run++) {
        const options = await prepare(server, run)
        expect(countOf(await atOnce(server, 100, options)), `run ${run}`).toEqual({ 200: 99, 401: 1 })
      }
    })

  it('with a condition on the body count only the matching requests', async () => {
    const fitting = scenarioOf({
      when: { operation: 'createPet', body: { name: 'Rex' }, call: '2-4' },
      respond: { status: 401 },
    })
    await using server = await serveScenarios({ fitting })
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        server.call('/v1/pets', {
          agent,
          scenario: 'fitting',
          body: { name: index % 2 === 0 ? 'Rex' : 'Max', categoryId: 1 },
        }),
      ),
    )
    expect(countOf(answers)).toEqual({ 201: 97, 401: 3 })
  })
})

describe('every 3 of 99 concurrent calls', () => {
  it('rejects exactly 33', async () => {
    await using server = await serveScenarios()
    expect(countOf(await atOnce(server, 99, { scenario: 'flaky' }))).toEqual({ 200: 66, 503: 33 })
  })
})

interface RateLimit {
  /** RateLimit: the remaining requests, and the seconds until the limit is reset. */
  readonly remaining: number
  readonly reset: number
  /** RateLimit-Policy: the number of requests, and the window in seconds. */
  readonly quota: number
  readonly window: number
}

const rateLimitOf = ({ headers }: Answer): RateLimit => {
  const limit = /^"([^"]+)";r=(\d+);t=(\d+)$/.exec(headers.ratelimit ?? '')
  const policy = /^"([^"]+)";q=(\d+);w=(\d+)$/.exec(headers['ratelimit-policy'] ?? '')
  expect(limit, `RateLimit: ${headers.ratelimit}`).not.toBeNull()
  expect(policy, `RateLimit-Policy: ${headers['ratelimit-policy']}`).not.toBeNull()
  expect(limit?.[1], 'both headers name one policy').toBe(policy?.[1])
  return {
    remaining: Number(limit?.[2]),
    reset: Number(limit?.[3]),
    quota: Number(policy?.[2]),
    window: Number(policy?.[3]),
  }
}

describe('a limit of 10 per minute', () => {
  it('accepts exactly 10 of 200 concurrent calls, each with a different remainder', async () => {
    await using server = await serveScenarios()
    const answers = await atOnce(server, 200, { scenario: 'rate-limited' })
    expect(countOf(answers)).toEqual({ 200: 10, 429: 190 })
    const passed = answers.filter(({ status }) => status === 200).map(rateLimitOf)
    expect(passed.map(({ remaining }) => remaining).sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(new Set(passed.map(({ quota, window, reset }) => `${quota} ${window} ${reset}`))).toEqual(
      new Set(['10 60 60']),
    )
  })

  it('accepts exactly 10 again in the next window', async () => {
    await using server = await serveScenarios()
    for (let window = 0; window < 3; window++) {
      expect(countOf(await atOnce(server, 50, { scenario: 'rate-limited' }))).toEqual({ 200: 10, 429: 40 })
      await advance(server, '1m')
    }
  })

  it('sends Retry-After and the limit with a rejection', async () => {
    await using server = await serveScenarios()
    await atOnce(server, 10, { scenario: 'rate-limited' })
    const rejected = await server.call(list, { scenario: 'rate-limited' })
    expectError(rejected, 429, 'rate_limited')
    expect(rateLimitOf(rejected)).toEqual({ remaining: 0, reset: 60, quota: 10, window: 60 })
    expect(rejected.headers['retry-after']).toBe('60')
  })

  it('sends Retry-After only with a 429, and no limit headers without the scenario', async () => {
    await using server = await serveScenarios()
    const passed = await server.call(list, { scenario: 'rate-limited' })
    expect(passed.headers).not.toHaveProperty('retry-after')
    const { headers } = await server.call(list)
    for (const name of ['ratelimit', 'ratelimit-policy', 'retry-after']) expect(headers).not.toHaveProperty(name)
  })

  it('moves its window with the clock of the sandbox', async () => {
    await using server = await serveScenarios()
    await atOnce(server, 10, { scenario: 'rate-limited' })
    const seen = []
    for (const by of ['0s', '30s', '29500ms', '499ms']) {
      await advance(server, by)
      const { status, headers } = await server.call(list, { scenario: 'rate-limited' })
      seen.push([status, headers['retry-after']])
    }
    expect(seen).toEqual([
      [429, '60'],
      [429, '30'],
      [429, '1'],
      [429, '1'],
    ])
    await advance(server, '1ms')
    const passed = await server.call(list, { scenario: 'rate-limited' })
    expectList(passed)
    expect(rateLimitOf(passed)).toEqual({ remaining: 9, reset: 60, quota: 10, window: 60 })
  })

  it('does not reset while the clock is frozen, and resets after the clock is advanced', async () => {
    let now = Date.parse('2026-11-20T12:00:00Z')
    await using server = await serveScenarios({}, { now: () => now })
    await server.control('PUT', '/sandboxes/default/clock', { now: '2027-01-01T00:00:00Z', frozen: true })
    await atOnce(server, 10, { scenario: 'rate-limited' })
    now += 3_600_000
    expectError(await server.call(list, { scenario: 'rate-limited' }), 429, 'rate_limited')
    await server.control('PUT', '/sandboxes/default/clock', { now: '2027-01-01T00:01:00Z', frozen: true })
    expectList(await server.call(list, { scenario: 'rate-limited' }))
  })

  it('never rejects for longer than its window, even if the clock was set back', async () => {
    await using server = await serveScenarios()
    await server.control('PUT', '/sandboxes/default/clock', { now: '2030-01-01T00:00:00Z' })
    await atOnce(server, 10, { scenario: 'rate-limited' })
    await server.control('PUT', '/sandboxes/default/clock', { now: '2029-01-01T00:00:00Z' })
    const { status, headers } = await server.call(list, { scenario: 'rate-limited' })
    if (status === 429) expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
    else expect(status).toBe(200)
  })

  it('is separate for each sandbox', async () => {
    await using server = await serveScenarios()
    const answers = await Promise.all(
      ['ann', 'bob', 'cy'].map((sandbox) => atOnce(server, 30, { scenario: 'rate-limited', sandbox })),
    )
    expect(answers.map(countOf)).toEqual(Array(3).fill({ 200: 10, 429: 20 }))
  })
})

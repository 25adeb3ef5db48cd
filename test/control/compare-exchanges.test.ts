/**
 * What an exchange changed, and how two exchanges differ.
 */
import { describe, expect, it } from 'vitest'
import { itemsOf } from '../../src/contract/values/json-object.ts'
import { diffExchanges } from '../../src/control/actions/diff-exchanges.ts'
import { type Answer, call } from '../support/client.ts'
import { expectProblem } from '../support/control-document.ts'
import { cpuTimeOf } from '../support/cpu-time.ts'
import { sampleExchange } from '../support/sample-exchange.ts'
import { type ScenarioServer, scenarioOf, serveScenarios } from '../support/serve-scenarios.ts'

const idOf = ({ headers }: Answer): string => headers['sandbox-request-id'] ?? ''

const ask = (server: ScenarioServer, path: string): Promise<Answer> =>
  call(`${server.standin.url}/_sandbox/exchanges/${path}`)

describe('the changes of an exchange', () => {
  const changes = async (server: ScenarioServer, answer: Answer, query = ''): Promise<unknown> => {
    const found = await ask(server, `${idOf(answer)}/changes${query}`)
    expect(found.status, found.text).toBe(200)
    return found.json
  }
  const rex = { name: 'Rex', categoryId: 1 }

  it('are those of this exchange only, whatever came later', async () => {
    await using server = await serveScenarios({}, { rewind: true })
    const read = await server.call('/v1/pets/1')
    const created = await server.call('/v1/pets', { method: 'POST', body: rex })
    await server.control('PATCH', '/sandboxes/default/records/pets/31', { name: 'Max' })
    await server.call('/v1/pets', { method: 'POST', body: rex })
    const rejected = await server.call('/v1/pets', { method: 'POST', body: {} })
    expect(await changes(server, read)).toEqual([])
    expect(await changes(server, rejected)).toEqual([])
    expect(await changes(server, created)).toEqual([
      { resource: 'pets', id: '31', before: null, after: { id: 31, ...rex } },
    ])
  })

  it('name the scenario whose own records they are', async () => {
    await using server = await serveScenarios({}, { rewind: true })
    const created = await server.call('/v1/pets', { method: 'POST', body: rex, scenario: 'empty-store' })
    expect(await changes(server, created)).toEqual([
      expect.objectContaining({ resource: 'pets', scenario: 'empty-store', before: null }),
    ])
  })

  it('have the values of lifecycles at that time', async () => {
    await using server = await serveScenarios({}, { rewind: true })
    const sent = await server.call('/messages', { method: 'POST', body: { message: 'Hello' } })
    await server.control('POST', '/sandboxes/default/clock/advance', { by: '1h' })
    expect(await changes(server, sent)).toEqual([
      expect.objectContaining({ resource: 'messages', after: expect.objectContaining({ status: 'queued' }) }),
    ])
  })

  it('are not known without --rewind', async () => {
    await using server = await serveScenarios()
    const answer = await server.call('/v1/pets', { method: 'POST', body: rex })
    expectProblem(await ask(server, `${idOf(answer)}/changes`), 404, ['--rewind', '"default"'])
    const [summary] = (await call(`${server.standin.url}/_sandbox/sandboxes/default/exchanges?view=summary`))
      .json as readonly unknown[]
    expect(summary).toMatchObject({ changes: null })
  })

  it('are counted in a summary', async () => {
    await using server = await serveScenarios({}, { rewind: true })
    await server.call('/v1/pets/1')
    await server.call('/v1/pets', { method: 'POST', body: rex })
    await server.call('/v1/pets', { method: 'POST', body: rex, scenario: 'empty-store' })
    const list = await call(`${server.standin.url}/_sandbox/sandboxes/default/exchanges?view=summary`)
    expect((list.json as readonly { changes: unknown }[]).map((one) => one.changes)).toEqual([0, 1, null])
  })

  it('of an exchange that the journal has discarded are not known', async () => {
    await using server = await serveScenarios({}, { rewind: true, journal: 1 })
    const answer = await server.call('/v1/pets', { method: 'POST', body: rex })
    await server.call('/v1/pets/1')
    expectProblem(await ask(server, `${idOf(answer)}/changes`), 404, [idOf(answer)])
  })
})

describe('the differences of two exchanges', () => {
  const differences = async (server: ScenarioServer, first: Answer, second: Answer): Promise<Answer> => {
    const found = await ask(server, `${idOf(first)}/differences/${idOf(second)}`)
    expect(found.status, found.text).toBe(200)
    return found
  }

  it('of the same request are none', async () => {
    await using server = await serveScenarios()
    const [first, second] = [await server.call('/v1/pets/1'), await server.call('/v1/pets/1')]
    expect((await differences(server, first, second)).json).toEqual({
      first: idOf(first),
      second: idOf(second),
      differences: [],
      complete: true,
    })
  })

  it('are pointers with both values, without secrets', async () => {
    await using server = await serveScenarios()
    const first = await server.call('/v1/pets?limit=1', { headers: { 'x-api-key': 'hidden' } })
    const second = await server.call('/v1/pets?limit=2&a~b/c=1', { headers: { 'x-api-key': 'other' } })
    const found = await differences(server, first, second)
    expect(found.text).not.toMatch(/hidden|other"|sandbox-key/)
    expect(found.json).toMatchObject({
      differences: expect.arrayContaining([
        { pointer: '/request/query/limit', first: '1', second: '2' },
        { pointer: '/request/query/a~0b~1c', second: '1' },
        { pointer: '/response/body/1', second: expect.objectContaining({ id: 2 }) },
        { pointer: '/notices/0', second: { kind: 'undocumented-query', names: ['a~b/c'] } },
      ]),
    })
  })

  it('of lists skip equal items at both ends', async () => {
    const pet = (id: number) => ({ id, name: `pet ${id}`, categoryId: 1 })
    const listing = (...ids: readonly number[]) =>
      scenarioOf({ when: { operation: 'listPets' }, respond: { status: 200, body: ids.map(pet) } })
    await using server = await serveScenarios({ short: listing(1, 3), long: listing(1, 2, 3) })
    const first = await server.call('/v1/pets', { scenario: 'short' })
    const second = await server.call('/v1/pets', { scenario: 'long' })
    const { differences: found } = (await differences(server, first, second)).json as {
      differences: { pointer: string }[]
    }
    expect(found.filter(({ pointer }) => pointer.startsWith('/response/body'))).toEqual([
      { pointer: '/response/body/1', second: pet(2) },
    ])
  })

  it('are at most 1,000', async () => {
    await using server = await serveScenarios()
    const send = (prefix: string) =>
      server.call(`/v1/pets?${Array.from({ length: 600 }, (_, index) => `${prefix}${index}=1`).join('&')}`)
    const found = (await differences(server, await send('a'), await send('b'))).json as { differences: unknown[] }
    expect(found).toMatchObject({ complete: false })
    expect(found.differences).toHaveLength(1_000)
  })
})

it('exchanges with deeply nested bodies are compared once, not once for each level', async () => {
  const leaves = (last: number) => ({ first: last, many: Array.from({ length: 10_000 }, (_, id) => ({ id })), last })
  const nest = (value: unknown, depth: number): unknown =>
    depth === 0 ? value : nest(depth % 2 === 0 ? { inner: value } : [value], depth - 1)
  const exchange = (last: number, depth: number) =>
    sampleExchange({
      reply: {
        status: 200,
        headers: ['content-type', 'application/json'],
        body: JSON.stringify(nest(leaves(last), depth)),
      },
    })
  const time = (depth: number): Promise<number> => {
    const [first, second] = [exchange(1, depth), exchange(2, depth)]
    return cpuTimeOf(() => expect(itemsOf(diffExchanges(first, second).differences)).toHaveLength(2))
  }
  await time(1)
  expect((await time(60)) / (await time(1))).toBeLessThan(5)
})

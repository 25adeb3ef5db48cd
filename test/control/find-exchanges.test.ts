/**
 * Finding and counting exchanges over the control API: paging, search, and journals that discard exchanges meanwhile.
 */
import { describe, expect, it } from 'vitest'
import { type Answer, call } from '../support/client.ts'
import { expectProblem } from '../support/control-document.ts'
import { type ScenarioServer, serveScenarios } from '../support/serve-scenarios.ts'

type Row = Readonly<Record<string, unknown>>

const list = async (server: ScenarioServer, query: string): Promise<readonly Row[]> => {
  const answer = await call(`${server.standin.url}/_sandbox/sandboxes/default/exchanges?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json as readonly Row[]
}

const counts = async (server: ScenarioServer): Promise<Row> =>
  (await call(`${server.standin.url}/_sandbox/sandboxes/default/exchanges/counts`)).json as Row

const idOf = ({ headers }: Answer): string => headers['sandbox-request-id'] ?? ''

const sendSome = async (server: ScenarioServer, count: number): Promise<readonly string[]> => {
  const ids: string[] = []
  for (let index = 0; index < count; index++) ids.push(idOf(await server.call(`/v1/pets/${index + 1}`)))
  return ids
}

describe('pages', () => {
  it('from the newest to the oldest contain each exchange once', async () => {
    await using server = await serveScenarios()
    const ids = await sendSome(server, 7)
    const seen: unknown[] = []
    let before = ''
    for (let page = 0; page < 4; page++) {
      const rows = await list(server, `view=summary&order=newest&limit=3${before}`)
      seen.push(...rows.map(({ id }) => id))
      before = `&before=${rows.at(-1)?.id ?? ids[0]}`
      // What arrives meanwhile is not on a later page.
      await server.call('/v1/pets?limit=1')
    }
    expect(seen).toEqual(ids.toReversed())
  })

  it('between two exchanges are what came between them', async () => {
    await using server = await serveScenarios()
    const ids = await sendSome(server, 5)
    const rows = await list(server, `since=${ids[0]}&before=${ids[4]}`)
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(1, 4))
    expect((await list(server, `since=${ids[0]}&before=${ids[4]}&limit=1&order=newest`)).map(({ id }) => id)).toEqual([
      ids[3],
    ])
  })
})

describe('a search', () => {
  const found = async (server: ScenarioServer, text: string): Promise<number> =>
    (await list(server, `q=${encodeURIComponent(text)}`)).length

  it('looks at ids, paths, queries, operations, bodies, errors, notices and steps', async () => {
    await using server = await serveScenarios()
    const id = idOf(await server.call('/v1/pets?strange=1', { method: 'POST', body: { name: 'Zoë', categoryId: 1 } }))
    await server.call('/v1/pets/31')
    await server.call('/v1/pets/999', { scenario: 'not-found' })
    for (const text of [id, 'ZOË', 'strange', 'undocumented-query', '"categoryId"'])
      expect(await found(server, text), text).toBeGreaterThan(0)
    expect(await found(server, '/PETS/31')).toBe(1)
    expect(await found(server, 'getpet')).toBe(2)
    expect(await found(server, 'not-found/1')).toBe(1)
    expect(await found(server, 'there is nothing like this')).toBe(0)
  })

  it('does not look at secrets', async () => {
    await using server = await serveScenarios()
    await server.call('/v1/pets?access_token=hidden', { headers: { cookie: 'session=hidden' } })
    expect(await found(server, 'hidden')).toBe(0)
    expect(await found(server, 'sandbox-key')).toBe(0)
    expect(await found(server, 'redacted')).toBe(1)
  })

  it('finds nothing behind the first 64 KiB of a body', async () => {
    await using server = await serveScenarios()
    const body = (before: number) => ({ name: 'Rex', categoryId: 1, notes: `${' '.repeat(before)}needle` })
    await server.call('/v1/pets', { method: 'POST', body: body(60_000) })
    await server.call('/v1/pets', { method: 'POST', body: body(70_000) })
    expect(await found(server, 'needle')).toBe(1)
  })

  it('returns the latest ones of a limit', async () => {
    await using server = await serveScenarios()
    const ids = await sendSome(server, 450)
    const rows = await list(server, 'q=getPet&limit=2&view=summary')
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(-2))
  })

  it('lets a full journal discard exchanges meanwhile', async () => {
    await using server = await serveScenarios({}, { journal: 500 })
    await sendSome(server, 500)
    const [rows] = await Promise.all([list(server, 'q=getPet'), sendSome(server, 300)])
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row).toMatchObject({ operation: 'getPet', id: expect.stringMatching(/^req-/) })
  })
})

describe('the summary of an exchange', () => {
  it('has what is listed, without secrets', async () => {
    await using server = await serveScenarios()
    await server.call('/v1/pets?api_key=hidden', { method: 'POST', body: { name: 'Rex', categoryId: 'x' } })
    await server.call('/nowhere')
    await server.call('/v1/pets/1', { scenario: 'connection-reset' }).catch(() => {})
    expect(await list(server, 'view=summary')).toEqual([
      expect.objectContaining({
        method: 'POST',
        path: '/v1/pets?api_key=[redacted]',
        status: 400,
        code: 'invalid_request',
        violations: 1,
        unmatched: false,
      }),
      expect.objectContaining({ path: '/nowhere', operation: null, document: null, status: 404, unmatched: true }),
      expect.objectContaining({ fault: 'reset', scenario: ['connection-reset/1'] }),
    ])
  })
})

describe('the scenario of exchanges', () => {
  const listed = (server: ScenarioServer, scenario: string) =>
    call(`${server.standin.url}/_sandbox/sandboxes/default/exchanges?scenario=${scenario}`)

  it('that does not exist is rejected, and the one that was meant is named', async () => {
    await using server = await serveScenarios()
    expectProblem(await listed(server, 'connection-rset'), 400, ['query.scenario', 'Did you mean connection-reset?'])
    for (const scenario of ['connection-reset', 'connection-reset/1'])
      expect((await listed(server, scenario)).json).toEqual([])
  })
})

describe('counts', () => {
  it('are those of the journal', async () => {
    await using server = await serveScenarios()
    await server.call('/v1/pets?strange=1')
    await server.call('/v1/pets?limit=x')
    await server.call('/v1/pets/999')
    await server.call('/nowhere')
    expect(await counts(server)).toEqual({
      total: 4,
      statuses: { '2xx': 1, '4xx': 3 },
      operations: [
        { operation: 'listPets', document: 'animal-store', count: 2 },
        { operation: 'getPet', document: 'animal-store', count: 1 },
      ],
      violations: 1,
      unmatched: 1,
      notices: 1,
      discarded: 0,
    })
  })

  it('tell how many exchanges a limit has discarded, until the journal is emptied', async () => {
    await using server = await serveScenarios({}, { journal: 3 })
    await sendSome(server, 5)
    expect(await counts(server)).toMatchObject({ total: 3, discarded: 2 })
    await call(`${server.standin.url}/_sandbox/sandboxes/default/exchanges`, { method: 'DELETE' })
    expect(await counts(server)).toMatchObject({ total: 0, discarded: 0 })
  })
})

describe('an operation that does not exist', () => {
  it('is rejected, and the one that was meant is named', async () => {
    await using server = await serveScenarios()
    await server.call('/v1/pets')
    const hint = 'operation: no document has an operation "listPet". Did you mean listPets?'
    const answer = await call(`${server.standin.url}/_sandbox/sandboxes/default/exchanges?operation=listPet`)
    expect(answer).toMatchObject({ status: 400, json: { detail: `query.${hint}` } })
    const { exchanges } = await server.standin.sandbox()
    await expect(exchanges.list({ operation: 'listPet' as 'listPets' })).rejects.toThrow(hint)
    expect(await list(server, 'operation=listPets')).toHaveLength(1)
    expect(await list(server, 'operation=createPet')).toEqual([])
  })
})

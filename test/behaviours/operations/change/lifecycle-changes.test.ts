/**
 * Changes and deletions of records whose state advances with time: each response shows the state of now, and a change does
 * not count the time twice.
 */
import { describe, expect, it } from 'vitest'
import { arrayOf, integer, object, pathParameter, text } from '../../../support/gadget-schemas.ts'
import { type ServeOptions, serveFiles } from '../../../support/serve-files.ts'
import { createTemporaryFolder } from '../../../support/temporary-folder.ts'
import { openApi, ref, requestBody, response } from '../../../support/write-document.ts'

const minute = 60_000
const noon = Date.parse('2026-11-20T12:00:00Z')
const moves = (after: string) => ({
  ...text,
  'x-standin-lifecycle': { states: ['new', 'packed', 'sent', 'gone'], after },
})
const parcel = object({ id: { ...integer, readOnly: true }, to: text, state: moves('1m'), trace: moves('3m') }, ['id'])

const document = openApi({
  paths: {
    '/parcels': {
      get: { responses: { 200: response(arrayOf(ref('Parcel'))) } },
      post: { requestBody: requestBody(ref('Parcel')), responses: { 201: response(ref('Parcel')) } },
    },
    '/parcels/{id}': {
      parameters: [pathParameter('id')],
      get: { responses: { 200: response(ref('Parcel')) } },
      put: {
        requestBody: requestBody(ref('Parcel')),
        responses: { 200: response(ref('Parcel')), 201: response(ref('Parcel')) },
      },
      patch: {
        requestBody: requestBody(object({ to: text, state: text })),
        responses: { 200: response(ref('Parcel')) },
      },
      delete: { responses: { 200: response(ref('Parcel')) } },
    },
  },
  components: { schemas: { Parcel: parcel } },
})

interface Row {
  readonly name: string
  /** Minutes since the creation, the request, and the states after it. */
  readonly steps: readonly (readonly [at: number, request: string, body: object | undefined, states: string])[]
}

const rows: readonly Row[] = [
  {
    name: 'a change of another property does not count the time twice',
    steps: [
      [1, 'PATCH', { to: 'Bob' }, 'packed new'],
      [1, 'GET', undefined, 'packed new'],
      [1.5, 'PATCH', { to: 'Cid' }, 'packed new'],
      [2, 'GET', undefined, 'sent new'],
      [3, 'PATCH', { to: 'Dan' }, 'gone packed'],
      [6, 'GET', undefined, 'gone sent'],
    ],
  },
  {
    name: 'a state that the client sends lasts from then on',
    steps: [
      [2.5, 'PATCH', { state: 'packed' }, 'packed new'],
      [3, 'GET', undefined, 'packed new'],
      [3.5, 'GET', undefined, 'sent new'],
      [5.5, 'GET', undefined, 'gone packed'],
    ],
  },
  {
    name: 'the last state that the client sends leaves other lifecycles as they are',
    steps: [
      [2.5, 'PATCH', { state: 'gone' }, 'gone new'],
      [3, 'GET', undefined, 'gone packed'],
    ],
  },
  {
    name: 'the state that it has, sent by the client, changes nothing',
    steps: [
      [1.5, 'PATCH', { state: 'packed' }, 'packed new'],
      [2, 'GET', undefined, 'sent new'],
    ],
  },
  {
    name: 'a replacement goes on, too',
    steps: [
      [1.5, 'PUT', { to: 'Bob', state: 'packed', trace: 'new' }, 'packed new'],
      [2, 'GET', undefined, 'sent new'],
    ],
  },
  { name: 'a deletion shows the state of now', steps: [[2, 'DELETE', undefined, 'sent new']] },
]

const start = (options: ServeOptions) => serveFiles({ 'parcels.json': document }, options)
const statesIn = (json: unknown): string => {
  const { state, trace } = json as { readonly state: string; readonly trace: string }
  return `${state} ${trace}`
}

describe('of a record with lifecycles', () => {
  for (const { name, steps } of rows)
    it(name, async () => {
      let now = noon
      await using api = await start({ now: () => now })
      await api.call('/parcels', { body: { to: 'Ann', state: 'new', trace: 'new' } })
      for (const [at, method, body, states] of steps) {
        now = noon + at * minute
        const answer = await api.call('/parcels/1', body === undefined ? { method } : { method, body })
        expect([answer.status, statesIn(answer.json)], `${at} ${method} ${answer.text}`).toEqual([200, states])
      }
    })
})

describe('a hold of the state', () => {
  const serve = async (clock: { now: number }) => {
    const scenarios = await createTemporaryFolder({
      'held.yaml': '{ description: Held., steps: [{ hold: [Parcel.state] }] }',
    })
    const api = await serveFiles({ 'parcels.json': document }, { now: () => clock.now, scenarios: scenarios.path })
    await scenarios.remove()
    const set = async (scenario: string | null): Promise<void> => {
      const path = '/_sandbox/sandboxes/default/scenario'
      expect((await api.call(path, { method: 'PUT', body: { scenario } })).status).toBe(200)
    }
    const ask = async (method: string, body?: object) => {
      const { json } = await api.call('/parcels/1', body ? { method, body } : { method })
      return statesIn(json)
    }
    return { api, set, ask }
  }
  const first = { to: 'Ann', state: 'new', trace: 'new' }

  it('applies also to a record that a PUT creates', async () => {
    const clock = { now: noon }
    const { api, set, ask } = await serve(clock)
    await using _ = api
    await set('held')
    expect(await ask('PUT', first)).toBe('new new')
    clock.now += 3 * minute
    expect(await ask('GET')).toBe('new packed')
    expect(await ask('PATCH', { to: 'Bob' })).toBe('new packed')
    expect(await ask('PATCH', { state: 'packed' })).toBe('packed packed')
    clock.now += 3 * minute
    expect(await ask('GET')).toBe('packed sent')
  })

  it('that has ended does not count the time twice in a change', async () => {
    const clock = { now: noon }
    const { api, set, ask } = await serve(clock)
    await using _ = api
    await set('held')
    expect(await ask('PUT', first)).toBe('new new')
    clock.now += 10 * minute
    await set(null)
    clock.now += 1.5 * minute
    expect(await ask('PATCH', { to: 'Bob' })).toBe('packed gone')
    expect(await ask('PATCH', { state: 'new' })).toBe('new gone')
    clock.now += 0.5 * minute
    expect(await ask('GET')).toBe('new gone')
    clock.now += 0.5 * minute
    expect(await ask('GET')).toBe('packed gone')
  })
})

/**
 * Whether records are generated one by one or were all read before, any history of requests gets the same answers.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallOptions } from '../../support/client.ts'
import { arrayOf, integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { type Served, serveFiles } from '../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../support/write-document.ts'

const boat = object({ id: text, name: text, harbourId: integer, length: integer }, ['id', 'name'])
const harbour = object({ id: integer, city: text, open: { type: 'boolean' } }, ['id', 'city'])
const berth = object({ id: text, number: integer, boatId: text, harbourId: integer }, ['id', 'number'])

const gone = { responses: { 204: { description: 'gone' } } }

const pathsOf = (path: string, schema: object, parents: readonly object[] = []) => ({
  [path]: {
    parameters: parents,
    get: { responses: { 200: response(arrayOf(schema)) } },
    post: { requestBody: requestBody({ type: 'object' }), responses: { 201: response(schema) } },
  },
  [`${path}/{id}`]: {
    parameters: [...parents, pathParameter('id', text)],
    get: { responses: { 200: response(schema) } },
    patch: { requestBody: requestBody({ type: 'object' }), responses: { 200: response(schema) } },
    delete: gone,
  },
})

const document = openApi({
  paths: {
    ...pathsOf('/boats', boat),
    ...pathsOf('/harbours', harbour),
    ...pathsOf('/harbours/{harbourId}/berths', berth, [pathParameter('harbourId')]),
  },
})

const kinds = ['list', 'read', 'change', 'remove', 'create'] as const
const places = ['boats', 'harbours', 'berths'] as const

interface Step {
  readonly kind: (typeof kinds)[number]
  readonly place: (typeof places)[number]
  /** Which of the records that are known; there may be fewer. */
  readonly which: number
  readonly parent: number
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  place: fc.constantFrom(...places),
  which: fc.nat({ max: 5 }),
  parent: fc.integer({ min: 1, max: 4 }),
})

const bodies = {
  boats: { name: 'Petrel', length: 9 },
  harbours: { city: 'Lisbon', open: true },
  berths: { number: 7 },
} as const

const start = (): Promise<Served> => serveFiles({ 'harbours.json': document }, { generateWithoutFixtures: 3 })

/** The ids of generated records, and of those that were created since. */
type KnownIds = Readonly<Record<Step['place'], unknown[]>>

const requestOf = ({ kind, place, which, parent }: Step, known: KnownIds): readonly [string, CallOptions?] => {
  const list = place === 'berths' ? `/harbours/${parent}/berths` : `/${place}`
  const item = `${list}/${String(known[place][which] ?? 'none')}`
  switch (kind) {
    case 'list':
      return [list]
    case 'read':
      return [item]
    case 'change':
      return [item, { method: 'PATCH', body: bodies[place] }]
    case 'remove':
      return [item, { method: 'DELETE' }]
    case 'create':
      return [list, { body: bodies[place] }]
  }
}

/** Generates all records. */
const readAll = async ({ call }: Served): Promise<KnownIds> => {
  const idsOf = async (path: string): Promise<unknown[]> =>
    ((await call(path)).json as readonly { readonly id: unknown }[]).map(({ id }) => id)
  const harbours = await idsOf('/harbours')
  const berths = await Promise.all(harbours.map((id) => idsOf(`/harbours/${id}/berths`)))
  return { boats: await idsOf('/boats'), harbours, berths: berths.flat() }
}

describe('records that are generated one by one', () => {
  it('are what they are where all were read before, after any history', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (history) => {
        await using later = await start()
        await using before = await start()
        const known = await readAll(before)
        expect(known.berths).toHaveLength(3)
        for (const one of history) {
          const [path, options] = requestOf(one, known)
          const [own, other] = await Promise.all([later.call(path, options), before.call(path, options)])
          expect([own.status, own.json], path).toEqual([other.status, other.json])
          const { id } = (other.json ?? {}) as { readonly id?: unknown }
          if (one.kind === 'create' && id !== undefined) known[one.place].push(id)
        }
        expect(await readAll(later)).toEqual(await readAll(before))
      }),
      { numRuns: 25, seed: 1 },
    )
  })

  it('leave no id of theirs to a new record when they are removed', async () => {
    for (const isRead of [true, false]) {
      await using api = await start()
      const known = await readAll(api)
      await using other = await start()
      const { call } = isRead ? api : other
      for (const id of known.boats) expect((await call(`/boats/${id}`, { method: 'DELETE' })).status).toBe(204)
      const created = (await call('/boats', { body: bodies.boats })).json as { readonly id: unknown }
      expect(known.boats).not.toContain(created.id)
    }
  })
})

/**
 * A new record looks new: its state is not a final one, counters are 0, and what has not happened has no time.
 */
import { describe, expect, it } from 'vitest'
import { arrayOf, integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../support/write-document.ts'

const instant = { type: 'string', format: 'date-time' }
const now = Date.UTC(2026, 0, 15, 12)

/** A creation that sends only a label; `held` is what else a record must have. */
const create = async (held: object, required: readonly string[] = Object.keys(held)): Promise<unknown> => {
  const record = object({ id: integer, label: text, ...held }, ['id', 'label', ...required])
  const document = openApi({
    paths: {
      '/things': {
        get: { responses: { 200: response(arrayOf(record)) } },
        post: { requestBody: requestBody(object({ label: text }, ['label'])), responses: { 201: response(record) } },
      },
    },
  })
  await using api = await serveFiles({ 'things.json': document }, { now: () => now })
  const { id, label, ...others } = (await api.call('/things', { body: { label: 'a' } })).json as Record<string, unknown>
  expect([id, label]).toEqual([1, 'a'])
  return others
}

const rows: readonly (readonly [name: string, held: object, is: object])[] = [
  ['the first state', { status: { ...text, enum: ['canceled', 'pending', 'done'] } }, { status: 'pending' }],
  ['not the documented final state', { state: { enum: ['failed', 'draft'], example: 'failed' } }, { state: 'draft' }],
  ['the first one if it is open', { status: { enum: ['active', 'pending'] } }, { status: 'active' }],
  ['spelled in capitals', { jobStatus: { enum: ['COMPLETED', 'NOT_STARTED'] } }, { jobStatus: 'NOT_STARTED' }],
  ['the only one that has not ended', { phase: { enum: ['archived', 'visible_to_all'] } }, { phase: 'visible_to_all' }],
  ['counters', { viewCount: { ...integer, example: 42 }, num_replies: integer }, { viewCount: 0, num_replies: 0 }],
  ['but not below the minimum', { member_count: { ...integer, minimum: 1, example: 3 } }, { member_count: 3 }],
  ['amounts', { amount_refunded: { ...integer, example: 100 } }, { amount_refunded: 0 }],
  ['flags', { archived: { type: 'boolean' }, active: { type: 'boolean' } }, { archived: false, active: true }],
  [
    'times',
    {
      createdAt: instant,
      updatedAt: instant,
      completedAt: { ...instant, type: ['string', 'null'], example: '2020-01-01T00:00:00Z' },
    },
    { createdAt: '2026-01-15T12:00:00.000Z', updatedAt: '2026-01-15T12:00:00.000Z', completedAt: null },
  ],
  ['what ends later', { expiresAt: instant }, { expiresAt: '2026-02-14T12:00:00.000Z' }],
  ['epoch seconds', { created_at: integer }, { created_at: now / 1000 }],
  [
    'epoch milliseconds',
    { createdAt: { ...integer, format: 'int64', description: 'in milliseconds' } },
    { createdAt: now },
  ],
  [
    'inside of objects',
    { stats: object({ likes: { ...integer, example: 7 }, status: { enum: ['ended', 'open'] } }, ['likes', 'status']) },
    { stats: { likes: 0, status: 'open' } },
  ],
]

describe('a new record has', () => {
  for (const [name, held, is] of rows) it(name, async () => expect(await create(held)).toEqual(is))

  it('the address of its own id, where the example is the address of the example of the id', async () => {
    const record = object(
      {
        name: { ...text, example: 'a b' },
        url: { ...text, readOnly: true, example: 'https://example.com/labels/a%20b' },
        urn: { ...text, readOnly: true, example: 'urn:label:a%20b' },
        page: { ...text, readOnly: true, example: 'https://example.com/labels/about%20b' },
        other: { ...text, readOnly: true, example: 'https://example.com/labels/c' },
        text: { ...text, readOnly: true, example: 'see /labels/a%20b' },
      },
      ['name', 'url', 'urn', 'page', 'other', 'text'],
    )
    const document = openApi({
      paths: {
        '/labels': { post: { requestBody: requestBody(record), responses: { 201: response(record) } } },
        '/labels/{name}': {
          parameters: [pathParameter('name', text)],
          get: { responses: { 200: response(record) } },
          patch: { requestBody: requestBody(record), responses: { 200: response(record) } },
        },
      },
    })
    await using api = await serveFiles({ 'labels.json': document })
    const created = (await api.call('/labels', { body: { name: 'c/d' } })).json
    expect(created).toEqual({
      name: 'c/d',
      url: 'https://example.com/labels/c%2Fd',
      urn: 'urn:label:c%2Fd',
      page: 'https://example.com/labels/about%20b',
      other: 'https://example.com/labels/c',
      text: 'see /labels/a%20b',
    })
    expect((await api.call('/labels/c%2Fd', { method: 'PATCH', body: { name: 'c/d' } })).json).toEqual(created)
  })

  it('a state that clients cannot set, although it is optional', async () => {
    const status = { ...text, readOnly: true, enum: ['closed', 'open'] }
    expect(await create({ status, completed_at: instant }, [])).toEqual({ status: 'open' })
  })
})

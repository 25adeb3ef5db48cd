/**
 * Actions such as POST /orders/{id}/archive set what their verb says: a state, a flag, a time.
 */
import { describe, expect, it } from 'vitest'
import { arrayOf, integer, object, pathParameter, text } from '../../../support/gadget-schemas.ts'
import { serveFiles } from '../../../support/serve-files.ts'
import { openApi, ref, requestBody, response } from '../../../support/write-document.ts'

const boolean = { type: 'boolean' }
const instant = { type: 'string', format: 'date-time' }
const states = (...members: readonly string[]) => ({ ...text, enum: members })

/** Orders with an action; `held` are the properties next to the id. */
const describeOrders = (verb: string, held: object): object => {
  const order = ref('Order')
  return openApi({
    paths: {
      '/orders': {
        get: { responses: { 200: response(arrayOf(order)) } },
        post: { requestBody: requestBody(order), responses: { 201: response(order) } },
      },
      '/orders/{id}': { parameters: [pathParameter('id')], get: { responses: { 200: response(order) } } },
      [`/orders/{id}/${verb}`]: {
        parameters: [pathParameter('id')],
        post: { responses: { 200: response(order) } },
      },
    },
    components: { schemas: { Order: object({ id: integer, ...held }, ['id']) } },
  })
}

const now = Date.UTC(2026, 0, 15, 12)
const at = '2026-01-15T12:00:00.000Z'

interface Row {
  readonly verb: string
  readonly held: object
  readonly before: object
  readonly after: object
}

const rows: readonly Row[] = [
  {
    verb: 'archive',
    held: { status: states('active', 'archived'), archived: boolean, archivedAt: instant },
    before: { status: 'active', archived: false },
    after: { status: 'archived', archived: true, archivedAt: at },
  },
  {
    verb: 'unarchive',
    held: { archived: boolean, archived_at: { type: ['string', 'null'], format: 'date-time' } },
    before: { archived: true, archived_at: '2025-01-01T00:00:00Z' },
    after: { archived: false, archived_at: null },
  },
  {
    verb: 'cancel',
    held: { state: states('OPEN', 'CANCELLED'), isCanceled: boolean, cancelled_on: { ...text, format: 'date' } },
    before: { state: 'OPEN', isCanceled: false },
    after: { state: 'CANCELLED', isCanceled: true, cancelled_on: '2026-01-15' },
  },
  {
    verb: 'pay',
    held: { payment_status: states('unpaid', 'paid'), paid_at: integer },
    before: { payment_status: 'unpaid' },
    after: { payment_status: 'paid', paid_at: now / 1000 },
  },
  {
    verb: 'reopen',
    held: { status: states('closed', 'open'), closed: boolean, closedAt: instant },
    before: { status: 'closed', closed: true, closedAt: at },
    after: { status: 'open', closed: false },
  },
  {
    verb: 'disable',
    held: { enabled: boolean, status: states('active', 'inactive') },
    before: { enabled: true, status: 'active' },
    after: { enabled: false, status: 'inactive' },
  },
  { verb: 'mark-as-read', held: { read: boolean }, before: { read: false }, after: { read: true } },
  { verb: 'publish', held: { published: boolean }, before: { published: false }, after: { published: true } },
  {
    verb: 'complete',
    held: { status: states('todo', 'done'), completed: boolean },
    before: { status: 'todo', completed: false },
    after: { status: 'done', completed: true },
  },
  {
    verb: 'unpublish',
    held: { status: states('published', 'draft'), published_at: { type: ['string', 'null'], format: 'date-time' } },
    before: { status: 'published', published_at: at },
    after: { status: 'draft', published_at: null },
  },
  {
    verb: 'unsuspend',
    held: { status: states('suspended', 'active'), suspended: boolean, suspendedAt: instant },
    before: { status: 'suspended', suspended: true, suspendedAt: at },
    after: { status: 'active', suspended: false },
  },
  // The name of the time begins with what kind it is.
  { verb: 'cancel', held: { date_cancelled: instant }, before: {}, after: { date_cancelled: at } },
  {
    verb: 'start',
    held: { phase: states('waiting', 'in_progress', 'over') },
    before: { phase: 'waiting' },
    after: { phase: 'in_progress' },
  },
  {
    verb: 'unlock',
    held: { has_been_locked: boolean, label: states('locked', 'active') },
    before: { has_been_locked: true, label: 'locked' },
    after: { has_been_locked: false, label: 'locked' },
  },
  // The first of the states that the verb can lead to.
  {
    verb: 'resume',
    held: { status: states('active', 'paused', 'running') },
    before: { status: 'paused' },
    after: { status: 'running' },
  },
  // What begins with `un` without undoing something.
  {
    verb: 'unite',
    held: { united: boolean, status: states('active', 'united') },
    before: { united: false, status: 'active' },
    after: { united: true, status: 'united' },
  },
  // A short verb does not match as a prefix: a bankrupt customer is not banned.
  {
    verb: 'ban',
    held: { status: states('active', 'bankrupt', 'banned') },
    before: { status: 'active' },
    after: { status: 'banned' },
  },
  {
    verb: 'lock',
    held: { status: states('open', 'locked_by_admin') },
    before: { status: 'open' },
    after: { status: 'locked_by_admin' },
  },
  // Nothing of the record has the meaning of the verb.
  {
    verb: 'notify',
    held: { label: text, open: boolean },
    before: { label: 'a', open: true },
    after: { label: 'a', open: true },
  },
]

describe('an action sets what its verb says:', () => {
  for (const { verb, held, before, after } of rows)
    it(verb, async () => {
      await using api = await serveFiles({ 'orders.json': describeOrders(verb, held) }, { now: () => now })
      await api.call('/orders', { body: { id: 1, ...before } })
      const acted = await api.call(`/orders/1/${verb}`, { method: 'POST' })
      expect([acted.status, acted.json]).toEqual([200, { id: 1, ...after }])
      expect((await api.call('/orders/1')).json).toEqual({ id: 1, ...after })
    })
})

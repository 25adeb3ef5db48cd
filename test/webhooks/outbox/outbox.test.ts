/**
 * The outbox of a sandbox: what it keeps, what it forgets, and that a saved state does not change.
 */
import { describe, expect, it } from 'vitest'
import { Sandbox } from '../../../src/sandboxes/sandbox.ts'
import type { Delivery, OutboxEffect } from '../../../src/webhooks/outbox/delivery.ts'
import { Outbox, outboxLimits } from '../../../src/webhooks/outbox/outbox.ts'
import { createBareSandboxes } from '../../support/bare-sandboxes.ts'

const delivery = (id: string, change: Partial<Delivery> = {}): Delivery => ({
  id,
  messageId: id,
  kind: 'webhook',
  name: 'dogCreated',
  document: 'kennel',
  url: 'http://127.0.0.1:9/',
  target: 'a',
  request: { method: 'POST', headers: {}, body: '{}' },
  isSigned: true,
  cause: '1',
  createdAt: 0,
  dueAt: 0,
  state: 'sending',
  owner: 'me',
  attempts: [],
  ...change,
})

const create = (): { readonly outbox: Outbox; readonly noted: OutboxEffect[]; readonly woken: () => number } => {
  const noted: OutboxEffect[] = []
  let count = 0
  const onChange = (): void => {
    count++
  }
  return { outbox: new Outbox({ note: (effect) => noted.push(effect), onChange }), noted, woken: () => count }
}

const put = (outbox: Outbox, ...deliveries: readonly Delivery[]): void => {
  for (const one of deliveries) outbox.change({ kind: 'delivery', delivery: one })
}

describe('an outbox', () => {
  it('notes what changes, and is the same again from what it describes', () => {
    const { outbox, noted } = create()
    outbox.change({ kind: 'target', target: { id: 'a', url: 'http://localhost', events: [], secret: 's' } })
    put(outbox, delivery('1'), delivery('2'))
    outbox.update('1', { state: 'delivered', attempts: [{ at: 1, status: 204 }] })
    outbox.change({ kind: 'forget-delivery', id: '2' })
    const [replayed, described] = [create().outbox, create().outbox]
    for (const effect of noted) replayed.apply(effect)
    for (const effect of outbox.describe()) described.apply(effect)
    for (const other of [replayed, described]) expect([...other.describe()]).toEqual([...outbox.describe()])
    expect(noted).toHaveLength(5)
  })

  it('returns to what was saved, whatever came after', () => {
    const { outbox } = create()
    put(outbox, delivery('1'))
    const saved = outbox.save()
    const { size } = outbox
    outbox.update('1', { state: 'failed' })
    put(outbox, delivery('2'))
    expect(saved.deliveries.size).toBe(1)
    outbox.revert(saved)
    expect([...outbox.deliveries.values()]).toEqual([delivery('1')])
    expect(outbox).toMatchObject({ hasPending: true, size })
  })

  it('forgets the oldest of those that have ended, by number and by size', () => {
    const { outbox } = create()
    const ended = { state: 'delivered' } as const
    put(outbox, delivery('first'))
    for (let index = 0; index <= outboxLimits.ended; index++) put(outbox, delivery(String(index), ended))
    expect([...outbox.deliveries.keys()].slice(0, 2)).toEqual(['first', '1'])
    const request = { method: 'POST', headers: {}, body: 'x'.repeat(outboxLimits.endedSize / 2) }
    for (const id of ['a', 'b', 'c']) put(outbox, delivery(id, { ...ended, request }))
    expect([...outbox.deliveries.keys()]).toEqual(['first', 'c'])
  })

  it('has a limit of what may wait', () => {
    const { outbox } = create()
    expect(outbox.hasRoomFor(outboxLimits.size)).toBe(false)
    for (let index = 0; index < outboxLimits.waiting; index++) put(outbox, delivery(String(index)))
    expect(outbox.hasRoomFor(0)).toBe(false)
    outbox.update('0', { state: 'delivered' })
    expect(outbox.hasRoomFor(0)).toBe(true)
  })

  it('wakes only while something is pending', () => {
    const { outbox, woken } = create()
    outbox.wake()
    put(outbox, delivery('1', { state: 'dropped' }))
    expect(woken()).toBe(0)
    put(outbox, delivery('2'))
    expect(woken()).toBe(1)
    outbox.reset()
    outbox.wake()
    expect(woken()).toBe(1)
    expect(outbox.size).toBe(0)
  })

  it('is part of one total at a time, whatever changes', () => {
    const [first, second] = [{ size: 0 }, { size: 0 }]
    const { outbox } = create()
    const other = create().outbox
    put(outbox, delivery('1'))
    outbox.countIn(first)
    other.countIn(first)
    put(outbox, delivery('2', { state: 'delivered' }), delivery('3'))
    put(other, delivery('4'))
    const saved = outbox.save()
    outbox.update('3', { state: 'failed' })
    outbox.change({ kind: 'forget-delivery', id: '1' })
    outbox.revert(saved)
    outbox.update('1', { state: 'delivered' })
    expect(first.size).toBe(outbox.size + other.size)
    outbox.countIn(second)
    expect([first.size, second.size]).toEqual([other.size, outbox.size])
    outbox.reset()
    other.countIn(undefined)
    expect([first.size, second.size]).toEqual([0, 0])
  })
})

describe('the outboxes of a server', () => {
  it('count while their sandboxes are served', async () => {
    const sandboxes = createBareSandboxes({})
    const opened = sandboxes.open('own')
    if (!(opened instanceof Sandbox)) throw new Error(opened.message)
    put(opened.outbox, delivery('1'))
    put(sandboxes.default.outbox, delivery('2'))
    expect(sandboxes.outboxes.size).toBe(opened.outbox.size + sandboxes.default.outbox.size)
    await sandboxes.remove(opened)
    put(opened.outbox, delivery('3'))
    expect(sandboxes.outboxes.size).toBe(sandboxes.default.outbox.size)
  })
})

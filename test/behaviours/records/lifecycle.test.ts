/**
 * Records whose state advances with the sandbox's clock: messages, and a resource that can also be read and listed.
 */
import { assert, beforeAll, describe, expect, it } from 'vitest'
import { type Moment, recordAt } from '../../../src/behaviours/records/lifecycle.ts'
import type { Resource } from '../../../src/behaviours/records/resource.ts'
import { createStandin, type Standin } from '../../../src/index.ts'
import { loadService } from '../../../src/loading/service.ts'
import type { StoredRecord } from '../../../src/store/store.ts'
import { call } from '../../support/client.ts'
import { projectFolder } from '../../support/run-command.ts'
import { findingsOf, serveFiles } from '../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../support/write-document.ts'

/** A moment without a lifted hold. */
const at = (now: number): Moment => ({ now, holdEndedAt: () => undefined })

const noon = Date.parse('2026-11-20T12:00:00Z')
const second = 1_000

const loadResource = async (file: string, name: string): Promise<Resource> => {
  const { resources } = await loadService([file])
  const found = resources.find((resource) => resource.name === name)
  assert(found !== undefined, `no resource ${name}`)
  return found
}

/** When a message has which state, in milliseconds after its creation. */
const moments: readonly { readonly after: number; readonly status: string }[] = [
  { after: -60 * second, status: 'queued' },
  { after: 0, status: 'queued' },
  { after: 1, status: 'queued' },
  { after: 1_999, status: 'queued' },
  { after: 2_000, status: 'sent' },
  { after: 3_999, status: 'sent' },
  { after: 4_000, status: 'delivered' },
  { after: 6_000, status: 'delivered' },
  { after: 365 * 24 * 3600 * second, status: 'delivered' },
]

describe('a message', () => {
  const start = (now: () => number): Promise<Standin> => createStandin({ port: 0, now })
  const send = (standin: Standin, message: string) =>
    call(`${standin.url}/messages`, { key: 'sandbox-key', body: { message } })
  const recordsOf = ({ defaultSandbox }: Standin): Promise<readonly StoredRecord[]> =>
    defaultSandbox.store.page('messages', { filters: [], limit: 100 })
  let messages: Resource
  beforeAll(async () => {
    messages = await loadResource(`${projectFolder}spec/messages.yaml`, 'messages')
  })

  it('is stored as the response showed it', async () => {
    await using standin = await start(() => noon)
    const answer = await send(standin, 'Hello')
    expect(answer.status).toBe(200)
    const kept = await recordsOf(standin)
    expect(kept).toHaveLength(1)
    expect(kept[0]?.value).toEqual(answer.json)
    expect(kept[0]?.json).toBe(answer.text)
    expect(kept[0]?.madeAt).toBe(noon)
    expect(answer.json).toMatchObject({ message: 'Hello', status: 'queued', createdAt: '2026-11-20T12:00:00.000Z' })
  })

  for (const { after, status } of moments)
    it(`is ${status} ${after} ms after it was sent`, async () => {
      let now = noon
      await using standin = await start(() => now)
      await send(standin, 'Hello')
      now += after
      const [kept] = await recordsOf(standin)
      assert(kept !== undefined)
      const seen = recordAt(messages, kept, at(standin.defaultSandbox.now()))
      expect(seen.value).toEqual({ ...kept.value, status })
      expect(JSON.parse(seen.json)).toEqual(seen.value)
      expect(seen).toMatchObject({ id: kept.id, madeAt: noon })
    })

  it('has its own creation time, and the response is always queued', async () => {
    let now = noon
    await using standin = await start(() => now)
    const first = await send(standin, 'First')
    now += 2 * second
    const later = await send(standin, 'Second')
    expect(later.json).toMatchObject({ status: 'queued', createdAt: '2026-11-20T12:00:02.000Z' })
    const states = (await recordsOf(standin)).map((kept) => {
      const { message, status } = recordAt(messages, kept, at(now)).value
      return [message, status]
    })
    expect(Object.fromEntries(states)).toEqual({ First: 'sent', Second: 'queued' })
    expect(Object(first.json).id).not.toBe(Object(later.json).id)
  })

  it('is not changed by a read', async () => {
    await using standin = await start(() => noon)
    await send(standin, 'Hello')
    const [kept] = await recordsOf(standin)
    assert(kept !== undefined)
    recordAt(messages, kept, at(noon + 10 * second))
    expect((await recordsOf(standin))[0]?.value).toMatchObject({ status: 'queued' })
    expect(recordAt(messages, kept, at(noon)).value).toMatchObject({ status: 'queued' })
  })

  it('in a state outside its lifecycle does not change', () => {
    const record: StoredRecord = { id: 'm', value: { id: 'm', status: 'lost' }, json: '{}', madeAt: noon }
    expect(recordAt(messages, record, at(noon + 60 * second)).value).toEqual({ id: 'm', status: 'lost' })
  })

  it('that starts in a later state continues from there', () => {
    const record: StoredRecord = { id: 'm', value: { id: 'm', status: 'sent' }, json: '{}', madeAt: noon }
    expect(recordAt(messages, record, at(noon + second)).value.status).toBe('sent')
    expect(recordAt(messages, record, at(noon + 2 * second)).value.status).toBe('delivered')
  })
})

describe('a resource that can be read and listed', () => {
  const text = { type: 'string' }
  const state = { ...text, 'x-standin-lifecycle': { states: ['new', 'packed', 'gone'], after: '1m' } }
  const parcel = { type: 'object', required: ['id', 'state'], properties: { id: { type: 'integer' }, to: text, state } }
  const document = openApi({
    paths: {
      '/parcels': {
        get: {
          parameters: [{ name: 'state', in: 'query', schema: text }],
          responses: { 200: response({ type: 'array', items: parcel }) },
        },
        post: {
          requestBody: requestBody({ type: 'object', properties: { to: text } }),
          responses: { 201: response(parcel) },
        },
      },
      '/parcels/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: { 200: response(parcel) },
        },
      },
    },
  })
  const start = (now: () => number) =>
    serveFiles(
      {
        'parcels.json': document,
        'fixtures/default/parcels.json': [
          { id: 1, to: 'Ann', state: 'new' },
          { id: 2, to: 'Bob', state: 'gone' },
        ],
      },
      { now },
    )

  const rows: readonly { readonly after: number; readonly states: readonly string[] }[] = [
    { after: 0, states: ['new', 'gone'] },
    { after: 59_999, states: ['new', 'gone'] },
    { after: 60_000, states: ['packed', 'gone'] },
    { after: 120_000, states: ['gone', 'gone'] },
  ]
  for (const { after, states } of rows)
    it(`shows ${states.join(' and ')} ${after} ms after the start`, async () => {
      let now = noon
      await using api = await start(() => now)
      now += after
      const list = [
        { id: 1, to: 'Ann', state: states[0] },
        { id: 2, to: 'Bob', state: states[1] },
      ]
      expect((await api.call('/parcels')).json).toEqual(list)
      for (const item of list) expect((await api.call(`/parcels/${item.id}`)).json).toEqual(item)
      for (const state of ['new', 'packed', 'gone'])
        expect((await api.call(`/parcels?state=${state}`)).json, `those that are ${state}`).toEqual(
          list.filter((item) => item.state === state),
        )
    })

  it('starts each new record in the first state', async () => {
    let now = noon
    await using api = await start(() => now)
    now += 90_000
    expect((await api.call('/parcels', { body: { to: 'Cy' } })).json).toEqual({ id: 3, to: 'Cy', state: 'new' })
    now += 60_000
    expect((await api.call('/parcels/3')).json).toEqual({ id: 3, to: 'Cy', state: 'packed' })
  })
})

describe('durations of a lifecycle', () => {
  const file = (after: string): object => {
    const state = { type: 'string', 'x-standin-lifecycle': { states: ['a', 'b'], after } }
    const note = { type: 'object', properties: { id: { type: 'string' }, text: { type: 'string' }, state } }
    return openApi({
      paths: { '/notes': { post: { requestBody: requestBody(note), responses: { 201: response(note) } } } },
    })
  }
  const rows: readonly { readonly after: string; readonly is: number }[] = [
    { after: '300ms', is: 300 },
    { after: '2s', is: 2_000 },
    { after: '1.5s', is: 1_500 },
    { after: '5m', is: 300_000 },
    { after: '1h', is: 3_600_000 },
    { after: '1d', is: 86_400_000 },
  ]
  for (const { after, is } of rows)
    it(`${after} is ${is} ms`, async () => {
      await using api = await serveFiles({ 'notes.json': file(after) }, { now: () => noon })
      const notes = await loadResource(`${api.folder}/notes.json`, 'notes')
      expect(notes.lifecycles).toEqual([{ property: 'state', names: ['notes.state'], states: ['a', 'b'], after: is }])
    })

  for (const after of ['soon', '2', '2 seconds', '-2s', ''])
    it(`${JSON.stringify(after)} is not a duration, which is a finding`, async () => {
      const findings = await findingsOf({ 'notes.json': file(after) })
      expect(findings.map(({ message }) => message).join('\n')).toContain('x-standin-lifecycle')
    })
})

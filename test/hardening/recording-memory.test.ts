/**
 * What a recording keeps in memory is limited in bytes, not only in number.
 */
import { describe, expect, it } from 'vitest'
import type { Resource } from '../../src/behaviours/records/resource.ts'
import type { Operation } from '../../src/contract/operation/operation.ts'
import type { JsonObject } from '../../src/ports.ts'
import {
  listLimits,
  ObservedRecords,
  type RecordExchange,
  recordLimits,
} from '../../src/proxy/recording/observed-records.ts'
import { memoryOfExchange, sizeOfExchange } from '../../src/proxy/recording/read-exchange.ts'
import type { RecordPlaces } from '../../src/proxy/recording/record-places.ts'
import { answerLimits, type RecordedAnswer, RecordedAnswers } from '../../src/proxy/recording/recorded-answers.ts'
import { knownLimits, Scrubber } from '../../src/proxy/recording/scrubber.ts'
import { sampleExchange } from '../support/sample-exchange.ts'

const mebibyte = 1024 * 1024

const answerTo = (query: string): RecordedAnswer => ({
  operation: { id: 'listPets' } as Operation,
  method: 'GET',
  path: '/pets',
  query,
  pathParams: {},
  queryPairs: [[query, '']],
  requestType: undefined,
  request: undefined,
  sent: {},
  hasCredentials: true,
  status: 200,
  responseType: undefined,
  response: undefined,
  isJson: false,
  headers: {},
  isInvalid: false,
  isOfRecords: false,
  resource: undefined,
  changes: 0,
})

describe('the answers of a recording', () => {
  const half = answerLimits.memory / 2 - 1_000

  it('are limited in bytes', () => {
    const answers = new RecordedAnswers()
    for (const query of ['1', '2', '3']) answers.observe(answerTo(query), half)
    expect(answers.all.map(({ query }) => query)).toEqual(['1', '2'])
    expect(answers.skipped).toBe(1)
  })

  it('have room again for what is replaced', () => {
    const answers = new RecordedAnswers()
    for (const query of ['1', '2', '1', '2', '1']) answers.observe(answerTo(query), half)
    expect(answers.all.map(({ query }) => query)).toEqual(['2', '1'])
    answers.observe(answerTo('1'), 1)
    answers.observe(answerTo('3'), half - 1_000)
    expect(answers.all.map(({ query }) => query)).toEqual(['2', '1', '3'])
    expect(answers.skipped).toBe(0)
  })
})

describe('the records of a recording', () => {
  const resourceOf = (idKind: string) =>
    ({ key: 'pets', idPath: ['id'], keyParts: [], form: 'collection', idKind }) as unknown as Resource
  const resource = resourceOf('integer')
  const places = (kind: string, value: JsonObject) =>
    ({ kind, resource, isWhole: true, find: () => [{ value, id: undefined }] }) as unknown as RecordPlaces
  const exchangeOf = (kind: string, id: number, text = ''): RecordExchange => ({
    places: places(kind, { id, text }),
    address: { id: kind === 'create' ? undefined : id, parent: undefined },
    status: 200,
    request: undefined,
    response: {},
    created: undefined,
    target: '/pets',
    selection: { isFromStart: true, isFiltered: false },
  })
  const most = Math.floor(recordLimits.memory / (2 * mebibyte))

  it('are limited in bytes, and have room again for what is removed or replaced', () => {
    const records = new ObservedRecords()
    const text = 'x'.repeat(mebibyte)
    for (let id = 0; id < most + 5; id++) records.observe(exchangeOf('create', id, text))
    expect(records.all.length).toBeLessThan(most)
    const before = records.skipped
    expect(before).toBeGreaterThan(5)
    records.observe(exchangeOf('remove', 0))
    records.observe(exchangeOf('create', 1_000, text))
    records.observe(exchangeOf('update', 1))
    records.observe(exchangeOf('create', 1_001, text))
    expect(records.skipped).toBe(before)
    records.observe(exchangeOf('create', 1_002, text))
    expect(records.skipped).toBe(before + 1)
  })

  it('are not compared with lists that have too many ids', () => {
    const records = new ObservedRecords()
    const named = resourceOf('string')
    const list = (target: string, ids: readonly string[]): void => {
      const shown = ids.map((id) => ({ value: { id }, id: undefined }))
      const found = { kind: 'list', resource: named, isWhole: true, find: () => shown } as unknown as RecordPlaces
      records.observe({ ...exchangeOf('list', 0), places: found, target })
    }
    const long = (name: string) => name + 'x'.repeat(listLimits.size / 2)
    list('/a', ['1', '2'])
    list('/b', [long('1')])
    list('/c', [long('2')])
    // What fits is compared: one is missing.
    list('/a', ['1'])
    expect(records.all).toHaveLength(3)
    list('/c', [])
    expect(records.all).toHaveLength(3)
  })
})

describe('the secrets of a recording', () => {
  it('that are learned are limited in characters', () => {
    const scrubber = new Scrubber({ keepsPersonal: false })
    for (let index = 0; index < 4; index++) scrubber.learnSecret(`${index}`.repeat(knownLimits.size / 4 - 10))
    expect(scrubber.isFull).toBe(false)
    scrubber.learnSecret('another secret of the service')
    scrubber.learnSecret('one more secret')
    expect(scrubber.isFull).toBe(true)
  })
})

describe('the size of an exchange', () => {
  const exchange = sampleExchange({
    path: '/pets',
    query: 'a=b',
    headers: { accept: 'x', 'set-cookie': ['one', 'two'] },
    body: Buffer.from('[1,2]'),
    reply: { status: 200, headers: ['name', 'value'], body: 'grün' },
  })

  it('has all that was sent', () => {
    expect(sizeOfExchange(exchange)).toBe(5 + 3 + 7 + 10 + 7 + 5 + 9 + 5)
  })

  it('in memory has the structure of its bodies', () => {
    const flat = sampleExchange({ body: Buffer.from('"1234567"') })
    const deep = sampleExchange({ body: Buffer.from('[[[[[]]]]') })
    expect(memoryOfExchange(deep)).toBeGreaterThan(memoryOfExchange(flat) + 200)
  })
})

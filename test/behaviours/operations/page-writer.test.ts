/**
 * The JSON of pages: the latest one is joined once, and each change of a record is in the next one.
 */
import { describe, expect, it } from 'vitest'
import { createPageWriter } from '../../../src/behaviours/operations/list/page-writer.ts'
import type { StoredRecord } from '../../../src/store/store.ts'

const recordOf = (id: number, name: string): StoredRecord => {
  const value = { id, name }
  return { id, value, json: JSON.stringify(value), madeAt: 0 }
}

const createWriter = (hasAddresses = false) => {
  const shown: (number | bigint | string)[] = []
  const show = (record: StoredRecord): string => {
    shown.push(record.id)
    return record.json
  }
  const writePage = createPageWriter({ show, brackets: ['[', ']'], hasAddresses, wrap: (json) => json })
  return { write: (records: readonly StoredRecord[]) => writePage(records, { path: '/pets', headers: {} }), shown }
}

describe('a page', () => {
  const [one, two, three] = [recordOf(1, 'Rex'), recordOf(2, 'Mia'), recordOf(3, 'Ada')]

  it('is joined once while its records are the same', async () => {
    const { write, shown } = createWriter()
    const first = await write([one, two])
    expect(JSON.parse(first)).toEqual([one.value, two.value])
    expect(write([one, two])).toBe(first)
    expect(shown).toEqual([1, 2])
  })

  it('is joined each time where it has addresses, which depend on the request', async () => {
    const { write, shown } = createWriter(true)
    await write([one])
    await write([one])
    expect(shown).toEqual([1, 1])
  })

  it.each<[string, readonly StoredRecord[]]>([
    ['a record that changed', [one, recordOf(2, 'Mio')]],
    ['one more record', [one, two, three]],
    ['one record less', [one]],
    ['another order', [two, one]],
    ['nothing', []],
  ])('is joined again for %s', async (_, records) => {
    const { write } = createWriter()
    await write([one, two])
    expect(JSON.parse(await write(records))).toEqual(records.map(({ value }) => value))
    expect(JSON.parse(await write([one, two]))).toEqual([one.value, two.value])
  })
})

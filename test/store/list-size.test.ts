/**
 * Long lists wait for room, one after the other.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Admission, ListRoom, maxList, roomWait, sizeOf } from '../../src/store/list-size.ts'
import type { StoredRecord } from '../../src/store/store.ts'

const mebibyte = 1024 * 1024

const release = (admission: Admission): void => {
  if (admission.kind === 'admitted') admission.release()
}

it('the size of a list is the sum of its records, and not counted beyond the limit', () => {
  // Only the JSON of records is looked at.
  const records = (...sizes: readonly number[]) =>
    sizes.map((length) => ({ json: { length } }) as unknown as StoredRecord)
  expect(sizeOf(records(1, 2, 3))).toBe(6)
  expect(sizeOf(records())).toBe(0)
  expect(sizeOf(records(maxList, 1, 5))).toBe(maxList + 1)
})

describe('a list', () => {
  it('that is short does not wait, whatever room there is', () => {
    const room = new ListRoom()
    room.makeRoom = () => false
    expect(room.admit(mebibyte - 1)).toMatchObject({ kind: 'admitted' })
    expect(room.admit(0)).toMatchObject({ kind: 'admitted' })
  })

  it('that is too long is rejected, whatever room there is', () => {
    expect(new ListRoom().admit(maxList + 1)).toEqual({ kind: 'too-long' })
  })

  it('that is long counts until it is written', async () => {
    const room = new ListRoom()
    const asked: number[] = []
    room.makeRoom = (bytes) => {
      asked.push(bytes / mebibyte)
      return true
    }
    const first = await room.admit(2 * mebibyte)
    const second = await room.admit(3 * mebibyte)
    release(first)
    await room.admit(mebibyte)
    await nextTurn()
    release(second)
    await nextTurn()
    await room.admit(4 * mebibyte)
    expect(asked).toEqual([4, 10, 12, 10])
  })

  it('that is long waits until there is room', async () => {
    const room = new ListRoom()
    let looks = 0
    room.makeRoom = () => ++looks === 3
    expect(await room.admit(mebibyte)).toMatchObject({ kind: 'admitted' })
    expect(looks).toBe(3)
  })

  it('that is long is rejected where there is no room in time', async () => {
    const room = new ListRoom()
    room.makeRoom = () => false
    const start = performance.now()
    expect(await room.admit(mebibyte)).toEqual({ kind: 'no-room' })
    expect(performance.now() - start).toBeGreaterThanOrEqual(roomWait)
  })
})

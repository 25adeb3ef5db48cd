/**
 * Which connections are closed when responses that clients have not read take too much memory; with connections and a clock that
 * the test makes. test/hardening/outgoing.test.ts has real ones.
 */
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lookEvery, UnsentResponses, unsentLimits } from '../../src/http/unsent-responses.ts'

const { all, patience, progress } = unsentLimits

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

class FakeSocket extends EventEmitter {
  unsent = 0
  bytesWritten = 0
  _handle: { writeQueueSize: number } | null = { writeQueueSize: 0 }
  isClosed = false
  destroy(): void {
    this.isClosed = true
    this.emit('close')
  }
}

const open = (count: number) => {
  const responses = new UnsentResponses()
  const sockets = Array.from({ length: count }, () => new FakeSocket())
  for (const socket of sockets) responses.add({ socket: socket as unknown as Socket, unsent: () => socket.unsent })
  const stop = responses.watch()
  return {
    responses,
    sockets,
    stop,
    fill: (bytes: number) => {
      for (const socket of sockets) socket.unsent = bytes
    },
    closed: () => sockets.map(({ isClosed }) => isClosed),
  }
}

/** Lets this number of looks happen, where much waits. */
const look = (times: number): void => {
  for (let time = 0; time < times; time++) vi.advanceTimersToNextTimer()
}

describe('responses that are not read', () => {
  it('may take as much as the limit, however slowly they are read', () => {
    const { responses, fill, closed } = open(2)
    fill(all / 2)
    look(1_000)
    expect(responses.makeRoom(0)).toBe(true)
    expect(closed()).toEqual([false, false])
  })

  it('beyond the limit, those whose clients have read least for longest are given up, and no more than needed', () => {
    const { responses, sockets, closed } = open(4)
    for (const socket of sockets) {
      socket.unsent = all / 4
      look(5)
    }
    look(patience)
    expect(responses.makeRoom(all / 4)).toBe(true)
    expect(closed()).toEqual([true, false, false, false])
    expect(responses.makeRoom(all / 2)).toBe(true)
    expect(closed()).toEqual([true, true, false, false])
  })

  it('those that have just begun are not given up', () => {
    const { responses, fill, closed } = open(1)
    fill(all)
    expect(responses.makeRoom(1)).toBe(false)
    // The first look finds the connection.
    look(patience)
    expect(responses.makeRoom(1)).toBe(false)
    expect(closed()).toEqual([false])
    look(1)
    expect(responses.makeRoom(1)).toBe(true)
    expect(closed()).toEqual([true])
  })

  it.each<[string, (socket: FakeSocket, step: number) => void]>([
    [
      'in one piece that the system takes',
      (socket, step) => {
        socket.bytesWritten = 50 * progress
        socket._handle = { writeQueueSize: (50 - step) * progress }
      },
    ],
    [
      'in many pieces',
      (socket, step) => {
        socket.bytesWritten = step * progress
        socket._handle = null
      },
    ],
  ])('those that are read quickly are not given up: %s', (_name, read) => {
    const { responses, sockets, fill, closed } = open(1)
    fill(all)
    for (let step = 0; step < 20; step++) {
      for (const socket of sockets) read(socket, step)
      expect(responses.makeRoom(1)).toBe(false)
      look(patience)
    }
    expect(closed()).toEqual([false])
  })

  it('reading a little of them is not enough', () => {
    const { responses, sockets, fill, closed } = open(1)
    fill(all)
    for (let step = 0; step <= patience; step++) {
      for (const socket of sockets) socket.bytesWritten = step
      look(1)
    }
    expect(responses.makeRoom(1)).toBe(true)
    expect(closed()).toEqual([true])
  })

  it('a client that has read everything starts again', () => {
    const { responses, fill, closed } = open(1)
    for (const bytes of [all, 0, all]) {
      fill(bytes)
      look(patience)
    }
    expect(responses.makeRoom(1)).toBe(false)
    expect(closed()).toEqual([false])
  })

  it('a connection that has closed does not count', () => {
    const { responses, sockets, fill } = open(1)
    fill(all)
    expect(responses.makeRoom(1)).toBe(false)
    sockets[0]?.emit('close')
    expect(responses.makeRoom(1)).toBe(true)
  })

  it('beyond the limit are given up also where nothing is added', () => {
    const { fill, closed, stop } = open(1)
    fill(all + 1)
    look(patience + 1)
    expect(closed()).toEqual([true])
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('are looked at often only where they are many', () => {
    const { sockets, fill, closed } = open(2)
    fill(1)
    vi.advanceTimersByTime(patience * lookEvery.usual)
    for (const socket of sockets.slice(1)) socket.unsent = all
    vi.advanceTimersByTime(lookEvery.usual)
    expect(closed()).toEqual([true, false])
    vi.advanceTimersByTime(patience * lookEvery.often)
    expect(closed()).toEqual([true, false])
    fill(all + 1)
    vi.advanceTimersByTime(lookEvery.often)
    expect(closed()).toEqual([true, true])
  })
})

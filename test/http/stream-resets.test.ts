/**
 * Which resets count, and when the connection ends; with streams that the test makes. test/hardening/outgoing.test.ts has a real
 * connection.
 */
import { EventEmitter } from 'node:events'
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limitResets, resetLimits, resetStream } from '../../src/http/stream-resets.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

class FakeStream extends EventEmitter {
  rstCode = 0
  close(code = 0): void {
    this.rstCode = code
    this.emit('close')
  }
}

const open = () => {
  const session = Object.assign(new EventEmitter(), { destroyed: false })
  let ends = 0
  limitResets(session as unknown as ServerHttp2Session, () => ends++)
  const begin = (): FakeStream => {
    const stream = new FakeStream()
    session.emit('stream', stream)
    return stream
  }
  const reset = (count: number): void => {
    for (let index = 0; index < count; index++) begin().close(8)
  }
  return { session, begin, reset, ends: () => ends }
}

const { atOnce, perSecond } = resetLimits

describe('streams that the client resets', () => {
  it('are limited', () => {
    const { reset, ends } = open()
    reset(atOnce)
    expect(ends()).toBe(0)
    reset(1)
    expect(ends()).toBe(1)
    reset(atOnce)
    expect(ends()).toBe(1)
  })

  it('are limited for each connection by itself', () => {
    const [one, other] = [open(), open()]
    one.reset(atOnce)
    other.reset(atOnce)
    expect([one.ends(), other.ends()]).toEqual([0, 0])
  })

  it('may be more with time, and never more than the limit at once', () => {
    const { reset, ends } = open()
    reset(atOnce)
    vi.advanceTimersByTime(2_000)
    reset(2 * perSecond)
    expect(ends()).toBe(0)
    vi.advanceTimersByTime(1_000_000)
    reset(atOnce)
    expect(ends()).toBe(0)
    reset(1)
    expect(ends()).toBe(1)
  })
})

describe('streams that do not count', () => {
  it.each<[string, (stream: FakeStream) => void]>([
    ['those that a scenario resets', (stream) => resetStream(stream as unknown as ServerHttp2Stream, 8)],
    ['those that end', (stream) => stream.close()],
  ])('%s', (_name, end) => {
    const { begin, ends } = open()
    for (let count = 0; count <= atOnce; count++) {
      const stream = begin()
      end(stream)
    }
    expect(ends()).toBe(0)
  })

  it('those that end with their connection', () => {
    const { session, reset, ends } = open()
    session.destroyed = true
    reset(atOnce + 1)
    expect(ends()).toBe(0)
  })

  it('are reset with the given code', () => {
    const stream = new FakeStream()
    resetStream(stream as unknown as ServerHttp2Stream, 8)
    expect(stream.rstCode).toBe(8)
  })
})

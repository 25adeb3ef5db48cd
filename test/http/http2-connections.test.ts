/**
 * Limits of connections of HTTP/2, with a clock, a server and streams that the test makes. test/tls/secure-server.test.ts has real
 * ones.
 */
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2Server, ServerHttp2Stream } from 'node:http2'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Connection } from '../../src/http/connection-turns.ts'
import { Http2Connections } from '../../src/http/http2-connections.ts'
import { whenBodyFails } from '../../src/http/read-body.ts'
import { resetLimits } from '../../src/http/stream-resets.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const timeouts = { requestTimeout: 10_000, idleTimeout: 20_000, sendTimeout: 5_000 }

class FakeSession extends EventEmitter {
  destroyed = false
  closed = 0
  readonly codes: (number | undefined)[] = []
  close(): void {
    this.closed++
  }
  goaway(code: number): void {
    this.codes.push(code)
  }
}

class FakeSocket extends EventEmitter {
  bytesWritten = 0
  isDestroyed = false
  destroy(): void {
    this.isDestroyed = true
  }
}

const createConnections = () => {
  const server = new EventEmitter()
  const opened: Connection[] = []
  const connections = new Http2Connections(server as unknown as Http2Server, timeouts, ({ connection }) =>
    opened.push(connection),
  )
  const open = () => {
    const [session, socket] = [new FakeSession(), new FakeSocket()]
    server.once('connection', () => server.emit('session', session))
    connections.accept(socket as unknown as Socket)
    const begin = ({ isComplete = true, hasEnded = false, type = 'text/plain', hasHead = false } = {}) => {
      const closes: number[] = []
      const stream = Object.assign(new EventEmitter(), {
        session,
        writableEnded: hasEnded,
        writableLength: 0,
        close: () => closes.push(0),
      })
      const request = Object.assign(new EventEmitter(), { complete: isComplete }) as unknown as IncomingMessage
      const failures: string[] = []
      whenBodyFails(request, (failure) => failures.push(failure.kind === 'rejected' ? failure.code : ''))
      const response = { headersSent: hasHead, getHeader: () => type } as unknown as ServerResponse
      const connection = connections.begin(request, response, stream as unknown as ServerHttp2Stream)
      return { stream, closes, failures, connection }
    }
    return { session, socket, begin }
  }
  return { connections, opened, open }
}

describe('a connection of HTTP/2', () => {
  it('is handed to the server, and known to the queue once', () => {
    const { open, opened } = createConnections()
    const { begin } = open()
    expect(opened).toHaveLength(1)
    expect(begin().connection).toBe(opened[0])
  })

  it('that has closed has no requests', () => {
    const { open } = createConnections()
    const { socket, begin } = open()
    socket.emit('close')
    expect(begin().connection).toBeUndefined()
  })

  it('tells the queue when it closes', () => {
    const { open, opened } = createConnections()
    const { session } = open()
    let closes = 0
    opened[0]?.once('close', () => closes++)
    session.emit('close')
    expect(closes).toBe(1)
  })

  it('whose client resets too many streams ends with ENHANCE_YOUR_CALM, and is closed a moment later', () => {
    const { open } = createConnections()
    const { session, socket } = open()
    for (let count = 0; count <= resetLimits.atOnce; count++) {
      expect(session.codes).toEqual([])
      const stream = Object.assign(new EventEmitter(), { rstCode: 8 })
      session.emit('stream', stream)
      stream.emit('close')
    }
    expect([session.codes, socket.isDestroyed]).toEqual([[11], false])
    vi.advanceTimersByTime(1_000)
    expect([session.codes, socket.isDestroyed]).toEqual([[11], true])
  })

  it('without a request is closed at its limit, counted from its start or its last request', () => {
    const { open, connections } = createConnections()
    const stop = connections.watch()
    const [idle, used] = [open(), open()]
    const { stream } = used.begin()
    vi.advanceTimersByTime(19_000)
    expect([idle.session.closed, used.session.closed]).toEqual([0, 0])
    vi.advanceTimersByTime(1_000)
    expect([idle.session.closed, used.session.closed]).toEqual([1, 0])
    stream.emit('close')
    vi.advanceTimersByTime(19_000)
    expect(used.session.closed).toBe(0)
    vi.advanceTimersByTime(1_000)
    expect(used.session.closed).toBe(1)
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('whose session has ended is closed, whatever its requests', () => {
    const { open, connections } = createConnections()
    connections.watch()
    const [ended, other] = [open(), open()]
    ended.begin()
    ended.session.destroyed = true
    vi.advanceTimersByTime(1_000)
    expect([ended.socket.isDestroyed, other.socket.isDestroyed]).toEqual([true, false])
  })
})

describe('a request of HTTP/2', () => {
  it('that has not arrived in time fails, at its limit and not before', () => {
    const { open, connections } = createConnections()
    connections.watch()
    const { begin } = open()
    const [late, whole, answered] = [
      begin({ isComplete: false }),
      begin(),
      begin({ isComplete: false, hasEnded: true }),
    ]
    vi.advanceTimersByTime(9_000)
    expect([late.failures, answered.closes]).toEqual([[], []])
    vi.advanceTimersByTime(1_000)
    expect([late.failures, late.closes]).toEqual([['request_timeout'], []])
    expect([whole.failures, whole.closes]).toEqual([[], []])
    // It has its response already, so only its stream is closed.
    expect([answered.failures, answered.closes]).toEqual([[], [0]])
  })

  it('whose stream has closed has no limit any more', () => {
    const { open, connections } = createConnections()
    connections.watch()
    const { stream, failures } = open().begin({ isComplete: false })
    stream.emit('close')
    vi.advanceTimersByTime(11_000)
    expect(failures).toEqual([])
  })
})

describe('a client of HTTP/2 that does not read', () => {
  /** What it has read by each second, with 9 bytes that wait for it. */
  const isClosedAfter = (read: (second: number) => number, waiting: (second: number) => number = () => 9): number => {
    const { open, connections } = createConnections()
    connections.watch()
    const { socket, begin } = open()
    const { stream } = begin()
    for (let second = 1; second < 15; second++) {
      stream.writableLength = waiting(second)
      socket.bytesWritten = read(second)
      vi.advanceTimersByTime(1_000)
      if (socket.isDestroyed) return second
    }
    return 0
  }
  it('is disconnected at the limit, counted from when something began to wait', () => {
    expect(isClosedAfter(() => 100)).toBe(6)
    expect(
      isClosedAfter(
        () => 100,
        (second) => (second < 4 ? 0 : 9),
      ),
    ).toBe(9)
  })
  it('stays connected while it reads enough', () => {
    expect(isClosedAfter((second) => second * 1_024)).toBe(0)
    // The answers to pings are not enough.
    expect(isClosedAfter((second) => second * 10)).toBe(6)
    // Slowly, but enough within the limit.
    expect(isClosedAfter((second) => second * 300)).toBe(0)
  })
  it('stays connected where nothing waits for it, also in between', () => {
    expect(
      isClosedAfter(
        () => 100,
        () => 0,
      ),
    ).toBe(0)
    expect(
      isClosedAfter(
        () => 100,
        (second) => (second % 5 === 0 ? 0 : 9),
      ),
    ).toBe(0)
  })
  it('is disconnected for the sum of what waits, also where one of its streams has nothing', () => {
    const { open, connections } = createConnections()
    connections.watch()
    const { socket, begin } = open()
    begin().stream.writableLength = 1
    begin()
    vi.advanceTimersByTime(6_000)
    expect(socket.isDestroyed).toBe(true)
  })
})

describe('a server of HTTP/2 that stops', () => {
  it('ends each connection with its next response, and not before', () => {
    const { open, connections } = createConnections()
    const { session, begin } = open()
    const before = begin()
    connections.drain()
    before.stream.emit('finish')
    expect(session.closed).toBe(0)
    begin().stream.emit('finish')
    expect(session.closed).toBe(1)
  })

  it('closes all sessions at once, and what is left after its grace', () => {
    const { open, connections } = createConnections()
    const { session, socket } = open()
    connections.close(3_000)
    expect([session.closed, socket.isDestroyed]).toEqual([1, false])
    vi.advanceTimersByTime(2_999)
    expect(socket.isDestroyed).toBe(false)
    vi.advanceTimersByTime(1)
    expect(socket.isDestroyed).toBe(true)
  })

  it('ends streams of events, which have no end, but does not interrupt other responses', () => {
    const { open, connections } = createConnections()
    const { begin } = open()
    const type = 'text/event-stream'
    const [events, planned, other] = [begin({ type, hasHead: true }), begin({ type }), begin({ hasHead: true })]
    connections.close(3_000)
    expect([events.closes, planned.closes, other.closes]).toEqual([[0], [], []])
  })

  it('has no limits for a connection that has closed', () => {
    const { open, connections } = createConnections()
    const { socket } = open()
    socket.emit('close')
    connections.close(1_000)
    vi.advanceTimersByTime(1_000)
    expect(socket.isDestroyed).toBe(false)
  })
})

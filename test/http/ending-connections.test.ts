/**
 * How connections of HTTP/1.1 end, with sockets and responses that the test makes. connections.test.ts and shutdown.test.ts have real
 * ones.
 */
import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Connections, endWith, isEndless, isSilent } from '../../src/http/connections.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

class FakeSocket extends EventEmitter {
  bytesRead = 0
  readonly events: string[] = []
  end(argument: string | (() => void)): void {
    this.events.push(typeof argument === 'string' ? `end ${argument}` : 'end')
    if (typeof argument === 'function') argument()
  }
  resume(): void {
    this.events.push('resume')
  }
  destroy(): void {
    this.events.push('destroy')
    this.emit('close')
  }
}

const asDuplex = (socket: FakeSocket): Duplex => socket as unknown as Duplex

const createConnections = () => {
  let closed = () => {}
  const events: string[] = []
  const server = {
    close: (callback: () => void) => {
      closed = callback
      events.push('close')
    },
    closeIdleConnections: () => events.push('close idle'),
  }
  let open = (_: Socket): void => {}
  const connections = new Connections(server as unknown as Server, (listener) => {
    open = listener
  })
  const connect = (bytesRead = 1): FakeSocket => {
    const socket = new FakeSocket()
    socket.bytesRead = bytesRead
    open(socket as unknown as Socket)
    return socket
  }
  const begin = (socket: FakeSocket, { hasHead = false, type = 'application/json', isWhole = true } = {}) => {
    const response = Object.assign(new EventEmitter(), {
      shouldKeepAlive: true,
      headersSent: hasHead,
      getHeader: () => type,
      req: { socket, complete: isWhole },
    })
    connections.begin({ socket } as unknown as IncomingMessage, response as unknown as ServerResponse)
    return response
  }
  return { connections, events, connect, begin, close: () => closed() }
}

describe('the last bytes of a connection', () => {
  it('are sent, and what arrives later is read, until the client closes it', () => {
    const socket = new FakeSocket()
    endWith(asDuplex(socket), 'bye')
    expect(socket.events).toEqual(['end bye', 'resume'])
    socket.emit('close')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('are followed by its end after a second', () => {
    const socket = new FakeSocket()
    endWith(asDuplex(socket), '')
    vi.advanceTimersByTime(999)
    expect(socket.events).not.toContain('destroy')
    vi.advanceTimersByTime(1)
    expect(socket.events).toContain('destroy')
  })

  it('end it at once where the client has reset it', () => {
    const socket = new FakeSocket()
    endWith(asDuplex(socket), '')
    socket.emit('error', new TypeError('reset'))
    expect(socket.events).toContain('destroy')
  })
})

describe('a connection', () => {
  it('has the response to its latest request', () => {
    const { connections, connect, begin } = createConnections()
    const socket = connect()
    expect(connections.latest(asDuplex(socket))).toBeUndefined()
    begin(socket)
    const second = begin(socket)
    expect([connections.latest(asDuplex(socket)), connections.count(asDuplex(socket))]).toEqual([second, 2])
    socket.emit('close')
    expect([connections.latest(asDuplex(socket)), connections.count(asDuplex(socket))]).toEqual([undefined, 0])
  })

  it('has no response any more when that and its request are whole, unless the next one has begun', () => {
    const { connections, connect, begin } = createConnections()
    const socket = connect()
    begin(socket).emit('finish')
    expect(connections.latest(asDuplex(socket))).toBeUndefined()
    const early = begin(socket, { isWhole: false })
    early.emit('finish')
    expect(connections.latest(asDuplex(socket))).toBe(early)
    const [first, second] = [begin(socket), begin(socket)]
    first.emit('finish')
    expect([connections.latest(asDuplex(socket)), connections.count(asDuplex(socket))]).toEqual([second, 4])
  })

  it('ends with its next response from then on that the server drains', () => {
    const { connections, connect, begin } = createConnections()
    const before = begin(connect())
    connections.drain()
    expect([before.shouldKeepAlive, begin(connect()).shouldKeepAlive]).toEqual([true, false])
  })

  it('is silent until something was read', () => {
    const socket = new FakeSocket()
    expect(isSilent(asDuplex(socket))).toBe(true)
    socket.bytesRead = 1
    expect(isSilent(asDuplex(socket))).toBe(false)
    expect(isSilent(new EventEmitter() as unknown as Duplex)).toBe(false)
  })

  it('has no end where its response is a stream of events', () => {
    const of = (type: string | undefined) => isEndless({ getHeader: () => type } as unknown as ServerResponse)
    expect(['text/event-stream', 'text/event-stream; charset=utf-8', 'text/plain', undefined].map(of)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

describe('a server that stops', () => {
  it('ends each connection as soon as its response is complete', async () => {
    const { connections, events, connect, begin, close } = createConnections()
    const [silent, heard, waiting, sending, streaming] = [connect(0), connect(), connect(), connect(), connect()]
    const response = begin(waiting)
    const sent = begin(sending, { hasHead: true })
    begin(streaming, { hasHead: true, type: 'text/event-stream' })
    const closed = connections.close(5_000)
    expect(events).toEqual(['close', 'close idle'])
    expect([silent, heard, waiting, sending, streaming].map((socket) => socket.events)).toEqual([
      ['destroy'],
      [],
      [],
      [],
      ['end', 'destroy'],
    ])
    expect(response.shouldKeepAlive).toBe(false)
    sent.emit('finish')
    expect(sending.events).toEqual(['end', 'destroy'])
    close()
    await closed
    expect(vi.getTimerCount()).toBe(0)
  })

  it('closes what is left after its grace', () => {
    const { connections, connect, begin } = createConnections()
    const [heard, waiting] = [connect(), connect()]
    begin(waiting)
    connections.close(5_000)
    vi.advanceTimersByTime(4_999)
    expect([heard.events, waiting.events]).toEqual([[], []])
    vi.advanceTimersByTime(1)
    expect([heard.events, waiting.events]).toEqual([['destroy'], ['destroy']])
  })

  it('stops once', async () => {
    const { connections, events } = createConnections()
    connections.close(5_000)
    await connections.close(5_000)
    expect(events).toEqual(['close', 'close idle'])
  })
})

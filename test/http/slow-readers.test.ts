/**
 * Clients that do not read their responses are disconnected; those that read slowly are not.
 */

import { EventEmitter, once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeSlowReaders } from '../../src/http/slow-readers.ts'
import { scenarioOf, serveScenarios } from '../support/serve-scenarios.ts'

const serve = async (size: number, limit: number): Promise<Server> => {
  const server = createServer((_request, response) => response.end(Buffer.alloc(size)))
  closeSlowReaders(server, (listener) => server.on('connection', listener), limit)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const request = (server: Server): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
      resolve(socket)
    })
    socket.once('error', reject)
  })

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  })

it('a client that never reads is disconnected at the limit', async () => {
  const server = await serve(50_000_000, 1_500)
  const accepted = once(server, 'connection')
  const socket = await request(server)
  await accepted
  // What it sends meanwhile does not count.
  const drip = setInterval(() => socket.write('\r\n'), 200)
  socket.on('error', () => undefined)
  await expect.poll(() => countConnections(server)).toBe(0)
  clearInterval(drip)
  socket.destroy()
  await close(server)
})

it('a client that reads slowly gets the whole response', async () => {
  const size = 56_000_000
  const server = await serve(size, 3_000)
  const socket = await request(server)
  socket.on('error', () => undefined)
  let received = 0
  // More at a time than the system keeps for a connection, so that the server sends more each time.
  for (let most = 8_000_000; received < size && !socket.destroyed; most += 8_000_000) {
    while (received < Math.min(most, size) && !socket.destroyed) {
      const chunk: Buffer | null = socket.read()
      received += chunk?.length ?? 0
      if (chunk === null) await wait(1)
    }
    await wait(1_000)
  }
  expect(received).toBeGreaterThan(size)
  socket.destroy()
  await close(server)
})

it('a response that is delayed for longer than the limit is sent', async () => {
  const slower = scenarioOf({ when: { operation: 'listPets' }, delay: '2500ms' })
  await using served = await serveScenarios({ slower }, { sendTimeout: 1_000 })
  expect((await served.call('/v1/pets', { scenario: 'slower' })).status).toBe(200)
})

describe('with a clock and connections that the test makes, a client', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setImmediate', 'performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  class FakeSocket extends EventEmitter {
    writableLength = 0
    _handle: { writeQueueSize?: number } | null = { writeQueueSize: 0 }
    closedAt: number | undefined
    destroy(): void {
      this.closedAt = performance.now()
      this.emit('close')
    }
  }

  const watch = (count = 1) => {
    const start = performance.now()
    const server = new EventEmitter()
    const sockets = Array.from({ length: count }, () => new FakeSocket())
    const onConnection = (listener: (socket: Socket) => void): void => {
      for (const socket of sockets) listener(socket as unknown as Socket)
    }
    closeSlowReaders(server as unknown as Server, onConnection, 5_000)
    // Looks happen each second; the test looks between two of them.
    vi.advanceTimersByTime(500)
    /** The second in which each was disconnected. */
    const closed = () => sockets.map(({ closedAt }) => closedAt && Math.floor((closedAt - start) / 1_000))
    return { server, sockets, closed }
  }

  it('is disconnected when it has read nothing for as long as the limit', () => {
    const { sockets, closed } = watch(3)
    for (const [index, socket] of sockets.entries()) {
      // What waits is in the stream, in the system, or in neither.
      socket.writableLength = index === 0 ? 9 : 0
      socket._handle = { writeQueueSize: index === 1 ? 9 : 0 }
    }
    vi.advanceTimersByTime(5_000)
    expect(closed()).toEqual([undefined, undefined, undefined])
    vi.advanceTimersByTime(1_000)
    expect(closed()).toEqual([6, 6, undefined])
  })

  it('without a handle counts by its stream', () => {
    const { sockets, closed } = watch(2)
    for (const socket of sockets) socket._handle = null
    for (const socket of sockets.slice(1)) socket.writableLength = 1
    vi.advanceTimersByTime(9_000)
    expect(closed()).toEqual([undefined, 6])
  })

  it('that reads anything has the whole time again, and more to read does not count', () => {
    const { sockets, closed } = watch(2)
    for (const socket of sockets) socket.writableLength = 9
    vi.advanceTimersByTime(4_000)
    for (const [index, socket] of sockets.entries()) socket.writableLength = index === 0 ? 8 : 10
    vi.advanceTimersByTime(2_000)
    expect(closed()).toEqual([undefined, 6])
    vi.advanceTimersByTime(4_000)
    expect(closed()).toEqual([10, 6])
  })

  it('that has read everything starts again', () => {
    const { sockets, closed } = watch()
    for (const length of [9, 0, 9])
      for (const socket of sockets) {
        socket.writableLength = length
        vi.advanceTimersByTime(4_000)
      }
    expect(closed()).toEqual([undefined])
    vi.advanceTimersByTime(2_000)
    expect(closed()).toEqual([14])
  })

  it('is disconnected together with any number of others, one after the other', () => {
    const { sockets, closed } = watch(300)
    for (const socket of sockets) socket.writableLength = 9
    vi.advanceTimersByTime(6_000)
    expect(closed().every((second) => second === 6)).toBe(true)
  })

  it('that has gone is ignored, and all are after the server has closed', () => {
    const { server, sockets, closed } = watch(2)
    for (const socket of sockets) socket.writableLength = 9
    vi.advanceTimersByTime(3_000)
    sockets[0]?.emit('close')
    vi.advanceTimersByTime(3_000)
    expect(closed()).toEqual([undefined, 6])
    server.emit('close')
    expect(vi.getTimerCount()).toBe(0)
  })
})

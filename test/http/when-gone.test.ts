/**
 * Who waits for something long learns once that its client has gone, and nothing is left behind when it stops waiting.
 */
import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { whenGone } from '../../src/http/when-gone.ts'

interface Connection {
  readonly hasEnded?: boolean
  readonly isDestroyed?: boolean
}

const createWaiting = ({ hasEnded = false, isDestroyed = false }: Connection = {}) => {
  const socket = Object.assign(new EventEmitter(), { readableEnded: hasEnded })
  const response = Object.assign(new EventEmitter(), { destroyed: isDestroyed })
  const calls: number[] = []
  const request = { socket } as unknown as IncomingMessage
  const subscribe = whenGone(request, response as unknown as ServerResponse)
  const stop = subscribe(() => calls.push(calls.length))
  const listeners = (): number => socket.listenerCount('end') + response.listenerCount('close')
  return { socket, response, calls, stop, listeners }
}

describe('a client that waits', () => {
  it('is not gone while its connection is open', () => expect(createWaiting().calls).toHaveLength(0))

  for (const [how, leave] of [
    ['closes its side', ({ socket }: ReturnType<typeof createWaiting>) => socket.emit('end')],
    ['closes the connection', ({ response }: ReturnType<typeof createWaiting>) => response.emit('close')],
  ] as const)
    it(`is gone once when it ${how}`, () => {
      const waiting = createWaiting()
      leave(waiting)
      waiting.socket.emit('end')
      waiting.response.emit('close')
      expect([waiting.calls.length, waiting.listeners()]).toEqual([1, 0])
    })

  it.each([{ hasEnded: true }, { isDestroyed: true }])('is gone at once where it was before: %o', (connection) => {
    const waiting = createWaiting(connection)
    expect([waiting.calls.length, waiting.listeners()]).toEqual([1, 0])
  })

  it('is not watched any more after it got what it waited for', () => {
    const waiting = createWaiting()
    expect(waiting.listeners()).toBe(2)
    waiting.stop()
    expect(waiting.listeners()).toBe(0)
    waiting.socket.emit('end')
    waiting.response.emit('close')
    expect(waiting.calls).toHaveLength(0)
  })

  it('shares its connection with many others without a warning', () => {
    const { socket } = createWaiting()
    expect(socket.getMaxListeners()).toBe(0)
  })
})

describe('a client that waits on a stream of HTTP/2', () => {
  const subscribe = (destroyed: boolean) => {
    const stream = Object.assign(new EventEmitter(), { destroyed })
    const response = { stream } as unknown as ServerResponse
    const calls: number[] = []
    const stop = whenGone({} as unknown as IncomingMessage, response)(() => calls.push(0))
    return { stream, calls, stop }
  }

  it('is gone when its stream closes, or has closed', () => {
    const { stream, calls } = subscribe(false)
    expect(calls).toHaveLength(0)
    stream.emit('close')
    expect(calls).toHaveLength(1)
    const gone = subscribe(true)
    expect([gone.calls.length, gone.stream.listenerCount('close')]).toEqual([1, 0])
  })

  it('is not watched any more after it got what it waited for', () => {
    const { stream, calls, stop } = subscribe(false)
    stop()
    stream.emit('close')
    expect(calls).toHaveLength(0)
  })
})

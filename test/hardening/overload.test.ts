/**
 * A client that sends more than the server can handle does not stop it from serving others.
 */
import { EventEmitter } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { readLimits } from '../../src/http/connection-turns.ts'
import { maxOpen } from '../../src/http/connections.ts'
import { queueLimits, RequestQueue } from '../../src/http/request-queue.ts'
import { call } from '../support/client.ts'
import { converse, requestText, statusesIn } from '../support/raw-conversation.ts'
import { serveAnywhere } from '../support/serve-anywhere.ts'
import { startStandin } from '../support/start-standin.ts'

/** A queue with turns and a time that the test controls. */
const createQueue = () => {
  let time = 0
  let cpu = 0
  const turns: (() => void)[] = []
  const state = { destroyed: false }
  const started: string[] = []
  const rejected: string[] = []
  const nameOf = ({ url = '' }: IncomingMessage): string => url
  const queue = new RequestQueue({
    handle: (request) => started.push(nameOf(request)),
    reject: (request) => rejected.push(nameOf(request)),
    now: () => time,
    cpu: () => cpu,
    atEndOfTurn: (callback) => turns.push(callback),
  })
  return {
    started,
    rejected,
    open: (): Socket & { isRead: boolean } => {
      const socket = Object.assign(new EventEmitter(), {
        isRead: true,
        pause: () => {
          socket.isRead = false
        },
        resume: () => {
          socket.isRead = true
        },
      }) as unknown as Socket & { isRead: boolean }
      queue.open(socket)
      return socket
    },
    send: (socket: Socket, url: string, count = 1): void => {
      for (let left = count; left > 0; left--) queue.add({ socket, url } as IncomingMessage, state as ServerResponse)
    },
    leave: (): void => {
      state.destroyed = true
    },
    work: (milliseconds: number): void => {
      cpu += milliseconds
    },
    wait: (milliseconds: number): void => {
      time += milliseconds
    },
    /** False if there is nothing to do in the next turn. */
    turn: (): boolean => {
      const callbacks = turns.splice(0)
      for (const callback of callbacks) callback()
      return callbacks.length > 0
    },
  }
}

describe('of the requests that arrive in one turn of the event loop', () => {
  it('a few are started at its end, as many of those that wait with them, and the others in later turns', () => {
    const { open, send, started, turn } = createQueue()
    send(open(), '/', 2 * queueLimits.started + 1)
    expect(started).toEqual([])
    turn()
    expect(started).toHaveLength(2 * queueLimits.started)
    turn()
    expect(started).toHaveLength(2 * queueLimits.started + 1)
    while (turn());
    send(open(), '/later', queueLimits.started / 2)
    turn()
    expect(started.filter((url) => url === '/later')).toHaveLength(queueLimits.started / 2)
  })

  it('fewer are started where they take long, and more again where they do not', () => {
    const { open, send, started, turn, work } = createQueue()
    for (let left = 20 * readLimits.all; left > 0; left--) send(open(), '/')
    const startedIn = (milliseconds: number): number => {
      work(milliseconds)
      const before = started.length
      turn()
      return started.length - before
    }
    for (let left = 6; left > 0; left--) startedIn(queueLimits.turn + 1)
    expect(startedIn(queueLimits.turn + 1)).toBe(queueLimits.leastStarted)
    expect(startedIn(queueLimits.turn)).toBe(queueLimits.leastStarted)
    for (let left = 20; left > 0; left--) startedIn(1)
    expect(startedIn(1)).toBe(queueLimits.started)
  })

  it('each connection has one started, then the next connection', () => {
    const { open, send, started, turn } = createQueue()
    const [first, second] = [open(), open()]
    send(first, '/first', 5 * queueLimits.started)
    send(second, '/second')
    turn()
    expect(started.indexOf('/second')).toBe(queueLimits.started + 1)
  })

  it('those to health checks are started at once, before others that arrived earlier', () => {
    const { open, send, started } = createQueue()
    const socket = open()
    send(socket, '/', queueLimits.started)
    for (const url of ['/_sandbox/healthy', '/_sandbox/sandboxes', '/v1/pets']) send(socket, url)
    for (const url of ['/_sandbox/health', '/_sandbox/ready?verbose']) send(socket, url)
    expect(started).toEqual(['/_sandbox/health', '/_sandbox/ready?verbose'])
  })

  it('those that wait for too long are rejected', () => {
    const { open, send, rejected, started, turn, wait, work } = createQueue()
    const socket = open()
    send(socket, '/old', queueLimits.started + 2)
    wait(queueLimits.wait + 1)
    work(queueLimits.wait)
    send(socket, '/new')
    turn()
    expect(rejected).toEqual(['/old', '/old'])
    expect(started.at(-1)).toBe('/new')
  })

  it('those of a client that has gone are discarded', () => {
    const { open, send, leave, started, rejected, turn } = createQueue()
    const socket = open()
    send(socket, '/', queueLimits.started)
    send(socket, '/gone')
    leave()
    while (turn());
    expect([...started, ...rejected]).not.toContain('/gone')
  })

  it('no connection has more than half of the places, and others still have some', () => {
    const { open, send, rejected } = createQueue()
    send(open(), '/first', queueLimits.started + 1 + queueLimits.pipelined)
    expect(rejected).toHaveLength(queueLimits.pipelined / 2)
    send(open(), '/second')
    expect(rejected).not.toContain('/second')
  })
})

describe('a connection', () => {
  it('with several waiting requests is not read before they are started', () => {
    const { open, send, turn } = createQueue()
    const [flooding, other] = [open(), open()]
    send(flooding, '/', queueLimits.started + 2)
    send(other, '/')
    expect([flooding.isRead, other.isRead]).toEqual([false, true])
    // Node reads again after a response.
    flooding.resume()
    flooding.emit('resume')
    expect(flooding.isRead).toBe(false)
    while (turn());
    expect(flooding.isRead).toBe(true)
    flooding.emit('resume')
    expect(flooding.isRead).toBe(true)
  })

  it('that is new, or has not flooded, is read alone in every second turn while others flood', () => {
    const { open, send, turn } = createQueue()
    const known = open()
    send(known, '/')
    const flooders = Array.from({ length: 50 }, () => open())
    const flood = (): void => {
      for (const flooder of flooders) if (flooder.isRead) send(flooder, '/', 2 * readLimits.all)
    }
    // Until each has been found to flood.
    for (let left = 2 * flooders.length; left > 0; left--) {
      flood()
      turn()
    }
    const fresh = open()
    const aloneIn = Array.from({ length: 20 }, () => {
      flood()
      turn()
      return known.isRead && fresh.isRead && flooders.every(({ isRead }) => !isRead)
    })
    expect(aloneIn.filter((isAlone) => isAlone).length).toBeGreaterThanOrEqual(9)
    while (turn());
    expect([known, fresh, ...flooders].every(({ isRead }) => isRead)).toBe(true)
  })

  it('that was opened before the others flood is read in every second turn', () => {
    const { open, send, turn } = createQueue()
    const flooders = Array.from({ length: 50 }, () => open())
    const silent = open()
    const flood = (): void => {
      for (const flooder of flooders) if (flooder.isRead) send(flooder, '/', 2 * readLimits.all)
    }
    flood()
    const isRead = Array.from({ length: 200 }, () => {
      turn()
      const before = silent.isRead
      flood()
      return before
    })
    expect(isRead.filter((read) => read).length).toBeGreaterThanOrEqual(100)
    expect(isRead.join()).not.toContain('false,false')
  })

  it('is not read for the rest of a turn in which very many requests have arrived', () => {
    const { open, send, turn } = createQueue()
    const idle = open()
    for (let left = readLimits.all; left > 0; left--) send(open(), '/')
    expect(idle.isRead).toBe(false)
    turn()
    expect(idle.isRead).toBe(true)
  })
})

it('a request on another connection is answered before those of others that send thousands', async () => {
  await using standin = await startStandin()
  const own = { key: 'sandbox-key' }
  expect((await call(`${standin.url}/v1/pets/1`, own)).status).toBe(200)
  const flooding = await Promise.all(Array.from({ length: 20 }, () => converse(standin.url)))
  let served = 0
  for (const { socket, send } of flooding) {
    socket.on('data', (text: string) => {
      served += statusesIn(text).filter((status) => status === 200).length
    })
    send(requestText('GET /v1/pets/1', ['Authorization: Bearer sandbox-key']).repeat(2_000))
  }
  await flooding[0]?.until(/HTTP/)
  const before = served
  expect((await call(`${standin.url}/v1/pets/1`, own)).status).toBe(200)
  expect((await call(`${standin.url}/_sandbox/health`)).status).toBe(200)
  expect(served - before).toBeLessThan(10_000)
  for (const client of flooding) client[Symbol.dispose]()
})

it('of the requests that one connection sends at once those beyond its share get 503 with Retry-After', async () => {
  await using standin = await startStandin()
  using client = await converse(standin.url)
  const count = 20_000
  client.send(requestText('GET /').repeat(count))
  const received = await client.until(/ 503 .* 503 /s)
  expect(received).toContain('\r\nRetry-After: 1\r\n')
  expect((await call(`${standin.url}/_sandbox/health`)).status).toBe(200)
})

/** A server whose queue has a time that the test sets. `onStart` is called with the number of requests that have started. */
const serveByClock = async (onStart: (count: number, clock: { now: number }) => void) => {
  const clock = { now: 0 }
  const counts = { started: 0, rejected: 0 }
  const queue = new RequestQueue({
    handle: (_, response) => {
      onStart(++counts.started, clock)
      response.end()
    },
    reject: (_, response) => {
      counts.rejected++
      response.writeHead(503).end()
    },
    now: () => clock.now,
    cpu: () => clock.now,
  })
  const server = createServer((request, response) => queue.add(request, response))
  server.on('connection', (socket) => queue.open(socket))
  return { counts, ...(await serveAnywhere(server)) }
}

describe('on a connection that has flooded', () => {
  const requests = (count: number): string => requestText('GET /', ['X-Padding: '.padEnd(60, 'x')]).repeat(count)
  const flood = 400
  const later = 200

  it('later requests are served, however many come at once', async () => {
    await using server = await serveByClock(() => undefined)
    using client = await converse(server.url)
    client.send(requests(flood))
    await expect.poll(() => server.counts.started + server.counts.rejected).toBe(flood)
    const { started } = server.counts
    client.send(requests(later))
    await expect.poll(() => server.counts.started).toBe(started + later)
  })

  it('those that have waited in its buffer for too long get 503', async () => {
    let lateFrom = Number.POSITIVE_INFINITY
    await using server = await serveByClock((count, clock) => {
      if (count === lateFrom) clock.now += queueLimits.wait + 1
    })
    using client = await converse(server.url)
    client.send(requests(flood))
    await expect.poll(() => server.counts.started + server.counts.rejected).toBe(flood)
    const { started, rejected } = server.counts
    lateFrom = started + 20
    client.send(requests(later))
    await expect.poll(() => server.counts.started + server.counts.rejected).toBe(flood + later)
    // Those of the piece that is being read have not waited.
    expect(server.counts.started - started).toBeLessThan(20 + 2 * readLimits.flooding)
    expect(server.counts.rejected - rejected).toBeGreaterThan(later - 20 - 2 * readLimits.flooding - 1)
  })
})

it('of the requests that wait on one connection for slow responses those beyond its limit get 503', async () => {
  await using standin = await startStandin()
  using client = await converse(standin.url)
  // All other responses wait for this one.
  const condition = '{"operation":"listPets","timeout":"10m"}'
  const headers = ['Content-Type: application/json', `Content-Length: ${condition.length}`]
  client.send(requestText('POST /_sandbox/sandboxes/default/exchanges/await', headers, condition))
  for (let sent = 0; sent < maxOpen + 200; sent += 50) {
    client.send(requestText('GET /').repeat(50))
    // So that the next ones are not read in the same turn.
    expect((await call(`${standin.url}/_sandbox/health`)).status).toBe(200)
  }
  expect((await call(`${standin.url}/v1/pets`, { key: 'sandbox-key' })).status).toBe(200)
  const received = await client.until(/ 503 .* 503 /s)
  const statuses = statusesIn(received)
  expect(statuses.filter((status) => status !== 503).length).toBeLessThanOrEqual(maxOpen)
})

it('of many pipelined requests those that do not get 503 with Retry-After are served', async () => {
  await using standin = await startStandin()
  const own = { key: 'sandbox-key' }
  // What is loaded on first use is loaded before.
  expect((await call(`${standin.url}/v1/pets`, own)).status).toBe(200)
  const count = 20_000
  const statuses = new Map<string, number>()
  const heads: string[] = []
  const socket = connect(standin.port ?? 0, '127.0.0.1')
  const done = new Promise<void>((resolve, reject) => {
    let rest = ''
    let answers = 0
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      const parts = (rest + chunk.toString('latin1')).split(/(?=HTTP\/1\.1 )/)
      rest = parts.pop() ?? ''
      for (const part of parts) {
        const status = part.slice(9, 12)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === '503') heads.push(part)
      }
      answers += parts.length
      if (answers >= count - 1) resolve()
    })
  })
  socket.write('GET /v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sandbox-key\r\n\r\n'.repeat(count))
  await done
  socket.destroy()
  expect([...statuses.keys()].filter((status) => status !== '200' && status !== '503')).toEqual([])
  expect(heads.every((head) => head.includes('\r\nRetry-After: 1\r\n'))).toBe(true)
  expect((await call(`${standin.url}/v1/pets`, own)).status).toBe(200)
})

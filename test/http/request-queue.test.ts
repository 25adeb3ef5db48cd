/**
 * The order in which requests start, with turns of the event loop that the test makes. test/hardening/overload.test.ts has it
 * under load.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { type Connection, readLimits } from '../../src/http/connection-turns.ts'
import { queueLimits, RequestQueue } from '../../src/http/request-queue.ts'

const createQueue = () => {
  const events: string[] = []
  const turns: (() => void)[] = []
  const clock = { now: 0, cpu: 0 }
  const note =
    (word: string) =>
    ({ url }: IncomingMessage) =>
      events.push(word + url)
  const queue = new RequestQueue({
    handle: note(''),
    reject: note('reject '),
    now: () => clock.now,
    cpu: () => clock.cpu,
    atEndOfTurn: (callback) => turns.push(callback),
  })
  const open = (): Socket => {
    const socket = new Socket()
    queue.open(socket)
    return socket
  }
  const openSession = (): Connection & { isPaused: boolean } => {
    const session = Object.assign(new EventEmitter(), {
      isPaused: false,
      pause: () => {
        session.isPaused = true
      },
      resume: () => {
        session.isPaused = false
      },
    })
    queue.open(session)
    return session
  }
  const add = (socket: Socket, url: string, session?: Connection): ServerResponse => {
    const request = new IncomingMessage(socket)
    request.url = url
    const response = new ServerResponse(request)
    queue.add(request, response, session)
    return response
  }
  const addMany = (socket: Socket, count: number, name: string): void => {
    for (let index = 0; index < count; index++) add(socket, `/${name}${index}`)
  }
  /** Makes all turns that are scheduled now, and returns what happened since it was called last. */
  const turn = (): readonly string[] => {
    for (const callback of turns.splice(0)) callback()
    return events.splice(0)
  }
  return { events, turns, clock, open, openSession, add, addMany, turn }
}

/** CPU time after which the process does not lack it. */
const busyTime = queueLimits.wait * queueLimits.busy

/** Starts as many as one turn allows, so that all later ones wait. */
const fill = (queue: ReturnType<typeof createQueue>): void => {
  for (let index = 0; index < queueLimits.started; index++) queue.add(queue.open(), `/first${index}`)
  // Only what starts the requests that have arrived, without the turn that follows.
  queue.turns.shift()?.()
  queue.events.splice(0)
}

describe('requests', () => {
  it('of one turn start together at its end, in the order of their arrival', () => {
    const queue = createQueue()
    for (const url of ['/1', '/2', '/3']) queue.add(queue.open(), url)
    expect([queue.events, queue.turns.length]).toEqual([[], 1])
    expect(queue.turn()).toEqual(['/1', '/2', '/3'])
    expect(queue.turns).toEqual([])
    queue.add(queue.open(), '/4')
    expect(queue.turn()).toEqual(['/4'])
  })

  it('of one connection start apart, so that each has its effect before the next', () => {
    const queue = createQueue()
    const [one, other] = [queue.open(), queue.open()]
    queue.add(one, '/1')
    queue.add(other, '/2')
    queue.add(one, '/3')
    queue.add(other, '/4')
    queue.add(other, '/5')
    const groups = queue.turns.splice(0).map((callback) => {
      callback()
      return queue.events.splice(0)
    })
    expect(groups).toEqual([['/1', '/2'], ['/3', '/4'], ['/5']])
  })

  it('start before those that wait, also where the turn was scheduled before they arrived', () => {
    const queue = createQueue()
    fill(queue)
    // One connection stays paused, so that the queue schedules another turn.
    const sessions = [queue.openSession(), queue.openSession()]
    const sockets = Array.from({ length: queueLimits.started + 1 }, queue.open)
    for (const session of sessions) for (const url of ['/a', '/b']) queue.add(new Socket(), url, session)
    queue.turn()
    expect(queue.turns).toHaveLength(1)
    for (const [index, socket] of sockets.entries()) queue.add(socket, `/${index}`)
    const [scheduled] = queue.turns
    scheduled?.()
    expect(queue.events).toEqual(Array.from({ length: queueLimits.started + 1 }, (_, index) => `/${index}`))
  })

  it('start at the end of their turn where as many come as may', () => {
    const queue = createQueue()
    queue.addMany(queue.open(), queueLimits.started, 'a')
    expect(queue.turn()).toHaveLength(queueLimits.started)
  })

  it('beyond the limit of a turn start in the next one, in their order', () => {
    const queue = createQueue()
    fill(queue)
    queue.addMany(queue.open(), 3, 'a')
    expect(queue.events).toEqual([])
    expect(queue.turn()).toEqual(['/a0', '/a1', '/a2'])
    expect([queue.turn(), queue.turns]).toEqual([[], []])
  })

  it('of one turn are counted again in the next', () => {
    const queue = createQueue()
    fill(queue)
    queue.turn()
    queue.addMany(queue.open(), queueLimits.started, 'a')
    expect(queue.turn()).toHaveLength(queueLimits.started)
  })

  it('of a turn that had few of them do not count in the next', () => {
    const queue = createQueue()
    queue.addMany(queue.open(), queueLimits.started / 2, 'a')
    queue.turn()
    queue.addMany(queue.open(), queueLimits.started, 'b')
    expect(queue.turn()).toHaveLength(queueLimits.started)
  })

  it('that wait are not overtaken by those that arrive later', () => {
    const queue = createQueue()
    fill(queue)
    const [first, late] = [queue.open(), queue.open()]
    queue.addMany(first, queueLimits.started + 1, 'a')
    expect(queue.turn()).toHaveLength(queueLimits.started)
    queue.add(late, '/late')
    expect(queue.events).toEqual([])
    expect(queue.turn()).toEqual([`/a${queueLimits.started}`, '/late'])
  })

  it('of several connections take turns', () => {
    const queue = createQueue()
    fill(queue)
    const [one, other] = [queue.open(), queue.open()]
    queue.addMany(one, 3, 'one')
    queue.addMany(other, 2, 'other')
    expect(queue.turn()).toEqual(['/one0', '/other0', '/one1', '/other1', '/one2'])
  })

  it('are rejected after they have waited for too long', () => {
    const queue = createQueue()
    fill(queue)
    queue.add(queue.open(), '/old')
    queue.clock.now = queueLimits.wait
    queue.clock.cpu = queueLimits.wait
    queue.add(queue.open(), '/new')
    expect(queue.turn()).toEqual(['/old', '/new'])
    const later = createQueue()
    fill(later)
    later.add(later.open(), '/old')
    later.clock.now = queueLimits.wait + 1
    later.clock.cpu = busyTime + 1
    later.add(later.open(), '/new')
    expect(later.turn()).toEqual(['reject /old', '/new'])
  })

  it('wait longer where other processes have the cores', () => {
    const queue = createQueue()
    queue.clock.cpu = 1_000
    fill(queue)
    queue.add(queue.open(), '/old')
    queue.clock.now = 10 * queueLimits.wait
    queue.clock.cpu += busyTime
    queue.add(queue.open(), '/new')
    expect(queue.turn()).toEqual(['/old', '/new'])
  })

  it('have waited since the turn in which they arrived', () => {
    const queue = createQueue()
    queue.addMany(queue.open(), queueLimits.started + queueLimits.own, 'a')
    queue.clock.cpu = busyTime
    queue.turn()
    fill(queue)
    queue.add(queue.open(), '/later')
    queue.clock.now = queueLimits.wait + 1
    queue.clock.cpu += busyTime
    expect(queue.turn()).toContain('/later')
  })

  it('are rejected a few hundred at a time, so that others start in between', () => {
    const queue = createQueue()
    fill(queue)
    for (let index = 0; index < 300; index++) queue.add(queue.open(), `/${index}`)
    queue.clock.now = queueLimits.wait + 1
    queue.clock.cpu = busyTime + 1
    queue.add(queue.open(), '/new')
    const first = queue.turn()
    expect([first.length, first.every((event) => event.startsWith('reject'))]).toEqual([256, true])
    expect(queue.turn()).toHaveLength(45)
  })

  it('whose client has gone do not start', () => {
    const queue = createQueue()
    fill(queue)
    queue.add(queue.open(), '/gone').destroy()
    queue.add(queue.open(), '/here')
    expect(queue.turn()).toEqual(['/here'])
    queue.add(queue.open(), '/gone in its turn').destroy()
    queue.add(queue.open(), '/here, too')
    expect(queue.turn()).toEqual(['/here, too'])
  })

  it('for the health of the server never wait', () => {
    const queue = createQueue()
    fill(queue)
    queue.add(queue.open(), '/_sandbox/health')
    queue.add(queue.open(), 'http://localhost/_sandbox/ready?verbose')
    queue.add(queue.open(), 'http://localhost/other/_sandbox/health')
    expect(queue.events).toEqual(['/_sandbox/health', 'http://localhost/_sandbox/ready?verbose'])
  })

  it('of one connection are rejected where half of all that may wait behind others are its own', () => {
    const queue = createQueue()
    fill(queue)
    const socket = queue.open()
    queue.addMany(socket, queueLimits.pipelined / 2 + 1, 'a')
    expect(queue.events).toEqual([])
    queue.add(socket, '/more')
    queue.add(queue.open(), '/other')
    expect(queue.events).toEqual(['reject /more'])
  })

  it('of one connection wait, up to a few, although others have all places of those that wait behind others', () => {
    const queue = createQueue()
    fill(queue)
    for (let index = 0; index < 20; index++) queue.addMany(queue.open(), queueLimits.own, 'a')
    expect(queue.events).toEqual([])
    const socket = queue.open()
    queue.addMany(socket, queueLimits.own, 'b')
    expect(queue.events).toEqual([])
    queue.add(socket, '/more')
    expect(queue.events).toEqual(['reject /more'])
  })

  it('are rejected where as many wait as may, each on a connection of its own', () => {
    const queue = createQueue()
    fill(queue)
    for (let index = 0; index < queueLimits.waiting; index++) queue.add(queue.open(), `/${index}`)
    expect(queue.events).toEqual([])
    queue.add(queue.open(), '/more')
    expect(queue.events).toEqual(['reject /more'])
  })
})

it('requests start, or are rejected, in the asynchronous context in which they have arrived', () => {
  const storage = new AsyncLocalStorage<string>()
  const found: unknown[] = []
  const turns: (() => void)[] = []
  const note = (): unknown => found.push(storage.getStore())
  const clock = { now: 0 }
  const queue = new RequestQueue({
    handle: note,
    reject: note,
    now: () => clock.now,
    cpu: () => clock.now,
    atEndOfTurn: (callback) => turns.push(callback),
  })
  const count = queueLimits.started + 2
  for (let index = 0; index < count; index++) {
    const request = new IncomingMessage(new Socket())
    queue.open(request.socket)
    storage.run(`context ${index}`, () => queue.add(request, new ServerResponse(request)))
  }
  turns.shift()?.()
  clock.now = queueLimits.wait + 1
  turns.shift()?.()
  expect(found).toEqual(Array.from({ length: count }, (_, index) => `context ${index}`))
})

describe('what is left after a turn is done in the next one:', () => {
  it('one waiting request', () => {
    const queue = createQueue()
    fill(queue)
    const sockets = Array.from({ length: queueLimits.started + 1 }, queue.open)
    for (const [index, socket] of sockets.entries()) queue.add(socket, `/${index}`)
    expect(queue.turn()).toHaveLength(queueLimits.started)
    expect(queue.turn()).toEqual([`/${queueLimits.started}`])
    expect(queue.turns).toEqual([])
  })

  it('connections with several requests, because eight are read again in each second turn', () => {
    const queue = createQueue()
    fill(queue)
    const sockets = Array.from({ length: 10 }, queue.open)
    for (const [index, socket] of sockets.entries()) queue.addMany(socket, 2, String(index))
    const countPaused = () => sockets.filter((socket) => socket.isPaused()).length
    const paused = [0, 1, 2].map(() => {
      queue.turn()
      return countPaused()
    })
    // Every second turn reads only connections that have not flooded.
    expect(paused).toEqual([2, 2, 0])
    expect(queue.turns).toEqual([])
  })

  it('sessions of HTTP/2 with several requests, because one is read again in each second turn', () => {
    const queue = createQueue()
    fill(queue)
    const sessions = [queue.openSession(), queue.openSession()]
    for (const session of sessions) for (const url of ['/1', '/2']) queue.add(new Socket(), url, session)
    const paused = [0, 1, 2].map(() => {
      queue.turn()
      return sessions.map(({ isPaused }) => isPaused)
    })
    expect(paused).toEqual([
      [false, true],
      [false, true],
      [false, false],
    ])
  })

  it('everything, where a turn only accepts a connection, as long as such turns take little', () => {
    const queue = createQueue()
    fill(queue)
    queue.addMany(queue.open(), 2, 'a')
    for (let accepted = 0; accepted < 100; accepted++) {
      queue.open()
      expect(queue.turn()).toEqual([])
    }
    queue.clock.cpu += 10
    queue.open()
    expect(queue.turn()).toEqual(['/a0', '/a1'])
  })

  it('a connection that floods is read two turns later where others are opened, also if they are opened all the time', () => {
    const readAfter = (isOpened: (turn: number) => boolean): number => {
      const queue = createQueue()
      fill(queue)
      const others = Array.from({ length: 8 }, queue.open)
      const socket = queue.open()
      for (const flooder of [...others, socket]) queue.addMany(flooder, 2, 'a')
      // The first turn reads the others.
      queue.turn()
      expect([...others, socket].map((one) => one.isPaused())).toEqual([...others.map(() => false), true])
      for (let count = 1; count < 10; count++) {
        // More than turns may take that only accept connections.
        queue.clock.cpu += 11
        if (isOpened(count)) queue.open()
        queue.turn()
        if (!socket.isPaused()) return count
      }
      return 10
    }
    expect(readAfter(() => false)).toBe(2)
    expect(readAfter((turn) => turn === 2)).toBe(3)
    expect(readAfter(() => true)).toBe(4)
  })

  it('connections that are not read because others have sent very many requests', () => {
    const queue = createQueue()
    const sockets = Array.from({ length: 1_001 }, queue.open)
    const [busy = queue.open()] = sockets
    queue.addMany(busy, queueLimits.started, 'a')
    for (let count = queueLimits.started; count < readLimits.all; count++) queue.add(busy, '/_sandbox/health')
    const countPaused = () => sockets.filter((socket) => socket.isPaused()).length
    const paused = [countPaused()]
    for (let count = 0; count < 2; count++) {
      queue.turn()
      paused.push(countPaused())
    }
    expect(paused).toEqual([1_001, 1, 0])
    expect(queue.turns).toEqual([])
  })
})

describe('a connection', () => {
  it('with two waiting requests is not read until they have started', () => {
    const queue = createQueue()
    fill(queue)
    const [one, two] = [queue.open(), queue.open()]
    queue.addMany(one, 1, 'one')
    queue.addMany(two, 2, 'two')
    expect([one.isPaused(), two.isPaused()]).toEqual([false, true])
    // Node reads again after each response.
    two.resume()
    two.emit('resume')
    expect(two.isPaused()).toBe(true)
    expect(queue.turn()).toHaveLength(3)
    expect(two.isPaused()).toBe(false)
    two.emit('resume')
    expect(two.isPaused()).toBe(false)
  })

  it('that still has waiting requests is read later', () => {
    const queue = createQueue()
    fill(queue)
    const socket = queue.open()
    queue.addMany(socket, queueLimits.started + 2, 'a')
    const paused = [0, 1, 2].map(() => {
      queue.turn()
      return socket.isPaused()
    })
    expect(paused).toEqual([true, true, false])
  })

  it('is not read where very many requests arrive in one turn, and all are read in the next', () => {
    const queue = createQueue()
    const others = [queue.open(), queue.open()]
    const last = queue.open()
    queue.addMany(queue.open(), readLimits.all - 1, 'a')
    expect(others.map((socket) => socket.isPaused())).toEqual([false, false])
    queue.add(last, '/last')
    expect(others.map((socket) => socket.isPaused())).toEqual([true, true])
    queue.turn()
    expect(others.map((socket) => socket.isPaused())).toEqual([false, false])
  })

  it('that is paused by Node as well has no more listeners each time it is to be read again', () => {
    const queue = createQueue()
    const socket = queue.open()
    // As long as its responses are not read.
    socket.on('resume', () => socket.pause())
    const count = (): number => {
      fill(queue)
      queue.addMany(socket, 2, 'a')
      while (queue.turns.length > 0) queue.turn()
      return socket.listenerCount('resume')
    }
    const first = count()
    expect([count(), count()]).toEqual([first, first])
  })

  it('that has closed is not read again', () => {
    const queue = createQueue()
    fill(queue)
    const socket = queue.open()
    queue.addMany(socket, 2, 'a')
    socket.emit('close')
    queue.turn()
    expect(socket.isPaused()).toBe(true)
  })
})

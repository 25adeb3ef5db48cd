/**
 * What the queue of requests costs where few requests come at once: the CPU time of a request through it, without that of a
 * direct call.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { RequestQueue } from '../src/http/request-queue.ts'

const count = 200_000
const rounds = 15
/** Requests in one turn of the event loop. */
const inTurn = 8

const cpuOf = (work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / count
}

/** Milliseconds of CPU time: the median of the differences of rounds in turns. */
export const measureQueue = (): number => {
  const handled = { count: 0 }
  let scheduled: (() => void)[] = []
  const handle = (): void => {
    handled.count++
  }
  const atEndOfTurn = (callback: () => void): void => {
    scheduled.push(callback)
  }
  const queue = new RequestQueue({ handle, reject: handle, atEndOfTurn })
  const requests = Array.from({ length: 32 }, () => {
    const socket = new Socket()
    queue.open(socket)
    return { socket, url: '/v1/pets' } as IncomingMessage
  })
  const response = {} as ServerResponse
  const run = (send: (request: IncomingMessage) => void) => () => {
    for (let index = 0; index < count; index++) {
      const request = requests[index % requests.length]
      if (request) send(request)
      if (index % inTurn === 0) {
        const callbacks = scheduled
        scheduled = []
        for (const callback of callbacks) callback()
      }
    }
  }
  const differences = Array.from({ length: rounds }, () => {
    const direct = cpuOf(run(handle))
    return cpuOf(run((request) => queue.add(request, response))) - direct
  })
  return differences.sort((a, b) => a - b)[rounds >> 1] ?? 0
}

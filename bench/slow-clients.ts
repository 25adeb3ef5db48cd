/**
 * Connections that keep a server busy without much to do: some send nothing, some a byte at a time, some never read.
 */
import { connect, type Socket } from 'node:net'
import { kinds } from './requests.ts'
import { BenchError } from './server-process.ts'

export interface SlowClients {
  readonly close: () => void
}

type Start = (socket: Socket, host: string) => void

const key = 'Authorization: Bearer sandbox-key'

/**
 * What the clients that never read have the server send: together more than the system takes for one connection, 3.3 MB here. They
 * are few requests, because slow clients are not a flood, which overload.ts measures by itself.
 */
const unread = { requests: 8, records: 70, name: 8_500 }

/** Creates records, so that a list of 100 has 600 KB. */
export const createLargeRecords = async (url: string): Promise<void> => {
  for (let left = unread.records; left > 0; left--) {
    const { method, path, headers, expected } = kinds.create
    const body = JSON.stringify({ name: 'x'.repeat(unread.name), categoryId: 1 })
    const response = await fetch(url + path, { method, headers, body })
    await response.arrayBuffer()
    if (response.status !== expected) throw new BenchError(`creating a pet is ${response.status}`)
  }
}

/** Milliseconds between two bytes. */
const interval = 500

const drip = (socket: Socket, text: string): void => {
  let at = 0
  const timer = setInterval(() => socket.write(text[at++] ?? ' '), interval)
  socket.once('close', () => clearInterval(timer))
}

const slowKinds: readonly Start[] = [
  () => undefined,
  (socket, host) => drip(socket, `GET /v1/pets HTTP/1.1\r\nHost: ${host}\r\nX-Long: ${'x'.repeat(1_000)}`),
  (socket, host) => {
    socket.write(`POST /v1/pets HTTP/1.1\r\nHost: ${host}\r\n${key}\r\nContent-Length: 5000\r\n\r\n`)
    drip(socket, ' '.repeat(5_000))
  },
  (socket, host) => {
    socket.pause()
    socket.write(`GET /v1/pets?limit=100 HTTP/1.1\r\nHost: ${host}\r\n${key}\r\n\r\n`.repeat(unread.requests))
  },
]

/** Opens them all; each kind is a quarter of them. */
export const openSlowClients = async (url: string, count: number): Promise<SlowClients> => {
  const { hostname, port, host } = new URL(url)
  const sockets = await Promise.all(
    Array.from(
      { length: count },
      (_, index) =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect({ host: hostname, port: Number(port) }, () => {
            socket.off('error', reject)
            socket.on('error', () => undefined)
            slowKinds[index % slowKinds.length]?.(socket, host)
            resolve(socket)
          })
          socket.once('error', reject)
        }),
    ),
  )
  for (const socket of sockets) if (!socket.isPaused()) socket.resume()
  return {
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

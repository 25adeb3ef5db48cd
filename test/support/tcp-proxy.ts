/**
 * A TCP proxy in this process, to cut the network between two programs: connections break, or nothing arrives any more.
 */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface TcpProxy extends AsyncDisposable {
  readonly port: number
  /** How many bytes the target has sent. */
  readonly received: () => number
  /** Breaks all connections; new ones are closed at once. */
  readonly cut: () => void
  /** Connections stay open, but nothing is forwarded. */
  readonly silence: () => void
  /** Ends `cut` and `silence`. What arrived during `silence` is forwarded now, as after a lost packet. */
  readonly restore: () => void
}

/** `latency`: milliseconds after which the target's bytes are forwarded. */
export const startTcpProxy = async (target: number, latency = 0): Promise<TcpProxy> => {
  const open = new Set<Socket>()
  let received = 0
  let isCut = false
  let isSilent = false
  const add = (socket: Socket, other: Socket, wait: number): void => {
    open.add(socket)
    // The other end has the error; here it only closes the pair.
    socket.on('error', () => {})
    socket.on('close', () => {
      open.delete(socket)
      other.destroy()
    })
    const forward = (bytes: Buffer): void => {
      if (other.writable) other.write(bytes)
    }
    socket.on('data', (bytes) => {
      if (wait === 0) forward(bytes)
      else setTimeout(forward, wait, bytes)
    })
    if (isSilent) socket.pause()
  }
  const server = createServer((client) => {
    if (isCut) {
      client.on('error', () => {})
      client.destroy()
      return
    }
    const upstream = connect(target, '127.0.0.1')
    upstream.on('data', (bytes) => {
      received += bytes.length
    })
    add(client, upstream, 0)
    add(upstream, client, latency)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    received: () => received,
    cut: () => {
      isCut = true
      for (const socket of open) socket.destroy()
    },
    silence: () => {
      isSilent = true
      for (const socket of open) socket.pause()
    },
    restore: () => {
      isCut = false
      isSilent = false
      for (const socket of open) socket.resume()
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

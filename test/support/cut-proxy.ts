/**
 * A TCP proxy that breaks connections at a chosen moment: before a request reaches the server, or before its reply reaches
 * the client.
 */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface CutProxy extends AsyncDisposable {
  readonly port: number
  /** Breaks the next connection on which a request or reply contains the text, which is not forwarded. */
  readonly cutAt: (what: 'request' | 'reply', text: string) => Promise<void>
  /** Breaks all connections, and accepts no new ones until `release`. */
  readonly hold: () => void
  readonly release: () => void
}

/** `isHeld`: after a cut, new connections wait for `release`. */
export const startCutProxy = async (target: number): Promise<CutProxy> => {
  const sockets = new Set<Socket>()
  let isHeld = false
  let cut: { readonly what: 'request' | 'reply'; readonly text: string; readonly done: () => void } | undefined
  const track = (socket: Socket): void => {
    sockets.add(socket)
    // The other side sees the broken connection.
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    track(client)
    if (isHeld) {
      client.destroy()
      return
    }
    const upstream = connect(target, '127.0.0.1')
    track(upstream)
    let isWatched = false
    const forward = (what: 'request' | 'reply', to: Socket) => (data: Buffer) => {
      if (what === 'request' && cut && data.includes(cut.text)) isWatched = true
      if (cut && isWatched && what === cut.what) {
        const { done } = cut
        cut = undefined
        isHeld = true
        client.destroy()
        upstream.destroy()
        done()
      } else to.write(data)
    }
    client.on('data', forward('request', upstream)).on('close', () => upstream.destroy())
    upstream.on('data', forward('reply', client)).on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cutAt: (what, text) =>
      new Promise((done) => {
        cut = { what, text, done }
      }),
    hold: () => {
      isHeld = true
      for (const socket of sockets) socket.destroy()
    },
    release: () => {
      isHeld = false
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

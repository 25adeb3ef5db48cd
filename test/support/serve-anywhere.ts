/**
 * Lets a server of Node, which a test has made, listen on a free port; `await using` closes it with its connections.
 */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ServedAnywhere extends AsyncDisposable {
  readonly port: number
  /** Without TLS. */
  readonly url: string
}

export const serveAnywhere = async (server: Server): Promise<ServedAnywhere> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * Listens, and closes without interrupting requests that are being handled.
 */
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ListenError } from '../errors.ts'
import { answerProtocolErrors, type RenderProtocolError } from './protocol-errors.ts'

export interface ListenParts {
  readonly listener: RequestListener
  readonly renderError: RenderProtocolError
  readonly host: string
  /** 0: any free port. */
  readonly port: number
}

export interface Listening {
  readonly host: string
  readonly port: number
  /** Stops accepting connections, waits at most five seconds for open requests, then closes. */
  readonly close: () => Promise<void>
}

/** Milliseconds: for the headers, for the whole request, and for open requests when the server closes. */
const timeouts = { headers: 20_000, request: 60_000, grace: 5_000 }

/** Throws ListenError if the port is in use or the host is not an address of this machine. */
export const listen = async ({ listener, renderError, host, port }: ListenParts): Promise<Listening> => {
  const inFlight = new WeakMap<object, ServerResponse>()
  const server = createServer(
    { requireHostHeader: false, headersTimeout: timeouts.headers, requestTimeout: timeouts.request },
    (request, response) => {
      inFlight.set(request.socket, response)
      listener(request, response)
    },
  )
  answerProtocolErrors(server, renderError, (socket) => inFlight.get(socket))
  await bind(server, host, port)
  const address = server.address() as AddressInfo
  return { host, port: address.port, close: () => close(server) }
}

const bind = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ListenError(describeListenError(error, host, port), { cause: error })),
    )
    server.listen({ host, port }, resolve)
  })

const describeListenError = (error: NodeJS.ErrnoException, host: string, port: number): string => {
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} is already in use on ${host}; stop the program that listens there, or choose another port with --port (0 for any free one)`
    case 'EACCES':
      return `this process may not listen on port ${port}; choose a port above 1023 with --port`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine; --host must be one, for example 127.0.0.1 or 0.0.0.0`
    default:
      return `cannot listen on ${host}, port ${port}: ${error.message}`
  }
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), timeouts.grace)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })

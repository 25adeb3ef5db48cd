/**
 * Listens, and stops without cutting anybody off who is being served.
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
  /** Stops accepting, lets running requests end (for at most five seconds), then closes. */
  readonly close: () => Promise<void>
}

/** How long a client may take for the headers, and for the whole request, in milliseconds. */
const timeouts = { headers: 20_000, request: 60_000, grace: 5_000 }

/** Throws ListenError where the port is taken or the host is not this machine's. */
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
      return `port ${port} is taken on ${host}; stop what listens there, or choose another with --port (0 takes any free one)`
    case 'EACCES':
      return `port ${port} needs more rights than this process has; choose one above 1023 with --port`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine; --host takes one, 127.0.0.1 or 0.0.0.0 for instance`
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

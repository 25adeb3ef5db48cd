/**
 * `standin/msw`: request handlers for MSW that forward to a sandbox, without a port. It imports nothing from Node, so that it
 * also runs in a browser, where the sandbox belongs to a server elsewhere.
 */
import { bypass, type HttpHandler, HttpResponse, http } from 'msw'
import type { SandboxHandle } from '../client/sandbox-handle.ts'
import { type AddressOptions, findServiceAddresses, readServiceAddress } from './service-addresses.ts'

/** A sandbox of a server that runs elsewhere. The response of `POST /_sandbox/sandboxes` has both properties. */
export interface RemoteSandbox {
  /** The sandbox's own base address, `http://127.0.0.1:4010/~checkout`. */
  readonly url: string
  readonly key: string
}

export interface HandlersOptions extends AddressOptions {
  /** Add the sandbox's key to requests without Authorization. Default: false; such requests get 401, as from the service. */
  readonly addKey?: boolean
}

/**
 * `setupServer(...handlers(sandbox))`. A request to one of the addresses, or below it, is forwarded to the same path below
 * `sandbox.url`, with its own headers. Other requests are not handled. Faults become network errors. Throws UsageError for
 * an address that is not an http or https URL.
 */
export const handlers = (sandbox: SandboxHandle | RemoteSandbox, options: HandlersOptions = {}): HttpHandler[] => {
  const base = readServiceAddress(sandbox.url, 'handlers').from
  const respond = 'serve' in sandbox ? sandbox.serve : (request: Request) => fetch(bypass(request))
  return findServiceAddresses(sandbox, options, [{ from: base, to: '' }], 'handlers').map(({ from, to }) =>
    http.all(below(from), async ({ request }) => {
      const target = base + to + request.url.slice(from.length)
      const forwarded = await withTarget(request, target, options.addKey ? sandbox.key : undefined)
      return await orNetworkError(respond(forwarded), request.signal)
    }),
  )
}

/** Without capturing groups: MSW decodes captured values, and throws if that fails. */
const below = (address: string): RegExp => new RegExp(`^${address.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?:/|$)`)

/** The body is sent as bytes, because browsers cannot stream a request body over HTTP/1.1. */
const withTarget = async (request: Request, target: string, key: string | undefined): Promise<Request> => {
  const { method, signal } = request
  const headers = new Headers(request.headers)
  if (key !== undefined && !headers.has('Authorization')) headers.set('Authorization', `Bearer ${key}`)
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(target, { method, headers, signal, ...(hasBody ? { body: await request.arrayBuffer() } : {}) })
}

/**
 * MSW turns an error thrown by a handler into a 500. A broken connection must be a network error instead, and so must a
 * request that the client has aborted.
 */
const orNetworkError = async (response: Promise<Response>, signal: AbortSignal): Promise<Response> => {
  try {
    return await response
  } catch (error) {
    if (error instanceof TypeError || signal.aborted) return HttpResponse.error()
    throw error
  }
}

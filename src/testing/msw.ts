/**
 * `standin/msw`: request handlers for MSW that forward to a sandbox, without a port. It imports nothing from Node, so that it
 * also runs in a browser, where the sandbox belongs to a server elsewhere.
 */
import { bypass, type HttpHandler, HttpResponse, http } from 'msw'
import type { SandboxHandle } from '../client/sandbox-handle.ts'
import { UsageError } from '../errors.ts'

/** A sandbox of a server that runs elsewhere. The response of `POST /_sandbox/sandboxes` has both properties. */
export interface RemoteSandbox {
  /** The sandbox's own base address, `http://127.0.0.1:4010/~checkout`. */
  readonly url: string
  readonly key: string
}

export interface HandlersOptions {
  /**
   * Base addresses of the real service, in addition to the documents' `servers`. With a list, paths stay unchanged; with an
   * object, each address is mapped to a path of the sandbox: `{ 'https://gateway.example.com/animals': '/v1' }`.
   */
  readonly addresses?: readonly string[] | Readonly<Record<string, string>>
  /** Handle requests to the documents' `servers`, with the default values of their variables. Default: true. */
  readonly servers?: boolean
  /** Add the sandbox's key to requests without Authorization. Default: false; such requests get 401, as from the service. */
  readonly addKey?: boolean
}

/**
 * `setupServer(...handlers(sandbox))`. A request to one of the addresses, or below it, is forwarded to the same path below
 * `sandbox.url`, with its own headers. Other requests are not handled. Faults become network errors. Throws UsageError for
 * an address that is not an http or https URL.
 */
export const handlers = (sandbox: SandboxHandle | RemoteSandbox, options: HandlersOptions = {}): HttpHandler[] => {
  const base = readAddress(sandbox.url).from
  const respond = 'serve' in sandbox ? sandbox.serve : (request: Request) => fetch(bypass(request))
  return addressesOf(sandbox, options).map(({ from, to }) =>
    http.all(below(from), async ({ request }) => {
      const target = base + to + request.url.slice(from.length)
      const forwarded = await withTarget(request, target, options.addKey ? sandbox.key : undefined)
      return await orNetworkError(respond(forwarded), request.signal)
    }),
  )
}

interface Address {
  /** As in requests, without a trailing slash. */
  readonly from: string
  /** The path below `sandbox.url`; empty, or `/v1`. */
  readonly to: string
}

/** Longest first, so that a more specific address takes precedence. */
const addressesOf = (
  sandbox: SandboxHandle | RemoteSandbox,
  { addresses = [], servers = true }: HandlersOptions,
): readonly Address[] => {
  const documented = servers && 'servers' in sandbox ? sandbox.servers() : []
  const configured = Array.isArray(addresses)
    ? addresses.map((url: string) => [url, undefined] as const)
    : Object.entries(addresses)
  const all = [
    { from: readAddress(sandbox.url).from, to: '' },
    ...configured.map(([url, path]) => readAddress(url, path)),
    ...documented.map(({ url, basePath }) => readAddress(url, basePath)),
  ]
  return all.sort((one, other) => other.from.length - one.from.length)
}

/** Without `path`, the path of the address is used. */
const readAddress = (text: string, path?: string): Address => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `handlers: ${JSON.stringify(text)} is not an http or https URL such as https://api.example.com/v1`,
    )
  if (path !== undefined && !/^(\/|$)/.test(path))
    throw new UsageError(`handlers: ${text} must be mapped to a path such as /v1, got ${JSON.stringify(path)}`)
  const own = withoutSlash(url.pathname)
  return { from: url.origin + own, to: withoutSlash(path ?? own) }
}

const withoutSlash = (path: string): string => path.replace(/\/+$/, '')

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

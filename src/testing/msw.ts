/**
 * `standin/msw`: handlers for MSW, so that the sandbox of a test answers its components as well, without a port. MSW is
 * imported here only, and nothing of Node is: the same file serves a browser, where the sandbox is on a server elsewhere.
 */
import { bypass, type HttpHandler, HttpResponse, http } from 'msw'
import type { SandboxHandle } from '../client/sandbox-handle.ts'
import { UsageError } from '../errors.ts'

/** A sandbox of a server that runs elsewhere: what `POST /_sandbox/sandboxes` answers has both. */
export interface RemoteSandbox {
  /** Its own base address, `http://127.0.0.1:4010/~checkout`. */
  readonly url: string
  readonly key: string
}

export interface HandlersOptions {
  /**
   * Base addresses of the real service, besides those that the documents' `servers` name. A list keeps paths as they are;
   * an object says which path of the sandbox stands for each: `{ 'https://gateway.example.com/animals': '/v1' }`.
   */
  readonly addresses?: readonly string[] | Readonly<Record<string, string>>
  /** Answer at the addresses that the documents' `servers` name, variables at their defaults. Default true. */
  readonly servers?: boolean
  /** Send the sandbox's key with requests that have no Authorization. Default false: they are rejected, as the service does. */
  readonly addKey?: boolean
}

/**
 * `setupServer(...handlers(sandbox))`. A request below one of the addresses is answered as if it had been sent to the
 * same place below `sandbox.url`, with its own headers; other requests are left alone. Faults are network errors. Throws
 * UsageError for an address that is no http or https URL.
 */
export const handlers = (sandbox: SandboxHandle | RemoteSandbox, options: HandlersOptions = {}): HttpHandler[] => {
  const base = readAddress(sandbox.url).from
  const answer = 'serve' in sandbox ? sandbox.serve : (request: Request) => fetch(bypass(request))
  return addressesOf(sandbox, options).map(({ from, to }) =>
    http.all(below(from), async ({ request }) => {
      const target = base + to + request.url.slice(from.length)
      const sent = await redirect(request, target, options.addKey ? sandbox.key : undefined)
      return await orNetworkError(answer(sent), request.signal)
    }),
  )
}

interface Address {
  /** As requests have it, without a slash at its end. */
  readonly from: string
  /** The path below `sandbox.url`; empty, or `/v1`. */
  readonly to: string
}

/** The longest first, so that an address below another one has its own requests. */
const addressesOf = (
  sandbox: SandboxHandle | RemoteSandbox,
  { addresses = [], servers = true }: HandlersOptions,
): readonly Address[] => {
  const documented = servers && 'servers' in sandbox ? sandbox.servers() : []
  const given = Array.isArray(addresses)
    ? addresses.map((url: string) => [url, undefined] as const)
    : Object.entries(addresses)
  const all = [
    { from: readAddress(sandbox.url).from, to: '' },
    ...given.map(([url, path]) => readAddress(url, path)),
    ...documented.map(({ url, basePath }) => readAddress(url, basePath)),
  ]
  return all.sort((one, other) => other.from.length - one.from.length)
}

/** Without a path, that of the address is kept. */
const readAddress = (text: string, path?: string): Address => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`handlers: ${JSON.stringify(text)} is no http or https URL such as https://api.example.com/v1`)
  if (path !== undefined && !/^(\/|$)/.test(path))
    throw new UsageError(`handlers: ${text} must lead to a path such as /v1, got ${JSON.stringify(path)}`)
  const own = withoutSlash(url.pathname)
  return { from: url.origin + own, to: withoutSlash(path ?? own) }
}

const withoutSlash = (path: string): string => path.replace(/\/+$/, '')

/** No group that captures: MSW decodes what is captured, and throws where it cannot. */
const below = (address: string): RegExp => new RegExp(`^${address.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?:/|$)`)

/** The body is sent as bytes: browsers do not send a stream to a server of HTTP/1.1. */
const redirect = async (request: Request, target: string, key: string | undefined): Promise<Request> => {
  const { method, signal } = request
  const headers = new Headers(request.headers)
  if (key !== undefined && !headers.has('Authorization')) headers.set('Authorization', `Bearer ${key}`)
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(target, { method, headers, signal, ...(hasBody ? { body: await request.arrayBuffer() } : {}) })
}

/**
 * What a handler throws MSW answers with 500; what breaks a connection is to be seen as that. Who has ended the request
 * sees nothing of it any more.
 */
const orNetworkError = async (response: Promise<Response>, signal: AbortSignal): Promise<Response> => {
  try {
    return await response
  } catch (error) {
    if (error instanceof TypeError || signal.aborted) return HttpResponse.error()
    throw error
  }
}

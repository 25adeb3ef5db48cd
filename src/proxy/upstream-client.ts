/**
 * The HTTP client for the real service: by undici. One pool of connections for each origin, with
 * keep-alive, HTTP/2 where the service offers it, and the proxy of the environment.
 */
import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { UsageError } from '../errors.ts'
import { loadUndici, readProxies } from '../http-client/load-undici.ts'
import { readTrustedAuthorities } from '../http-client/trusted-authorities.ts'
import { defaultUpstreamTimeout, type ProxyOptions } from './proxy-options.ts'

export interface UpstreamRequest {
  readonly origin: string
  /** With the query. */
  readonly path: string
  readonly method: string
  /** Name, value, name, value. */
  readonly headers: string[]
  /** Null: none. */
  readonly body: Buffer | Readable | null
}

/** Controls a response that is arriving. */
export interface Arriving {
  readonly pause: () => void
  readonly resume: () => void
  /** Ends the request; `failed` is called. */
  readonly abort: () => void
}

/** Called in this order: `began`, `started`, `received` any number of times, then `ended` or `failed`. */
export interface UpstreamListener {
  /** The request is about to be sent. May be called again. */
  readonly began: (arriving: Arriving) => void
  readonly started: (status: number, headers: readonly string[], statusText: string) => void
  readonly received: (chunk: Buffer) => void
  /** With the trailers. */
  readonly ended: (trailers: readonly string[]) => void
  readonly failed: (error: UpstreamFailure) => void
}

/** Why there is no complete response. */
export interface UpstreamFailure {
  readonly kind: 'unavailable' | 'slow' | 'broken' | 'aborted'
  /** For people: `connect ECONNREFUSED 127.0.0.1:4011`. */
  readonly reason: string
}

export interface UpstreamClient {
  readonly send: (request: UpstreamRequest, listener: UpstreamListener) => void
  readonly close: () => Promise<void>
}

/** The longest time in milliseconds for a connection to open. */
const connectTimeout = 10_000

/** How much longer than the beginning of a response any pause within it may take. */
const bodyFactor = 5

/** Connections to one origin. */
const maxConnections = 256

/** Throws UsageError if the certificates cannot be read. */
export const createUpstreamClient = async (options: ProxyOptions): Promise<UpstreamClient> => {
  const { timeout = defaultUpstreamTimeout, upstreamCa, insecureUpstream = false, environment = {} } = options
  const tls = {
    rejectUnauthorized: !insecureUpstream,
    ...(upstreamCa === undefined
      ? {}
      : { ca: [...(await readTrustedAuthorities(environment)), await readCertificates(upstreamCa)] }),
  }
  const common = {
    allowH2: true,
    connections: maxConnections,
    headersTimeout: timeout,
    bodyTimeout: timeout * bodyFactor,
    connect: { ...tls, timeout: Math.min(timeout, connectTimeout) },
  }
  const proxies = readProxies(environment)
  const { Agent, EnvHttpProxyAgent } = await loadUndici()
  const agent: Dispatcher = proxies
    ? new EnvHttpProxyAgent({ ...common, ...proxies, requestTls: tls })
    : new Agent(common)
  return {
    send: (request, listener) => dispatch(agent, request, listener),
    close: () => agent.destroy(),
  }
}

const readCertificates = async (file: string): Promise<string> => {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new UsageError(`--upstream-ca: ${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new UsageError(`--upstream-ca must be a file of certificates in PEM (BEGIN CERTIFICATE), got ${file}`)
  return text
}

const dispatch = (
  agent: Dispatcher,
  { origin, path, method, headers, body }: UpstreamRequest,
  listener: UpstreamListener,
): void => {
  const handler = new ResponseHandler(listener)
  try {
    agent.dispatch({ origin, path, method: method as Dispatcher.HttpMethod, headers, body }, handler)
  } catch (error) {
    handler.fail(error as Error)
  }
}

type Controller = Dispatcher.DispatchController

/** Passes on what undici reports. A class, because functions that are created for each request take longer. */
class ResponseHandler implements Dispatcher.DispatchHandler, Arriving {
  readonly #listener: UpstreamListener
  #controller: Controller | undefined
  #hasStarted = false

  constructor(listener: UpstreamListener) {
    this.#listener = listener
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller
    this.#listener.began(this)
  }

  onResponseStart(controller: Controller, status: number, parsed: RawHeaders, statusText = ''): void {
    // Interim responses: the client gets only the final one.
    if (status < 200) return
    this.#hasStarted = true
    this.#listener.started(status, toRawHeaders(controller.rawHeaders ?? parsed), statusText)
  }

  onResponseData(_: Controller, chunk: Buffer): void {
    this.#listener.received(chunk)
  }

  onResponseEnd(controller: Controller, trailers: RawHeaders): void {
    this.#listener.ended(toRawHeaders(controller.rawTrailers ?? trailers))
  }

  onResponseError(_: Controller, error: Error): void {
    this.fail(error)
  }

  fail(error: Error): void {
    this.#listener.failed(describeFailure(error, this.#hasStarted))
  }

  pause(): void {
    this.#controller?.pause()
  }

  resume(): void {
    this.#controller?.resume()
  }

  abort(): void {
    this.#controller?.abort(new AbortedError())
  }
}

class AbortedError extends Error {
  override readonly name = 'AbortedError'
}

type RawHeaders = NonNullable<Dispatcher.DispatchController['rawHeaders']>

/** HTTP/1.1 has a list of bytes; HTTP/2 has an object whose values may be lists. */
const toRawHeaders = (raw: RawHeaders): readonly string[] => {
  if (Array.isArray(raw)) {
    const headers: string[] = []
    for (const part of raw)
      if (Array.isArray(part)) headers.push(...part.map(toText))
      else headers.push(toText(part))
    return headers
  }
  return Object.entries(raw).flatMap(([name, value]) =>
    name.startsWith(':') || value === undefined ? [] : [value].flat().flatMap((one) => [name, one]),
  )
}

const toText = (part: Buffer | string): string => (typeof part === 'string' ? part : part.toString('latin1'))

const describeFailure = (error: Error, hasStarted: boolean): UpstreamFailure => {
  const reason = describeReason(error)
  if (error instanceof AbortedError) return { kind: 'aborted', reason: 'the client has closed its connection' }
  const { code = '' } = error as NodeJS.ErrnoException
  if (hasStarted)
    return { kind: 'broken', reason: code === 'UND_ERR_BODY_TIMEOUT' ? 'the rest did not arrive in time' : reason }
  return { kind: slowCodes.has(code) ? 'slow' : 'unavailable', reason }
}

const slowCodes: ReadonlySet<string> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])

/** An error for several addresses of one name has no message of its own. */
const describeReason = (error: Error): string => {
  if (error.message !== '') return error.message
  return (error as NodeJS.ErrnoException).code ?? error.name
}

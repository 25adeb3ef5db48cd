/**
 * The shapes in which the outside world enters: time, output, one request and its reply.
 * Everything here is passed in at the edge, so that the rest of the code is a function of its arguments.
 */

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Clock = () => number

/** Where lines for a person or a log collector go; a line comes without its line break. */
export type Output = (line: string) => void

/** A JSON value as this project keeps it: integers outside ±(2^53-1) are bigint, every other number is a number. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [name: string]: Json }

/** Request headers by lower-case name, as Node joins them (RFC 9110, section 5.2). */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** What became of reading a request's body: the bytes after content codings, or why there are none. */
export type ReadBody =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | {
      readonly kind: 'rejected'
      readonly code: 'payload_too_large' | 'invalid_request' | 'unsupported_media_type'
      readonly message: string
      readonly headers?: readonly string[]
    }

/** One request, whichever way it came in. */
export interface IncomingRequest {
  /** Unique in this process; sent back as Sandbox-Request-Id. */
  readonly id: string
  /** Upper case. */
  readonly method: string
  /** Raw path, beginning with a slash, not decoded. */
  readonly path: string
  /** What the path had before it, where the request came by the address of a sandbox: `/~name`. */
  readonly address?: string
  /** Raw query without the question mark; empty where there is none. */
  readonly query: string
  readonly headers: RequestHeaders
  /** Reads the body once; a body that nobody reads is discarded by the transport. */
  readonly readBody: () => Promise<ReadBody>
  /** What readBody has read, or what has come without anybody asking; undefined where it is on its way, or there is none. */
  readonly bodySoFar: () => Buffer | undefined
}

/** One response. */
export interface Reply {
  readonly status: number
  /** Names and values in turn: name, value, name, value. Without Content-Length and Date. */
  readonly headers: string[]
  /** Absent: no body at all. */
  readonly body?: string | Buffer
  /** How the transport is to break the connection instead of, or for truncate while, sending it. */
  readonly fault?: Fault
}

/** Ways in which a connection breaks. */
export type Fault = 'reset' | 'empty' | 'truncate' | 'garbage' | 'timeout'

/** One line of the request log. */
export interface LogEntry {
  readonly requestId: string
  readonly method: string
  /** Path and query as sent. */
  readonly target: string
  readonly status: number
  /** Milliseconds from the request's arrival to the reply. */
  readonly duration: number
  readonly operation?: string
  /** How the connection was broken, where a scenario asked for it. */
  readonly fault?: Fault
  /** Code and message of a rejection. */
  readonly code?: string
  readonly message?: string
  /** An unforeseen failure, as text with its stack; for the log only. */
  readonly failure?: string
}

export type RequestLog = (entry: LogEntry) => void

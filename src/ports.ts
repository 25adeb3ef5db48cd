/**
 * The types at the edge of the program: time, output, JSON, one request and its reply. They are passed in from outside, so
 * that the rest of the code depends only on its arguments.
 */
export type { Json, JsonObject } from './json.ts'

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Clock = () => number

/** Receives lines for a person or a log collector, without line breaks. */
export type Output = (line: string) => void

/** Request headers by lower-case name, as Node joins them (RFC 9110, section 5.2). */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** The body of a request: its bytes, decompressed, or why it cannot be read. */
export type ReadBody =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | {
      readonly kind: 'rejected'
      readonly code: 'payload_too_large' | 'invalid_request' | 'unsupported_media_type' | 'request_timeout'
      readonly message: string
      readonly headers?: readonly string[]
    }

/** The certificate of a client, on a connection on which they are verified. */
export type ClientCertificate =
  | { readonly kind: 'valid' }
  | { readonly kind: 'missing' }
  /** `reason`: as TLS names it: `DEPTH_ZERO_SELF_SIGNED_CERT`. */
  | { readonly kind: 'invalid'; readonly reason: string }

/** A request, whatever the transport. */
export interface IncomingRequest {
  /** Unique in this process; sent back as Sandbox-Request-Id. */
  readonly id: string
  /** Upper case. */
  readonly method: string
  /** Raw path, beginning with a slash, not decoded. */
  readonly path: string
  /** The address of the sandbox, if the request's path began with it: `/~name`. */
  readonly address?: string
  /** Raw query without the question mark; may be empty. */
  readonly query: string
  readonly headers: RequestHeaders
  /** Whether it arrived over TLS. */
  readonly isSecure?: boolean
  /** Undefined: certificates are not verified on its connection, or it has none. */
  readonly client?: ClientCertificate | undefined
  /** The id of the exchange whose request the control API sends again. */
  readonly sentFrom?: string | undefined
  /** Reads the body, once. The transport discards a body that nobody reads. */
  readonly readBody: () => Promise<ReadBody>
  /** The body as far as it is known without waiting: what readBody has read, or what has arrived. */
  readonly bodySoFar: () => Buffer | undefined
}

/** One response. */
export interface Reply {
  readonly status: number
  /** Names and values in turn: name, value, name, value. Without Content-Length and Date. */
  readonly headers: string[]
  /** Absent: no body. */
  readonly body?: string | Buffer
  /** How the transport breaks the connection instead of sending the reply; `truncate` sends half of it. */
  readonly fault?: Fault
}

/** Ways in which a connection breaks. */
export type Fault = 'reset' | 'empty' | 'truncate' | 'garbage' | 'timeout'

/** A request that the server sends to itself. */
export interface OwnRequest extends Pick<IncomingRequest, 'method' | 'path' | 'query' | 'headers' | 'sentFrom'> {
  readonly body: Buffer | undefined
}

/** Serves a request of this server's own as one of a client. Resolves with its Sandbox-Request-Id and its reply. */
export type Send = (request: OwnRequest) => Promise<{ readonly id: string; readonly reply: Reply }>

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
  /** How a scenario broke the connection. */
  readonly fault?: Fault
  /** Code and message of a rejection. */
  readonly code?: string
  readonly message?: string
  /** The sandbox, unless it is the default one. */
  readonly sandbox?: string
  /** The steps of scenarios that took effect: `flaky/1`. */
  readonly scenario?: readonly string[]
  /** What was ignored, skipped or undocumented, as in Sandbox-Notice. */
  readonly notices?: readonly { readonly kind: string; readonly names: readonly string[] }[]
  /** Of a 401: keys that would be accepted, at most five. Absent where any key is accepted. */
  readonly activeKeys?: readonly string[]
  /** An unexpected error with its stack. */
  readonly failure?: string
}

/** A request with what is known about it, for what is more than a line. */
export interface LoggedRequest {
  readonly headers: RequestHeaders
  /** Whether it arrived over TLS. */
  readonly isSecure: boolean
  /** The path of its operation as the document writes it, with the base path: `/v1/pets/{petId}`. */
  readonly route: string | undefined
  /** The id of the sandbox that it reached. */
  readonly sandbox: string | undefined
  /** Why it got its response: the value of Sandbox-Trace. */
  readonly trace: string | undefined
}

/** Called after each reply. */
export type RequestLog = (entry: LogEntry, request: LoggedRequest) => void

/** Reads the text at an address. Throws LoadError. */
export type ReadAddress = (address: string) => Promise<string>

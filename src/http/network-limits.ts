/**
 * The limits of connections. The declarations of the package refer to them, so this file imports nothing of the server.
 */

/** How long a connection may take, and how much it may send. */
export interface NetworkLimits {
  /** Milliseconds for the request line and the headers of a request to arrive. Default: 20 seconds. */
  readonly headersTimeout?: number
  /** Milliseconds for a whole request to arrive. Default: 60 seconds. */
  readonly requestTimeout?: number
  /** Milliseconds for which a connection without a request stays open. Default: 65 seconds. */
  readonly idleTimeout?: number
  /** Milliseconds for which a client may read nothing of a response that is being sent. Default: 60 seconds. */
  readonly sendTimeout?: number
  /** Maximum size of the request line and the headers together, in bytes. Default: 16 KiB. */
  readonly maxHeaders?: number
  /** Maximum number of open connections; more are closed at once. Default: 10,000. */
  readonly maxConnections?: number
}

/**
 * An idle connection stays open longer than the minute of most balancers: one that reuses a connection just as it closes
 * reports 502. Node counts the time for headers only from the first byte of a request.
 */
export const networkLimits = {
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  idleTimeout: 65_000,
  sendTimeout: 60_000,
  maxHeaders: 16 * 1024,
  maxConnections: 10_000,
} as const satisfies Required<NetworkLimits>

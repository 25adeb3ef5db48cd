/**
 * The options of a proxy, as createStandin takes them.
 */

export interface ProxyOptions {
  /**
   * Where requests are forwarded to: a URL for all documents, or `name=URL` for the document of this name. A URL with a path
   * replaces the base path of the document; a URL without one leaves the path as it is.
   */
  readonly upstream: readonly string[]
  /** Respond with an error where a request or its response breaks its contract. Default: false, it is only reported. */
  readonly errors?: boolean
  /** Operations that the sandbox answers, by operationId or as `GET /pets`. Default: none. */
  readonly mock?: readonly string[]
  /** Milliseconds until the response must begin. Default: 60 seconds. */
  readonly timeout?: number
  /** A file of certificates (PEM) of authorities to trust, in addition to those of Node. */
  readonly upstreamCa?: string
  /** Accept any certificate. Default: false. */
  readonly insecureUpstream?: boolean
  /** A new folder to write a recording to: fixtures, scenarios and an HTTP archive. Default: nothing is recorded. */
  readonly record?: string
  /** Whether personal data is recorded as it is. Secrets never are. Default: false. */
  readonly keepPersonalData?: boolean
  /** Called when the recording was written for the last time. */
  readonly onRecorded?: (summary: RecordingSummary) => void
  /** Called if the recording cannot be written meanwhile. It is tried again. */
  readonly onRecordError?: (error: unknown) => void
  /** Environment variables: HTTP_PROXY, HTTPS_PROXY and NO_PROXY are used, in either case, and NODE_EXTRA_CA_CERTS. Default: none. */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** What was recorded. */
export interface RecordingSummary {
  readonly folder: string
  readonly records: number
  readonly scenarios: number
  readonly exchanges: number
  /** What was not recorded, in words. */
  readonly notes: readonly string[]
}

/** Milliseconds. */
export const defaultUpstreamTimeout = 60_000

/**
 * Spans of OpenTelemetry, one for each request. The SDK reads its options from the variables OTEL_*, batches the spans, and
 * sends them in the background. It is installed by those who use it, so it is imported only here, and only when a variable
 * enables spans.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from '../options/resolve-options.ts'
import type { Clock, LogEntry, LoggedRequest, Output, RequestLog } from '../ports.ts'
import { describeSpan } from './describe-span.ts'
import { createDiagnostics } from './diagnostics.ts'
import { enabledBy } from './enabled-by.ts'
import { readResource } from './read-resource.ts'

export interface Spans {
  /** Undefined: no spans are recorded. */
  readonly record: RequestLog | undefined
  /** For a person, at the start. */
  readonly notes: readonly string[]
  /**
   * Sends the spans that have not been sent, for two seconds at most. Resolves with whether nothing is left that keeps the
   * process running. Never rejects.
   */
  readonly close: () => Promise<boolean>
}

export interface SpanParts {
  readonly environment: Environment
  readonly version: string
  /** Real time. */
  readonly now: Clock
  /** Called with what goes wrong later, a few times at most. */
  readonly report: Output
}

/** Milliseconds for which the last spans are sent when the server stops. */
const flushTime = 2_000

/** Never rejects: a server without spans serves requests all the same. */
export const openSpans = async (parts: SpanParts): Promise<Spans> => {
  const variable = enabledBy(parts.environment)
  if (variable === undefined) return { ...noSpans, notes: [] }
  try {
    const [api, { NodeSDK }] = await Promise.all([import('@opentelemetry/api'), import('@opentelemetry/sdk-node')])
    return startSdk({ api, NodeSDK }, parts)
  } catch (error) {
    return { ...noSpans, notes: [describeProblem(error, variable)] }
  }
}

const noSpans = { record: undefined, close: async () => true }

/** The package itself is missing, or something in it fails. */
const describeProblem = (error: unknown, variable: string): string => {
  const isMissing = error instanceof Error && 'code' in error && missingCodes.includes(String(error.code))
  const reason = isMissing
    ? '@opentelemetry/sdk-node is not installed beside Standin. Install it (npm install @opentelemetry/sdk-node @opentelemetry/api)'
    : `OpenTelemetry cannot be started: ${error instanceof Error ? error.message : String(error)}. Correct it`
  return `${variable} is set, but no spans are sent, because ${reason}, or set OTEL_SDK_DISABLED=true`
}

/** Of import and of require. */
const missingCodes = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']

/** What all versions of the packages have. */
interface Sdk extends Pick<typeof import('@opentelemetry/sdk-node'), 'NodeSDK'> {
  readonly api: typeof import('@opentelemetry/api')
}

const startSdk = ({ api, NodeSDK }: Sdk, { environment, version, now, report }: SpanParts): Spans => {
  if (!environment.OTEL_LOG_LEVEL) api.diag.setLogger(createDiagnostics(report), api.DiagLogLevel.WARN)
  const attributes = readResource(environment, version)
  const running = new NodeSDK({
    // Spans only.
    metricReaders: [],
    logRecordProcessors: [],
    // The SDK's own detector of processes would send the arguments of the command, which may have keys.
    resourceDetectors: [{ detect: () => ({ attributes }) }],
  })
  running.start()
  const tracer = api.trace.getTracer('standin', version)
  const record = (entry: LogEntry, request: LoggedRequest): void => {
    const end = now()
    const { name, attributes, error } = describeSpan(entry, request)
    const parent = api.propagation.extract(api.ROOT_CONTEXT, request.headers)
    const startTime = end - entry.duration
    const span = tracer.startSpan(name, { kind: api.SpanKind.SERVER, startTime, attributes }, parent)
    if (error !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR, message: error })
    span.end(end)
  }
  return { record, notes: [], close: () => closeSdk(running) }
}

/** A collector that does not respond must not keep the server from stopping. */
const closeSdk = async (running: InstanceType<Sdk['NodeSDK']>): Promise<boolean> => {
  const timer = new AbortController()
  const timedOut = sleep(flushTime, false, { signal: timer.signal }).catch(() => false)
  // What cannot be sent has been reported.
  const flushed = running.shutdown().then(
    () => true,
    () => true,
  )
  const isOver = await Promise.race([flushed, timedOut])
  timer.abort()
  return isOver
}

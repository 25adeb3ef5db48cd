/**
 * A request as a span: its name and attributes, by the semantic conventions for HTTP servers (stable since 1.23), and those of
 * Standin, whose names begin with `standin.`. The query is left out, because it may contain keys.
 */
import type { LogEntry, LoggedRequest, RequestHeaders } from '../ports.ts'

export type SpanAttributes = Readonly<Record<string, string | number | string[]>>

export interface SpanDescription {
  readonly name: string
  readonly attributes: SpanAttributes
  /** Present if the server failed: 5xx, or a broken connection. */
  readonly error?: string
}

export const describeSpan = (entry: LogEntry, request: LoggedRequest): SpanDescription => {
  const { method, target, requestId, operation, scenario, code, notices } = entry
  const { headers, isSecure, route, sandbox, trace } = request
  const isKnown = knownMethods.has(method)
  const name = isKnown ? method : 'HTTP'
  const error = describeFailure(entry)
  const attributes = {
    'http.request.method': isKnown ? method : '_OTHER',
    'http.request.method_original': isKnown ? undefined : method,
    'http.route': route,
    'http.response.status_code': isAnswered(entry) ? entry.status : undefined,
    'error.type': error?.type,
    'url.path': pathOf(target),
    'url.scheme': isSecure ? 'https' : 'http',
    ...readServer(headers),
    'user_agent.original': headers['user-agent']?.toString(),
    'standin.request.id': requestId,
    'standin.operation.id': operation,
    'standin.sandbox.id': sandbox,
    'standin.scenario': scenario && [...scenario],
    'standin.rejection': code,
    'standin.notices': notices?.map(({ kind }) => kind),
    'standin.trace': trace,
  }
  return {
    name: route === undefined ? name : `${name} ${route}`,
    attributes: keepKnown(attributes),
    ...(error === undefined ? {} : { error: error.message }),
  }
}

/** The others would give every client the power to make new names of spans. */
const knownMethods: ReadonlySet<string> = new Set(
  'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT QUERY'.split(' '),
)

/** Longer values are cut, so that the spans that wait to be sent have a bounded size. */
const maxLength = 1_024

const keepKnown = (
  attributes: Readonly<Record<string, string | number | string[] | undefined>>,
): Record<string, string | number | string[]> => {
  const known: Record<string, string | number | string[]> = {}
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) known[name] = typeof value === 'string' ? value.slice(0, maxLength) : value
  return known
}

/** A connection that a scenario breaks has no response, unless the break comes in the middle of one. */
const isAnswered = ({ fault }: LogEntry): boolean => fault === undefined || fault === 'truncate'

const describeFailure = ({
  status,
  fault,
  code,
  message,
}: LogEntry): { readonly type: string; readonly message: string } | undefined => {
  if (fault !== undefined) return { type: fault, message: `a scenario broke the connection: ${fault}` }
  if (status < 500) return undefined
  return { type: String(status), message: code === undefined ? '' : `${code}: ${message ?? ''}` }
}

/** Of a request to a proxy, `http://host/path`, too. */
const pathOf = (target: string): string =>
  target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '').replace(/\?.*$/s, '') || '/'

/** The address under which the client reached the server. */
const readServer = (headers: RequestHeaders): Record<string, string | number | undefined> => {
  const [, address, port] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(headers.host?.toString() ?? '') ?? []
  return {
    'server.address': address === '' ? undefined : address?.replace(/^\[|\]$/g, ''),
    'server.port': port === undefined ? undefined : Number(port),
  }
}

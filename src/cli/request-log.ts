/**
 * The request log: readable for people, or one line of JSON (pino) for each request, for machines.
 */

import type { NoticeKind } from '../notices.ts'
import type { LogEntry, Output, RequestLog } from '../ports.ts'
import type { Colors } from './colors.ts'

/** The log of --log; undefined: silent. */
export const createRequestLog = async (
  kind: 'pretty' | 'json' | 'silent',
  write: Output,
  colors: Colors,
): Promise<RequestLog | undefined> => {
  switch (kind) {
    case 'silent':
      return undefined
    case 'json':
      return (await createJsonLog(write)).request
    case 'pretty':
      return createPrettyLog(write, colors, () => new Date())
  }
}

/**
 * Lines for people: time, method, target, status, duration, and the reason if the request was rejected. What else there is to
 * know, such as ignored parameters, follows in lines of its own, so that the columns of the first line are the same for every
 * request.
 */
export const createPrettyLog = (write: Output, colors: Colors, now: () => Date): ((entry: LogEntry) => void) => {
  const readTime = createTimeText(now)
  return (entry) => {
    write(formatEntry(entry, colors, readTime()))
    for (const { kind, names } of entry.notices ?? [])
      write(`${indent}${colors.yellow(describeNotice(kind, names.map(printable)))}`)
    if (entry.activeKeys) write(`${indent}${colors.yellow(describeActive(entry.activeKeys))}`)
    const context = describeContext(entry)
    if (context !== '') write(`${indent}${colors.dim(context)}`)
    if (entry.failure !== undefined) write(colors.red(describeFailure(entry.failure)))
  }
}

/** A message, or a stack trace of several lines. */
const describeFailure = (failure: string): string => {
  const lines = failure.split('\n').map(printable)
  return lines.length === 1 ? `${indent}${lines[0]}` : lines.join('\n')
}

/** The time of day, formatted once a second. */
const createTimeText = (now: () => Date): (() => string) => {
  let second = Number.NaN
  let text = ''
  return () => {
    const time = now()
    const current = Math.floor(time.getTime() / 1_000)
    if (current !== second) text = time.toTimeString().slice(0, 8)
    second = current
    return text
  }
}

/** Below the method. */
const indent = ' '.repeat(10)

const formatEntry = (entry: LogEntry, colors: Colors, time: string): string => {
  const { method, target, status, duration, operation, fault, code, message } = entry
  const paint = status >= 500 ? colors.red : status >= 400 ? colors.yellow : colors.green
  const why = code === undefined ? (operation ?? '') : `${code}: ${printable(message ?? '')}`
  return `${colors.dim(time)}  ${method.padEnd(6)} ${printable(target)}  ${fault === undefined ? paint(String(status)) : colors.red(fault)}  ${colors.dim(`${duration.toFixed(1)} ms`)}  ${why}`.trimEnd()
}

/** What to look up or to change: the scenario, the sandbox, and the id of a request that was rejected. */
const describeContext = ({ scenario, sandbox, status, code, requestId }: LogEntry): string =>
  [
    ...(scenario === undefined ? [] : [`scenario ${printable(scenario.join(' '))}`]),
    ...(sandbox === undefined ? [] : [`sandbox ${printable(sandbox)}`]),
    ...(code === undefined && status < 400 ? [] : [requestId]),
  ].join('  ')

const describeActive = (keys: readonly string[]): string =>
  keys.length === 0 ? 'no key is active; add one with --key' : `active keys: ${keys.map(printable).join(', ')}`

/** Number of names in a line. */
const maxNames = 5

const describeNotice = (kind: string, names: readonly string[]): string => {
  const text = noticeLabels.get(kind) ?? kind
  if (kind === 'fixtures-changed') return text
  const more = names.length - maxNames
  return `${text}: ${names.slice(0, maxNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** docs/headers.md explains each. */
const noticeLabels: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'ignored-properties': 'ignored, not stored',
    'undocumented-query': 'ignored query parameter, not documented',
    'ignored-query': 'ignored query parameter, it has no effect',
    'scenario-passed-over': 'scenario step skipped, its status is not documented',
    'undocumented-status': 'status that is not documented',
    'fixtures-changed': 'the fixtures changed; reset the sandbox to see them',
    'sandbox-evicted': 'new sandbox, the earlier one was evicted',
    'invalid-example': 'example that does not match its schema',
    'idempotency-forgotten': 'idempotency key that was forgotten',
    'invalid-request': 'the request breaks the contract',
    'invalid-response': 'the response breaks the contract',
    'not-validated': 'not validated, because it is too large or cannot be decompressed',
    incomplete: 'ended early',
    delivery: 'sent by the sandbox',
    mocked: 'answered by the sandbox, because the service does not implement it',
  } satisfies Record<NoticeKind, string>),
)

/** Escapes control characters that a client sent, so that they cannot control the terminal. */
const printable = (text: string): string =>
  text.replace(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)

export interface JsonLog {
  readonly request: (entry: LogEntry) => void
  readonly event: (name: string, fields: Readonly<Record<string, unknown>>) => void
}

/** Lines for machines. The field `event` has the kind of line. */
export const createJsonLog = async (write: Output): Promise<JsonLog> => {
  const { pino, stdTimeFunctions } = await import('pino')
  const logger = pino(
    { base: null, timestamp: stdTimeFunctions.isoTime },
    { write: (line: string) => write(line.trimEnd()) },
  )
  return {
    request: (entry) => logger[entry.status >= 500 ? 'error' : 'info']({ event: 'request', ...entry }),
    event: (event, fields) => logger.info({ event, ...fields }),
  }
}

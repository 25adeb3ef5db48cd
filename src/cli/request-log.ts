/**
 * The request log: one line for each request, readable for people, or as JSON (pino) for machines.
 */

import type { LogEntry, Output, RequestLog } from '../ports.ts'
import type { Colors } from './colors.ts'

/** Lines for people: time, method, target, status, duration, and the reason if the request was rejected. */
export const createPrettyLog =
  (write: Output, colors: Colors, now: () => Date): RequestLog =>
  (entry) => {
    write(formatEntry(entry, colors, now()))
    if (entry.failure !== undefined) write(colors.red(entry.failure))
  }

const formatEntry = (entry: LogEntry, colors: Colors, now: Date): string => {
  const { method, target, status, duration, operation, fault, code, message } = entry
  const time = now.toTimeString().slice(0, 8)
  const paint = status >= 500 ? colors.red : status >= 400 ? colors.yellow : colors.green
  const why = code === undefined ? (operation ?? '') : `${code}: ${printable(message ?? '')}`
  return `${colors.dim(time)}  ${method.padEnd(6)} ${printable(target)}  ${fault === undefined ? paint(String(status)) : colors.red(fault)}  ${colors.dim(`${duration.toFixed(1)} ms`)}  ${why}`.trimEnd()
}

/** Escapes control characters that a client sent, so that they cannot control the terminal. */
const printable = (text: string): string =>
  text.replace(/\p{Cc}/gu, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)

export interface JsonLog {
  readonly request: RequestLog
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

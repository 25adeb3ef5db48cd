/**
 * Deprecation of an operation: the headers Deprecation (RFC 9745), Sunset (RFC 8594) and Link, rendered at load, and the
 * instant from which the operation is gone.
 */
import { getOwn, getString } from './is-object.ts'

export interface Deprecation {
  /** Names and values in turn. */
  readonly headers: readonly string[]
  /** Epoch milliseconds from which the operation is removed; undefined where no day is set. */
  readonly goneAt: number | undefined
  /** The day as the document writes it. */
  readonly sunset: string | undefined
  /** Path of the operation to use instead, base path included. */
  readonly successor: string | undefined
}

/** Undefined where the operation is not deprecated. `successor` is the path of the operation that x-standin-successor names. */
export const readDeprecation = (operation: unknown, successor: string | undefined): Deprecation | undefined => {
  const sunset = getString(operation, 'x-sunset')
  if (getOwn(operation, 'deprecated') !== true && sunset === undefined) return undefined
  const since = parseDay(getString(operation, 'x-standin-deprecated-since'))
  const day = parseDay(sunset)
  const headers: string[] = []
  // Without a known date the header cannot be given: its value is a date (RFC 9745, section 2.1).
  if (since !== undefined) headers.push('Deprecation', `@${Math.floor(since / 1000)}`)
  if (day !== undefined) headers.push('Sunset', new Date(day).toUTCString())
  if (successor !== undefined) headers.push('Link', `<${successor}>; rel="successor-version"`)
  return { headers, goneAt: day === undefined ? undefined : isDate(sunset) ? day + 86_400_000 : day, sunset, successor }
}

const isDate = (text: string | undefined): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '')

const parseDay = (text: string | undefined): number | undefined => {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}

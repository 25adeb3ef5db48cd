/**
 * Deprecation of an operation: the headers Deprecation (RFC 9745), Sunset (RFC 8594) and Link, rendered at load, and the time
 * from which the operation is removed.
 */
import { getOwn, getString } from '../values/json-object.ts'
import { suggestNearest } from '../values/nearest.ts'
import { parseInstant } from '../values/time.ts'

export interface Deprecation {
  /** Name, value, name, value; Link comes last. */
  readonly headers: readonly string[]
  /** Epoch milliseconds from which the operation is removed; undefined if there is no sunset date. */
  readonly goneAt: number | undefined
  /** The sunset date as written in the document. */
  readonly sunset: string | undefined
  /** Path of the operation to use instead, base path included. */
  readonly successor: string | undefined
}

/** Undefined if the operation is not deprecated. `successor` is the path of the operation in x-standin-successor. */
export const readDeprecation = (operation: unknown, successor: string | undefined): Deprecation | undefined => {
  const sunset = getString(operation, 'x-sunset')
  if (getOwn(operation, 'deprecated') !== true && sunset === undefined) return undefined
  const since = readTime(operation, 'x-standin-deprecated-since')
  const day = readTime(operation, 'x-sunset')
  const headers: string[] = []
  // Without a known date the header cannot be given: its value is a date (RFC 9745, section 2.1).
  if (since !== undefined) headers.push('Deprecation', `@${Math.floor(since / 1000)}`)
  if (day !== undefined) headers.push('Sunset', new Date(day).toUTCString())
  if (successor !== undefined) headers.push('Link', linkTo(successor))
  return { headers, goneAt: day === undefined ? undefined : isDate(sunset) ? day + 86_400_000 : day, sunset, successor }
}

/** The response headers. If the request used the address of a sandbox, so does the link to the successor. */
export const deprecationHeaders = ({ headers, successor }: Deprecation, address: string | undefined) =>
  address === undefined || successor === undefined ? headers : [...headers.slice(0, -1), linkTo(address + successor)]

/** RFC 8288, section 3. */
const linkTo = (path: string): string => `<${toReference(path)}>; rel="successor-version"`

/** Problems with the deprecation properties of an operation, by property. */
export const checkDeprecation = (
  operation: unknown,
  operationIds: ReadonlySet<string>,
): readonly { readonly property: string; readonly message: string }[] => {
  const badDays = ['x-sunset', 'x-standin-deprecated-since'].flatMap((property) => {
    const day = getOwn(operation, property)
    if (day === undefined || readTime(operation, property) !== undefined) return []
    const message = `${property} must be a date or a date-time, such as 2030-12-05 or 2030-12-05T00:00:00Z, got ${JSON.stringify(day)}`
    return [{ property, message }]
  })
  const property = 'x-standin-successor'
  const successor = getOwn(operation, property)
  if (successor === undefined || (typeof successor === 'string' && operationIds.has(successor))) return badDays
  const hint = suggestNearest(String(successor), [...operationIds])
  const message = `${property} must be an operationId of this document, got ${JSON.stringify(successor)}${hint}`
  return [...badDays, { property, message }]
}

/** A path as a URI reference (RFC 3986): percent-encodes characters that a URI cannot contain. */
const toReference = (path: string): string => path.replace(/[^\x21-\x7e]+|["<>\\^`]/g, encodeURIComponent)

const readTime = (operation: unknown, property: string): number | undefined => {
  const text = getString(operation, property)
  return text === undefined ? undefined : parseInstant(text)
}

const isDate = (text: string | undefined): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '')

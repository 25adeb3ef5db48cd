/**
 * Reads the value of an option, given on the command line or in the environment. Each function throws UsageError with what
 * was expected.
 */
import { parseDuration } from '../contract/values/time.ts'
import { type IssueKind, issueKinds, UsageError } from '../errors.ts'

/** A value with the name it was given under, for error messages: `--port` or `STANDIN_PORT`. */
export interface Given {
  readonly label: string
  readonly value: unknown
}

const reject = ({ label, value }: Given, expected: string): never => {
  throw new UsageError(`${label} must be ${expected}, got ${JSON.stringify(value)}`)
}

const single = (given: Given): unknown => (Array.isArray(given.value) ? reject(given, 'a single value') : given.value)

export const toCount = (given: Given, maximum: number): number | undefined =>
  given.value === undefined ? undefined : toInteger(given, 0, maximum)

export const toInteger = (given: Given, min: number, max: number): number => {
  const text = String(single(given))
  const number = Number(text)
  return /^\d+$/.test(text) && number >= min && number <= max
    ? number
    : reject(given, `an integer from ${min} to ${max}`)
}

export const toText = (given: Given): string | undefined => {
  const value = single(given)
  if (value === undefined) return undefined
  return String(value) === '' ? reject(given, 'a non-empty string') : String(value)
}

/** Undefined if none is given. */
export const toOptionalAddress = (given: Given): string | undefined => {
  const text = toText(given)
  if (text === undefined) return undefined
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text)
    ? text
    : reject(given, 'an http or https address such as http://127.0.0.1:4010')
}

export const toPath = (given: Given): string | undefined => {
  const text = toText(given)
  return text === undefined || /^\/[^?#\s]*$/.test(text) ? text : reject(given, 'a path that starts with /')
}

/** An empty list on the command line is a variable of a script that is not set: without the error, a gate would be off. */
const splitAt = (given: Given, separator: string | RegExp): readonly string[] => {
  if (given.value === undefined) return []
  const items = [given.value]
    .flat()
    .flatMap((text) => String(text).split(separator))
    .map((item) => item.trim())
    .filter((item) => item !== '')
  return items.length === 0 && given.label.startsWith('--') ? reject(given, 'a non-empty string') : items
}

/** Names, each given on its own or several with commas between them. */
export const toList = (given: Given): readonly string[] => splitAt(given, ',')

/** An address may have commas itself, so only a comma before another address separates them. */
export const toAddresses = (given: Given): readonly string[] => splitAt(given, /,(?=\s*(?:[^,=/]+=)?https?:\/\/)/i)

/** Commas separate files in the environment variable only. On the command line a comma is part of the file name. */
export const toFiles = (given: Given): readonly string[] => {
  if (!given.label.startsWith('--') || given.value === undefined) return toList(given)
  const files = [given.value].flat().map(String)
  return files.includes('') ? reject(given, 'a file name') : files
}

export const toKinds = (given: Given): readonly IssueKind[] =>
  toList(given).map(
    (name) =>
      issueKinds.find((kind) => kind === name) ??
      reject(given, `one or more of ${issueKinds.join(', ')}, comma-separated`),
  )

export const toPercent = (given: Given): number | undefined => {
  const value = single(given)
  if (value === undefined) return undefined
  return /^\d+(\.\d+)?$/.test(String(value)) && Number(value) <= 100
    ? Number(value)
    : reject(given, 'a number from 0 to 100')
}

export const toBoolean = (given: Given): boolean => {
  const text = String(single(given))
  if (text === 'true' || text === '1') return true
  return text === 'false' || text === '0' ? false : reject(given, 'true or false')
}

export const toChoice = <Choice extends string>(given: Given, choices: readonly Choice[]): Choice =>
  choices.find((choice) => choice === single(given)) ?? reject(given, `one of ${choices.join(', ')}`)

/** Milliseconds, at least one second and at most a day. */
export const toDuration = (given: Given): number => {
  const duration = parseDuration(String(single(given)))
  return duration !== undefined && duration >= 1_000 && duration <= 86_400_000
    ? duration
    : reject(given, 'a duration from 1s to 1d, such as 30s or 5m')
}

export const toOptionalDuration = (given: Given): number | undefined =>
  given.value === undefined ? undefined : toDuration(given)

/** Milliseconds, at most ten minutes: one duration, or two bounds. Undefined if none is given. */
export const toDelay = (given: Given): { readonly min: number; readonly max: number } | undefined => {
  const text = single(given)
  if (text === undefined) return undefined
  const [min, max = min, ...rest] = String(text)
    .split('-')
    .map((part) => parseDuration(part.trim()))
  return min !== undefined && max !== undefined && min <= max && max <= 600_000 && rest.length === 0
    ? { min, max }
    : reject(given, 'a duration up to 10m, or two of them, the shorter first, such as 300ms or 200ms-400ms')
}

const units: ReadonlyMap<string, number> = new Map([
  ['b', 1],
  ['kb', 1024],
  ['mb', 1024 ** 2],
  ['gb', 1024 ** 3],
])

/** Undefined if none is given. */
export const toOptionalSize = (given: Given): number | undefined =>
  given.value === undefined ? undefined : toSize(given)

export const toSize = (given: Given): number => {
  const match = /^(\d+)\s*(b|kb|mb|gb)?$/i.exec(String(single(given)))
  const unit = units.get((match?.[2] ?? 'b').toLowerCase())
  return match && unit !== undefined ? Number(match[1]) * unit : reject(given, 'a size such as 500kb or 2mb')
}

/** At least 1 KiB: of a limit of 0, Node makes its default. */
export const toHeaderSize = (given: Given): number => {
  const size = toSize(given)
  return size >= 1024 ? size : reject(given, 'a size of at least 1kb')
}

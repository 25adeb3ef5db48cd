/**
 * One operation of a JSON Patch (RFC 6902): what it has to say, and why it cannot be carried out, in words for whoever sent
 * it. Only own properties are followed, and only indexes that are written plainly.
 */
import { showValue } from '../../../contract/schema/violations.ts'
import { findDifferences } from '../../../contract/values/find-differences.ts'
import { getOwn, getString, isJsonObject } from '../../../contract/values/json-object.ts'
import { stringifyJson } from '../../../contract/values/json-text.ts'
import { appendPointer, splitPointer } from '../../../contract/values/pointer.ts'
import type { Json } from '../../../ports.ts'

export type PatchStep =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: Json }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly path: string; readonly from: string }

const verbs = ['add', 'remove', 'replace', 'move', 'copy', 'test'] as const

/** A text says what is wrong with it. `place` is where it is: `body[0]`. */
export const readStep = (given: Json | undefined, place: string): PatchStep | string => {
  const op = verbs.find((verb) => verb === getOwn(given, 'op'))
  if (!op) return `${place}.op must be one of ${verbs.join(', ')}, got ${showValue(getOwn(given, 'op'))}`
  const path = getString(given, 'path')
  if (path === undefined || !isPointer(path)) return describePointer(`${place}.path`, getOwn(given, 'path'))
  if (op === 'remove') return { op, path }
  if (op === 'move' || op === 'copy') {
    const from = getString(given, 'from')
    return from !== undefined && isPointer(from)
      ? { op, path, from }
      : describePointer(`${place}.from`, getOwn(given, 'from'))
  }
  const value = getOwn(given, 'value')
  return value === undefined ? `${place}.value is required to ${op}` : { op, path, value }
}

const isPointer = (text: string): boolean => /^(\/([^~/]|~[01])*)*$/.test(text)

const describePointer = (place: string, came: unknown): string =>
  `${place} must be a JSON Pointer (RFC 6901), such as /name, or empty for the whole; got ${showValue(came)}`

/** Why a step cannot be carried out on a record as it is; undefined where it can. */
export const findObstacle = (record: Json | undefined, step: PatchStep): string | undefined => {
  const { op, path } = step
  if (step.op === 'test') return findFailure(record, step)
  if (op === 'replace' || op === 'remove') {
    const stop = follow(record, splitPointer(path)).stop
    return stop && `cannot ${op} ${show(path)}, where a value is expected: ${stop}`
  }
  if ('from' in step) {
    const stop = follow(record, splitPointer(step.from)).stop
    if (stop) return `cannot ${op} from ${show(step.from)}, where a value is expected: ${stop}`
    if (op === 'move' && path.startsWith(`${step.from}/`))
      return `cannot move ${show(step.from)} to ${show(path)}, which is inside it`
  }
  const stop = findNoRoom(record, splitPointer(path))
  return stop && `cannot ${op} ${op === 'add' ? '' : 'to '}${show(path)}: ${stop}`
}

const findFailure = (
  record: Json | undefined,
  { path, value }: Pick<Extract<PatchStep, { value: Json }>, 'path' | 'value'>,
): string | undefined => {
  const { stop, value: held } = follow(record, splitPointer(path))
  if (stop) return `tests ${show(path)}: expected ${showWhole(value)}, but ${stop}`
  const [place] = findDifferences(value, held)
  if (!place) return undefined
  const at = place.reduce(appendPointer, path)
  const [wanted, found] = [value, held].map((whole) => showWhole(follow(whole, place).value))
  return `tests ${show(path)}: expected ${wanted}${place.length === 0 ? '' : ` at ${show(at)}`}, got ${found}`
}

interface Followed {
  readonly value?: Json | undefined
  /** Why the path goes no further. */
  readonly stop?: string
}

const follow = (root: Json | undefined, names: readonly string[]): Followed => {
  let value = root
  for (const [depth, name] of names.entries()) {
    const stop = findStop(value, name, names.slice(0, depth))
    if (stop !== undefined) return { stop }
    value = (Array.isArray(value) ? value[Number(name)] : getOwn(value, name)) as Json
  }
  return { value }
}

const findStop = (value: Json | undefined, name: string, before: readonly string[]): string | undefined => {
  if (Array.isArray(value))
    return isIndex(name) && Number(name) < value.length ? undefined : describeIndex(value, name, before, 1)
  if (!isJsonObject(value)) return describeScalar(value, before)
  return Object.hasOwn(value, name) ? undefined : `${holder(before)} has no ${JSON.stringify(name)}`
}

/** Why nothing can be put in a place. */
const findNoRoom = (record: Json | undefined, names: readonly string[]): string | undefined => {
  const [name, before] = [names.at(-1), names.slice(0, -1)]
  if (name === undefined) return undefined
  const { stop, value } = follow(record, before)
  if (stop !== undefined) return stop
  if (Array.isArray(value))
    return name === '-' || (isIndex(name) && Number(name) <= value.length)
      ? undefined
      : describeIndex(value, name, before, 0)
  return isJsonObject(value) ? undefined : describeScalar(value, before)
}

const isIndex = (name: string): boolean => /^(0|[1-9]\d*)$/.test(name)

const describeIndex = (list: readonly Json[], name: string, before: readonly string[], fewer: 0 | 1): string => {
  const came = `got ${JSON.stringify(name)}`
  const last = list.length - fewer
  if (last < 0) return `${holder(before)} is an empty array, ${came}`
  return `${holder(before)} is an array of ${list.length} and takes an index from 0 to ${last}${fewer === 0 ? ', or -' : ''}, ${came}`
}

const describeScalar = (value: Json | undefined, before: readonly string[]): string =>
  `${holder(before)} is ${showValue(value)}, where an object or an array is expected`

const holder = (names: readonly string[]): string =>
  names.length === 0 ? 'the record' : show(names.reduce(appendPointer, ''))

const show = (pointer: string): string => (pointer === '' ? 'the record' : JSON.stringify(pointer))

/** A test compares all of a value, so that all of it is shown, as far as it is readable. */
const showWhole = (value: Json | undefined): string => {
  if (value === undefined) return 'nothing'
  const text = stringifyJson(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

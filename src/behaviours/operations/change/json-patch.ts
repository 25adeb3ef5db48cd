/**
 * JSON Patch (RFC 6902), on own properties and plain array indexes only: `constructor` is a name like any other. Checks
 * before each operation explain to the client why it cannot be applied.
 */
import { showValue } from '../../../contract/schema/violations.ts'
import { findDifferences } from '../../../contract/values/find-differences.ts'
import { getOwn, isJsonObject, setOwn } from '../../../contract/values/json-object.ts'
import { stringifyJson } from '../../../contract/values/json-text.ts'
import { appendPointer, splitPointer } from '../../../contract/values/pointer.ts'
import type { Json, JsonObject } from '../../../ports.ts'
import { type Rejected, reject } from '../../behaviour-reply.ts'
import { type PatchOperation, parsePatchOperation } from './parse-patch.ts'
import { PatchBudget } from './patch-budget.ts'

export interface Patched {
  readonly kind: 'value'
  readonly value: JsonObject
  /** Whether an operation replaced the whole record, so that missing properties are not changes. */
  readonly isWhole: boolean
}

/** Applies all operations or none (RFC 6902, section 5). */
export const applyJsonPatch = (current: JsonObject, patch: Json): Patched | Rejected => {
  if (!Array.isArray(patch)) return rejectPatch(`body must be a list of operations (RFC 6902), got ${showValue(patch)}`)
  const holder: Holder = { record: structuredClone(current) }
  const budget = new PatchBudget(current)
  let isWhole = false
  for (const [index, item] of patch.entries()) {
    const operation = parsePatchOperation(item, `body[${index}]`)
    if (typeof operation === 'string') return rejectPatch(operation)
    const problem = findProblem(holder.record, operation)
    if (problem !== undefined) return rejectPatch(`body[${index}] ${problem}`)
    const excess = spend(budget, holder.record, operation)
    if (excess !== undefined) return reject({ code: 'payload_too_large', message: `body[${index}] ${excess}` })
    const failure = apply(holder, operation)
    if (failure !== undefined) return rejectPatch(`body[${index}] ${failure}`)
    isWhole ||= operation.path === ''
  }
  const { record } = holder
  return isJsonObject(record)
    ? { kind: 'value', value: record, isWhole }
    : rejectPatch(`body must leave an object, got ${showValue(record)}`)
}

/** Why an operation that can be applied exceeds the limits of a patch; undefined if it does not. */
const spend = (budget: PatchBudget, record: Json | undefined, operation: PatchOperation): string | undefined => {
  if (operation.op === 'test') return undefined
  const names = splitPointer(operation.path)
  const moved = operation.op === 'replace' ? undefined : budget.move(lengthOf(record, names.slice(0, -1)))
  if (operation.op === 'remove') return moved
  if ('value' in operation) return moved ?? budget.add(operation.value, names.length, false)
  const from = splitPointer(operation.from)
  const ofSource = operation.op === 'move' ? budget.move(lengthOf(record, from.slice(0, -1))) : undefined
  return moved ?? ofSource ?? budget.add(valueAt(record, from) ?? null, names.length, operation.op === 'copy')
}

/** Of the array at a place; 0 for other values. */
const lengthOf = (record: Json | undefined, names: readonly string[]): number => {
  const value = valueAt(record, names)
  return Array.isArray(value) ? value.length : 0
}

/** The record while it is patched. */
interface Holder {
  record?: Json
}

/** Returns why a value cannot be put where it is moved to, after it was removed. */
const apply = (holder: Holder, operation: PatchOperation): string | undefined => {
  const names = splitPointer(operation.path)
  switch (operation.op) {
    case 'test':
      return undefined
    case 'add':
    case 'replace':
      put(holder, names, structuredClone(operation.value), operation.op === 'replace')
      return undefined
    case 'remove':
      take(holder, names)
      return undefined
    case 'copy':
      put(holder, names, structuredClone(valueAt(holder.record, splitPointer(operation.from)) ?? null), false)
      return undefined
    case 'move': {
      const moved = take(holder, splitPointer(operation.from)) ?? null
      const problem = prefix(`cannot move to ${show(operation.path)}`, explainNoRoom(holder.record, names))
      if (problem === undefined) put(holder, names, moved, false)
      return problem
    }
  }
}

/** In an array, other items make room unless the value replaces one. */
const put = (holder: Holder, names: readonly string[], value: Json, isReplacement: boolean): void => {
  const name = names.at(-1)
  const parent = valueAt(holder.record, names.slice(0, -1))
  if (name === undefined) holder.record = value
  else if (!Array.isArray(parent)) setOwn(parent as Record<string, Json>, name, value)
  else if (isReplacement) parent[Number(name)] = value
  else parent.splice(name === '-' ? parent.length : Number(name), 0, value)
}

const take = (holder: Holder, names: readonly string[]): Json | undefined => {
  const name = names.at(-1)
  const value = valueAt(holder.record, names)
  const parent = valueAt(holder.record, names.slice(0, -1))
  if (name === undefined) delete holder.record
  else if (Array.isArray(parent)) parent.splice(Number(name), 1)
  else delete (parent as Record<string, Json>)[name]
  return value
}

const rejectPatch = (message: string): Rejected => reject({ code: 'invalid_request', message })

/** Why an operation cannot be applied to the record; undefined if it can. */
const findProblem = (record: Json | undefined, operation: PatchOperation): string | undefined => {
  const { op, path } = operation
  switch (operation.op) {
    case 'test':
      return findDifference(record, operation)
    case 'replace':
    case 'remove':
      return prefix(`cannot ${op} ${show(path)}`, explainMissing(record, splitPointer(path)))
    case 'add':
      return prefix(`cannot add ${show(path)}`, explainNoRoom(record, splitPointer(path)))
    case 'move':
    case 'copy': {
      const { from } = operation
      if (op === 'move' && path.startsWith(`${from}/`))
        return `cannot move ${show(from)} to ${show(path)}, which is inside it`
      return (
        prefix(`cannot ${op} from ${show(from)}`, explainMissing(record, splitPointer(from))) ??
        prefix(`cannot ${op} to ${show(path)}`, explainNoRoom(record, splitPointer(path)))
      )
    }
  }
}

const prefix = (what: string, why: string | undefined): string | undefined => why && `${what}: ${why}`

const findDifference = (
  record: Json | undefined,
  { path, value }: { readonly path: string; readonly value: Json },
): string | undefined => {
  const names = splitPointer(path)
  const missing = explainMissing(record, names)
  if (missing) return `tests ${show(path)}: expected ${showWhole(value)}, but ${missing}`
  const actual = valueAt(record, names)
  const [place] = findDifferences(value, actual)
  if (!place) return undefined
  const [expected, got] = [value, actual].map((whole) => showWhole(valueAt(whole, place)))
  const where = place.length === 0 ? '' : ` at ${show(place.reduce(appendPointer, path))}`
  return `tests ${show(path)}: expected ${expected}${where}, got ${got}`
}

/** Undefined if there is no value. */
const valueAt = (root: Json | undefined, names: readonly string[]): Json | undefined =>
  names.reduce<Json | undefined>((value, name) => {
    if (Array.isArray(value)) return isIndex(name) ? value[Number(name)] : undefined
    return getOwn(value, name)
  }, root)

const isIndex = (name: string): boolean => /^(0|[1-9]\d*)$/.test(name)

/** Why there is no value; undefined if there is one. */
const explainMissing = (record: Json | undefined, names: readonly string[]): string | undefined => {
  const depth = names.findIndex((_, index) => valueAt(record, names.slice(0, index + 1)) === undefined)
  const name = names[depth]
  if (name === undefined) return undefined
  const parents = names.slice(0, depth)
  const parent = valueAt(record, parents)
  if (Array.isArray(parent)) return explainIndex(parent, name, parents, parent.length - 1)
  return isJsonObject(parent) ? `${showPath(parents)} has no ${JSON.stringify(name)}` : explainScalar(parent, parents)
}

/** Why nothing can be added at a place; undefined if it can. */
const explainNoRoom = (record: Json | undefined, names: readonly string[]): string | undefined => {
  const [name, parents] = [names.at(-1), names.slice(0, -1)]
  if (name === undefined) return undefined
  const missing = explainMissing(record, parents)
  if (missing) return missing
  const parent = valueAt(record, parents)
  if (!Array.isArray(parent)) return isJsonObject(parent) ? undefined : explainScalar(parent, parents)
  const isFree = name === '-' || (isIndex(name) && Number(name) <= parent.length)
  return isFree ? undefined : explainIndex(parent, name, parents, parent.length)
}

const explainIndex = (list: readonly Json[], name: string, names: readonly string[], highest: number): string => {
  const got = `got ${JSON.stringify(name)}`
  if (highest < 0) return `${showPath(names)} is an empty array, ${got}`
  const end = highest === list.length ? ', or -' : ''
  return `${showPath(names)} is an array of ${list.length} and takes an index from 0 to ${highest}${end}, ${got}`
}

const explainScalar = (value: Json | undefined, names: readonly string[]): string =>
  `${showPath(names)} is ${showValue(value)}, expected an object or an array`

const showPath = (names: readonly string[]): string => show(names.reduce(appendPointer, ''))

const show = (pointer: string): string => (pointer === '' ? 'the record' : JSON.stringify(pointer))

/** A test compares the whole value, so the whole value is shown unless it is too long. */
const showWhole = (value: Json | undefined): string => {
  if (value === undefined) return 'nothing'
  const text = stringifyJson(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

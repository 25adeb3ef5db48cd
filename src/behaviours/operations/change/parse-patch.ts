/**
 * Parses one operation of a JSON Patch (RFC 6902, section 4).
 */
import { showValue } from '../../../contract/schema/violations.ts'
import { getOwn, getString } from '../../../contract/values/json-object.ts'
import type { Json } from '../../../ports.ts'

export type PatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: Json }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly path: string; readonly from: string }

const names = ['add', 'remove', 'replace', 'move', 'copy', 'test'] as const

/** Returns a string if the operation is invalid: what is wrong with it. `place` is where it is: `body[0]`. */
export const parsePatchOperation = (operation: Json | undefined, place: string): PatchOperation | string => {
  const op = names.find((name) => name === getOwn(operation, 'op'))
  if (!op) return `${place}.op must be one of ${names.join(', ')}, got ${showValue(getOwn(operation, 'op'))}`
  const path = getString(operation, 'path')
  if (path === undefined || !isPointer(path)) return describePointer(`${place}.path`, getOwn(operation, 'path'))
  if (op === 'remove') return { op, path }
  if (op === 'move' || op === 'copy') {
    const from = getString(operation, 'from')
    return from !== undefined && isPointer(from)
      ? { op, path, from }
      : describePointer(`${place}.from`, getOwn(operation, 'from'))
  }
  const value = getOwn(operation, 'value')
  return value === undefined ? `${place}.value is required for ${op}` : { op, path, value }
}

const isPointer = (text: string): boolean => /^(\/([^~/]|~[01])*)*$/.test(text)

const describePointer = (place: string, got: unknown): string =>
  `${place} must be a JSON Pointer (RFC 6901) such as /name, or empty for the whole record, got ${showValue(got)}`

/**
 * Nodes: values in documents by file and JSON pointer, and the targets of their $refs. Documents are never dereferenced as a
 * whole; callers follow one reference at a time.
 */
import { dirname, resolve } from 'node:path'
import type { Json } from '../../ports.ts'
import { isAddress } from '../values/address.ts'
import { getOwn, getString, isJsonArray } from '../values/json-object.ts'
import { memoize } from '../values/memoize.ts'
import { appendPointer, followPointer } from '../values/pointer.ts'

/** A value and its location. */
export interface Node {
  /** Absolute path of its file. */
  readonly file: string
  /** JSON pointer in that file. */
  readonly pointer: string
  readonly value: Json
}

/** Parsed files by absolute path; the document itself with its overlay applied. */
export type Files = ReadonlyMap<string, Json>

/** Like resolveReference, but undefined also if the target is a circle of $refs. */
export const resolveSchema = (files: Files, from: string, ref: string): Node | undefined => {
  const target = resolveReference(files, from, ref)
  return target && dereference(files, target) ? target : undefined
}

/** The target of a $ref; undefined if it does not exist. Cached per set of files, so the same node is returned each time. */
export const resolveReference = (files: Files, from: string, ref: string): Node | undefined => {
  const known = targetsOf(files, from)
  const found = known.get(ref) ?? findTarget(files, from, ref)
  // A missing target is not cached, because its file may be loaded later.
  if (found) known.set(ref, found)
  return found
}

/** The reference to a component that a discriminator's mapping names; undefined if it is a reference itself, such as one with a #. */
export const componentReference = (text: string): string | undefined =>
  /^[\w.-]+$/.test(text) ? `#/components/schemas/${text}` : undefined

/** By the file that contains the $ref, then by $ref. */
type Targets = Map<string, Map<string, Node>>

const targetsIn = memoize((_: Files): Targets => new Map())

/** The cached targets of the references in one file. */
const targetsOf = (files: Files, from: string): Map<string, Node> => {
  const ofFiles = targetsIn(files)
  const ofFile: Map<string, Node> = ofFiles.get(from) ?? new Map()
  ofFiles.set(from, ofFile)
  return ofFile
}

const findTarget = (files: Files, from: string, ref: string): Node | undefined => {
  const { file, pointer } = splitReference(from, ref)
  if (pointer === undefined || !files.has(file)) return undefined
  const value = followPointer(files.get(file), pointer)
  return value === undefined ? undefined : { file, pointer, value }
}

/** File and pointer of a $ref; the pointer is undefined if the fragment is not a JSON pointer. */
export const splitReference = (
  from: string,
  ref: string,
): { readonly file: string; readonly pointer: string | undefined } => {
  const hash = ref.indexOf('#')
  const path = hash === -1 ? ref : ref.slice(0, hash)
  const fragment = decode(hash === -1 ? '' : ref.slice(hash + 1))
  const decoded = decode(path)
  return {
    file: path === '' ? from : isAddress(from) ? resolveAddress(from, path) : resolve(dirname(from), decoded ?? path),
    pointer: fragment === '' || fragment?.startsWith('/') ? fragment : undefined,
  }
}

const resolveAddress = (from: string, path: string): string =>
  URL.canParse(path, from) ? new URL(path, from).href : path

/** The node itself, or the end of its chain of $refs; undefined if a target is missing or the chain is circular. */
export const dereference = (files: Files, node: Node): Node | undefined => {
  const end = followChain(files, node)
  return end === 'circle' ? undefined : end
}

/** Whether a chain of $refs is circular. */
export const isCircular = (files: Files, node: Node): boolean => followChain(files, node) === 'circle'

const followChain = (files: Files, node: Node): Node | 'circle' | undefined => {
  // Most nodes refer to nothing.
  if (getString(node.value, '$ref') === undefined) return node
  const seen = new Set<unknown>()
  let current: Node | undefined = node
  while (current) {
    const ref = getString(current.value, '$ref')
    if (ref === undefined) return current
    if (seen.has(current.value)) return 'circle'
    seen.add(current.value)
    current = resolveReference(files, current.file, ref)
  }
  return undefined
}

/** A child of a node; undefined if the node has no such own property or item. */
export const childNode = (node: Node, key: string | number): Node | undefined => {
  const value = isJsonArray(node.value) ? node.value[Number(key)] : getOwn(node.value, String(key))
  return value === undefined ? undefined : { file: node.file, pointer: appendPointer(node.pointer, key), value }
}

/** Each child of an object or array, with its key. */
export const childNodes = (node: Node | undefined): readonly (readonly [string, Node])[] => {
  if (!node || typeof node.value !== 'object' || node.value === null) return []
  const { file, pointer, value } = node
  return Object.keys(value).map((key) => [
    key,
    { file, pointer: appendPointer(pointer, key), value: Reflect.get(value, key) as Json },
  ])
}

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

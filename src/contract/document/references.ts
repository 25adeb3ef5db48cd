/**
 * Values in documents by file and pointer, and where their $refs lead. Nothing is ever dereferenced whole: whoever
 * needs a value follows one reference at a time.
 */
import { dirname, resolve } from 'node:path'
import type { Json } from '../../ports.ts'
import { getOwn, getString, isJsonArray } from '../values/json-object.ts'
import { memoize } from '../values/memoize.ts'
import { appendPointer, followPointer } from '../values/pointer.ts'

/** A value and its address. */
export interface Node {
  /** Absolute path of its file. */
  readonly file: string
  /** JSON pointer in that file. */
  readonly pointer: string
  readonly value: Json
}

/** Files by absolute path, as parsed (the document itself with its overlays done). */
export type Files = ReadonlyMap<string, Json>

/** As resolveReference, and undefined also where nothing but $refs comes of it, in a circle. */
export const resolveSchema = (files: Files, from: string, ref: string): Node | undefined => {
  const target = resolveReference(files, from, ref)
  return target && dereference(files, target) ? target : undefined
}

/** Where a $ref leads, or undefined where it leads nowhere. The same each time: what is found is kept with the files. */
export const resolveReference = (files: Files, from: string, ref: string): Node | undefined => {
  const known = targetsOf(files, from)
  const found = known.get(ref) ?? findTarget(files, from, ref)
  // Nothing else is kept, for a file may be read yet.
  if (found) known.set(ref, found)
  return found
}

/** By the file that refers. */
type Targets = Map<string, Map<string, Node>>

const targetsIn = memoize((_: Files): Targets => new Map())

/** Of one file's references, by what they say. */
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

/** File and pointer of a $ref; the pointer is undefined where the fragment is not one. */
export const splitReference = (
  from: string,
  ref: string,
): { readonly file: string; readonly pointer: string | undefined } => {
  const hash = ref.indexOf('#')
  const path = hash === -1 ? ref : ref.slice(0, hash)
  const fragment = decode(hash === -1 ? '' : ref.slice(hash + 1))
  const decoded = decode(path)
  return {
    file: path === '' ? from : resolve(dirname(from), decoded ?? path),
    pointer: fragment === '' || fragment?.startsWith('/') ? fragment : undefined,
  }
}

/** The node itself, or what its chain of $refs ends in; undefined where the chain leads nowhere or in a circle. */
export const dereference = (files: Files, node: Node): Node | undefined => {
  const end = followChain(files, node)
  return end === 'circle' ? undefined : end
}

/** Whether a chain of $refs comes back to where it has been. */
export const isCircular = (files: Files, node: Node): boolean => followChain(files, node) === 'circle'

const followChain = (files: Files, node: Node): Node | 'circle' | undefined => {
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

/** A child of a node, or undefined where the node has no such own property or item. */
export const childNode = (node: Node, key: string | number): Node | undefined => {
  const value = isJsonArray(node.value) ? node.value[Number(key)] : getOwn(node.value, String(key))
  return value === undefined ? undefined : { file: node.file, pointer: appendPointer(node.pointer, key), value }
}

/** Each child of an object or array, with its key. */
export const childNodes = (node: Node | undefined): readonly (readonly [string, Node])[] => {
  if (!node || typeof node.value !== 'object' || node.value === null) return []
  return Object.entries(node.value).map(([key, value]) => [
    key,
    { file: node.file, pointer: appendPointer(node.pointer, key), value },
  ])
}

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

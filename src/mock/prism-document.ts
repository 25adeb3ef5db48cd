/**
 * Copies a document for Prism, whole or only what one path needs. Prism changes what it gets, reads files and fetches
 * addresses, so it never gets the document itself: a copy is one object whose $refs all have targets in it.
 */

import type { Document } from '../contract/document/document.ts'
import { type Node, resolveReference } from '../contract/document/references.ts'
import { entriesOf, getOwn, isJsonArray, isJsonObject } from '../contract/values/json-object.ts'
import { splitPointer } from '../contract/values/pointer.ts'
import type { Json, JsonObject } from '../ports.ts'

/** The extension at the root that has what other files, and other paths, contribute. */
const othersExtension = 'x-standin-others'

/** The whole document, in one object. */
export const copyDocument = (document: Document): JsonObject => {
  const copier = new Copier(document, true)
  return copier.collect(entriesOf(document.root.value).map(([key, value]) => [key, copier.copy(value, document.path)]))
}

/** The document with only this path, and only the components that it refers to. */
export const copyPath = (document: Document, path: string): JsonObject => {
  const copier = new Copier(document, false)
  const copyOf = (value: Json | undefined): Json => copier.copy(value ?? {}, document.path)
  const part = (key: string, value: Json): Json | undefined => {
    if (key === 'paths') return { [path]: copyOf(getOwn(value, path)) }
    if (key === 'components') return { securitySchemes: copyOf(getOwn(value, 'securitySchemes')) }
    if (collections.has(key)) return {}
    return key.startsWith('x-') || key === 'webhooks' ? undefined : copyOf(value)
  }
  return copier.collect(
    entriesOf(document.root.value).flatMap(([key, value]) => {
      const copied = part(key, value)
      return copied === undefined ? [] : [[key, copied] as const]
    }),
  )
}

/** What a document of OpenAPI 2.0 has at its root for references. */
const collections: ReadonlySet<string> = new Set(['definitions', 'parameters', 'responses'])

class Copier {
  readonly #document: Document
  readonly #isWhole: boolean
  readonly #files: ReadonlyMap<string, number>
  readonly #waiting: (readonly [pointer: string, target: Node])[] = []
  readonly #placed = new Set<string>()

  /** `isWhole`: the root is copied as it is, so that references to it need no copies of their targets. */
  constructor(document: Document, isWhole: boolean) {
    this.#document = document
    this.#isWhole = isWhole
    this.#files = new Map([...document.files.keys()].map((file, index) => [file, index]))
  }

  /** A copy of a value of a file. References without a target are left out. */
  copy(value: Json, file: string): Json {
    if (isJsonArray(value)) return value.map((item) => this.copy(item, file))
    if (!isJsonObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, child]) => {
        if (key !== '$ref' || typeof child !== 'string') return [[key, this.copy(child, file)]]
        const ref = this.#refer(child, file)
        return ref === undefined ? [] : [[key, ref]]
      }),
    )
  }

  /** The root with these entries, and everything that they refer to. */
  collect(entries: readonly (readonly [string, Json])[]): JsonObject {
    const root: Draft = Object.fromEntries(entries)
    // Copying a target may add others. Each is copied once, so this ends.
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const [pointer, target] = next
      place(root, splitPointer(pointer), this.copy(target.value, target.file))
    }
    return root
  }

  /** The reference within the copy. Undefined if it has no target. */
  #refer(ref: string, from: string): string | undefined {
    const { files, path } = this.#document
    const target = resolveReference(files, from, ref)
    if (!target) return undefined
    const isOwn = target.file === path && (this.#isWhole || isComponent(target.pointer))
    const pointer = isOwn ? target.pointer : `/${othersExtension}/${this.#files.get(target.file) ?? 0}${target.pointer}`
    if (!(isOwn && this.#isWhole) && !this.#placed.has(pointer)) {
      this.#placed.add(pointer)
      this.#waiting.push([pointer, target])
    }
    return `#${pointer.split('/').map(encodeURIComponent).join('/')}`
  }
}

const isComponent = (pointer: string): boolean => /^\/(components|definitions|parameters|responses)\//.test(pointer)

/** An object of the copy, which nobody else has. */
type Draft = Record<string, Json>

/** Puts a value at its place. What is there already, as a part of another copy, is the same. */
const place = (root: Draft, keys: readonly string[], value: Json): void => {
  let owner = root
  for (const key of keys.slice(0, -1)) {
    const inner = getOwn(owner, key)
    if (isJsonArray(inner)) return
    const next: Draft = isJsonObject(inner) ? (inner as Draft) : {}
    owner[key] = next
    owner = next
  }
  const last = keys.at(-1)
  if (last !== undefined) owner[last] = value
}

/** Whether a document has fewer values than this. */
export const isSmallerThan = (limit: number, document: Json): boolean => {
  let count = 0
  const walk = (value: Json): boolean =>
    ++count < limit && (typeof value !== 'object' || value === null || Object.values(value).every(walk))
  return walk(document)
}

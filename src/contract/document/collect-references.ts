/**
 * Collects the $refs of a document. Runs over every value of large documents at load, hence written for speed.
 */
import { appendPointer } from '../values/pointer.ts'
import type { Dialect } from './dialect.ts'
import type { Node } from './references.ts'

/** A $ref and where the object is that holds it. */
export interface Reference {
  /** Absolute path of the file. */
  readonly file: string
  readonly ref: string
  /** JSON pointer of the holder. */
  readonly pointer: () => string
}

/**
 * Each $ref below a node. Values of examples, defaults, enums and extensions are data, not references. What is in `seen`
 * is skipped, and every visited node is added to it.
 */
export const collectReferences = (start: Node, dialect: Dialect, seen: Set<unknown>): readonly Reference[] => {
  const found: Reference[] = []
  const keys: string[] = []
  /** What holds nothing may be met again, and is not kept in `seen`: nearly all of a document is such. */
  const walkItems = (items: readonly unknown[]): void => {
    if (!items.some(isObject) || seen.has(items)) return
    seen.add(items)
    items.forEach((item, index) => {
      if (isObject(item)) walkInner(String(index), item, false)
    })
  }
  const walkProperties = (value: Holder, isMap: boolean): void => {
    const ref = isMap ? undefined : value.$ref
    let isNew = true
    if (typeof ref === 'string') {
      if (seen.has(value)) return
      seen.add(value)
      isNew = false
      const above = [...keys]
      found.push({ file: start.file, ref, pointer: () => above.reduce(appendPointer, start.pointer) })
    }
    // Without a list of its keys: there are a hundred thousand objects.
    for (const key in value) {
      const child = value[key]
      if (!isObject(child) || (!isMap && isData(key, child, dialect))) continue
      if (isNew && seen.has(value)) return
      if (isNew) seen.add(value)
      isNew = false
      walkInner(key, child, !isMap && namedMaps.has(key))
    }
  }
  const walk = (value: object, isMap: boolean): void => {
    if (Array.isArray(value)) walkItems(value)
    else walkProperties(value as Holder, isMap)
  }
  const walkInner = (key: string, child: object, isMap: boolean): void => {
    keys.push(key)
    walk(child, isMap)
    keys.pop()
  }
  if (isObject(start.value) && !seen.has(start.value)) walk(start.value, false)
  return found
}

type Holder = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether the value of a keyword is data, in which a $ref is not a reference. */
export const isData = (key: string, value: unknown, dialect: Dialect): boolean => {
  // In 3.x the examples of a media type are objects by name, which may be references; those of a schema are a list.
  if (key === 'examples') return dialect === '2.0' || Array.isArray(value)
  return dataKeywords.has(key) || key.startsWith('x-')
}

const dataKeywords = new Set(['example', 'default', 'enum', 'const', 'value'])

/** Keywords whose value holds things by names that anybody may choose (OpenAPI, JSON Schema). */
export const namedMaps: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
  'schemas',
  'responses',
  'parameters',
  'examples',
  'requestBodies',
  'headers',
  'securitySchemes',
  'securityDefinitions',
  'links',
  'callbacks',
  'pathItems',
  'mediaTypes',
  'webhooks',
  'content',
  'encoding',
])

/**
 * Collects the $refs of a document. Runs over every value of large documents at load, hence written for speed.
 */
import { getString } from '../values/json-object.ts'
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
  const walk = (value: object, isMap: boolean): void => {
    const isKeyword = !isMap && !Array.isArray(value)
    const ref = isKeyword ? getString(value, '$ref') : undefined
    const inner = Object.keys(value).filter((key) => {
      const child: unknown = Reflect.get(value, key)
      return typeof child === 'object' && child !== null && !(isKeyword && isData(key, child, dialect))
    })
    // What holds nothing may be met again: nearly all of a document is such.
    if ((ref === undefined && inner.length === 0) || seen.has(value)) return
    seen.add(value)
    if (ref !== undefined) {
      const above = [...keys]
      found.push({ file: start.file, ref, pointer: () => above.reduce(appendPointer, start.pointer) })
    }
    for (const key of inner) {
      keys.push(key)
      walk(Reflect.get(value, key), isKeyword && namedMaps.has(key))
      keys.pop()
    }
  }
  if (typeof start.value === 'object' && start.value !== null && !seen.has(start.value)) walk(start.value, false)
  return found
}

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

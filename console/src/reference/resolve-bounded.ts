/**
 * Follows the references of an operation, up to a limit. Swagger UI follows all of them, which takes minutes in a document whose
 * schemas refer to one another everywhere, such as Stripe's. What is beyond the limit has its type and its description only.
 */
import { followReference, getOwn, isObject } from '../api/json-pointer.ts'

type Schema = Readonly<Record<string, unknown>>

/** Objects and arrays of one operation. Swagger UI shows more than these only slowly. */
const maxNodes = 6_000

/** An operation with fewer is left to Swagger UI. */
const maxSwaggerNodes = 30_000

/** After this many without such an operation, none is expected any more: this takes time before the page is shown. */
const maxSeen = 300_000

/** References within references. */
const depths = [8, 5, 4, 3, 2, 1, 0] as const

/** What is data, not schema, although it looks like it. */
const dataNames: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const'])

interface Copying {
  readonly document: Schema
  readonly maxDepth: number
  readonly maxNodes: number
  /** Until OpenAPI 3.0, Swagger UI shows schemas with allOf as one. */
  readonly mergesAllOf: boolean
  nodes: number
}

/** Whether an operation of the document has too many references for Swagger UI. */
export const isTooLarge = (document: unknown): boolean => {
  if (!isObject(document) || !isObject(document.paths)) return false
  let seen = 0
  for (const operation of Object.values(document.paths).flatMap((item) =>
    isObject(item) ? Object.values(item) : [],
  )) {
    const copying = begin(document, { maxDepth: 1_000, maxNodes: maxSwaggerNodes })
    copyValue(copying, operation, [])
    if (copying.nodes > maxSwaggerNodes) return true
    seen += copying.nodes
    if (seen > maxSeen) return false
  }
  return false
}

/** The value at the path, with as many references followed as the limit allows. */
export const resolveBounded = (document: unknown, path: readonly string[]): unknown => {
  if (!isObject(document)) return undefined
  const value = path.reduce<unknown>((held, name) => (isObject(held) ? getOwn(held, name) : undefined), document)
  for (const maxDepth of depths) {
    const copying = begin(document, { maxDepth, maxNodes })
    const copied = copyValue(copying, value, [])
    if (copying.nodes <= maxNodes || maxDepth === 0) return copied
  }
  return undefined
}

const begin = (document: Schema, limits: Pick<Copying, 'maxDepth' | 'maxNodes'>): Copying => ({
  document,
  ...limits,
  mergesAllOf: !/^3\.[1-9]/.test(String(document.openapi)),
  nodes: 0,
})

/** `followed`: the references that led here. */
const copyValue = (copying: Copying, value: unknown, followed: readonly string[]): unknown => {
  if (typeof value !== 'object' || value === null || copying.nodes > copying.maxNodes) return value
  copying.nodes++
  if (Array.isArray(value)) return value.map((one) => copyValue(copying, one, followed))
  if (!isObject(value)) return value
  if (typeof value.$ref === 'string') return follow(copying, value.$ref, followed)
  const entries = Object.entries(value).map(([name, held]): readonly [string, unknown] => {
    if (name === 'properties' && isObject(held)) return [name, copyEach(copying, held, followed)]
    return [name, dataNames.has(name) ? held : copyValue(copying, held, followed)]
  })
  return copying.mergesAllOf ? mergeAllOf(Object.fromEntries(entries)) : Object.fromEntries(entries)
}

/** The names are those of properties: none of them is a keyword. */
const copyEach = (copying: Copying, schemas: Schema, followed: readonly string[]): unknown =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, copyValue(copying, schema, followed)]))

const follow = (copying: Copying, reference: string, followed: readonly string[]): unknown => {
  const target = followReference(copying.document, reference)
  if (!isObject(target)) return { $ref: reference }
  if (!followed.includes(reference) && followed.length < copying.maxDepth) {
    const copied = copyValue(copying, target, [...followed, reference])
    return isObject(copied) ? { ...copied, $$ref: reference } : copied
  }
  const { type = 'object', title, description } = target
  return { type, title, description, $$ref: reference }
}

/** Properties and required names are joined; of everything else the first one stays. */
const mergeAllOf = ({ allOf, ...own }: Schema): Schema => {
  if (!Array.isArray(allOf) || !allOf.every(isObject)) return allOf === undefined ? own : { ...own, allOf }
  // The first one wins, so it is the last to be written.
  const parts = [own, ...allOf].reverse()
  const properties = Object.fromEntries(parts.flatMap((part) => Object.entries(objectOf(part.properties))))
  const required = [...new Set(parts.flatMap((part) => listOf(part.required)))]
  const merged = Object.fromEntries(parts.flatMap((part) => Object.entries(part).filter(([name]) => name !== '$$ref')))
  return {
    ...merged,
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  }
}

const objectOf = (value: unknown): Schema => (isObject(value) ? value : {})

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

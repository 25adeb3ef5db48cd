/**
 * What can be written at a position of a YAML or JSON text, by a JSON Schema: the names of properties, and values of enums.
 */
import { followReference } from '../../api/json-pointer.ts'
import { type CodePosition, findPosition } from './code-position.ts'

export interface CodeOption {
  readonly label: string
  readonly insert: string
  readonly detail?: string
  readonly info?: string
}

export interface CodeCompletion {
  readonly from: number
  readonly options: readonly CodeOption[]
  /** Also offered before anything is written. */
  readonly isOpen: boolean
}

type Schema = Readonly<Record<string, unknown>>

/** Schemas that are looked at for one position. */
const maxSchemas = 200

export const complete = (
  schema: unknown,
  text: string,
  offset: number,
  language: 'yaml' | 'json',
): CodeCompletion | undefined => {
  if (!isSchema(schema)) return undefined
  const position = findPosition(text, offset)
  if (!position) return undefined
  const found = position.path.reduce<readonly Schema[]>(
    (schemas, step) => schemas.flatMap((each) => expand(schema, stepInto(each, step))).slice(0, maxSchemas),
    expand(schema, [schema]),
  )
  const options =
    position.kind === 'key' ? completeKeys(found, position, language) : completeValues(found, position, language)
  const { from, isOpen } = position
  return options.length === 0 ? undefined : { from, options, isOpen: isOpen && position.kind === 'value' }
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The schemas themselves, and what they refer to or combine. */
const expand = (root: Schema, schemas: readonly unknown[]): readonly Schema[] => {
  const found: Schema[] = []
  const waiting = [...schemas]
  for (let next = waiting.shift(); next !== undefined && found.length < maxSchemas; next = waiting.shift()) {
    if (!isSchema(next) || found.includes(next)) continue
    found.push(next)
    const { $ref, allOf, anyOf, oneOf, then } = next
    if (typeof $ref === 'string') waiting.push(followReference(root, $ref))
    waiting.push(...listOf(allOf), ...listOf(anyOf), ...listOf(oneOf), ...(then === undefined ? [] : [then]))
  }
  return found
}

const stepInto = ({ properties, additionalProperties, items, prefixItems }: Schema, step: string | number) => {
  if (typeof step === 'number') return [listOf(prefixItems)[step] ?? items]
  if (isSchema(properties) && Object.hasOwn(properties, step)) return [properties[step]]
  return [additionalProperties]
}

const completeKeys = (
  schemas: readonly Schema[],
  { siblings }: CodePosition,
  language: 'yaml' | 'json',
): readonly CodeOption[] => {
  const options = new Map<string, CodeOption>()
  for (const { properties, required } of schemas)
    for (const [name, property] of isSchema(properties) ? Object.entries(properties) : []) {
      if (siblings.includes(name) || options.has(name)) continue
      const info = isSchema(property) && typeof property.description === 'string' ? property.description : undefined
      options.set(name, {
        label: name,
        insert: language === 'json' ? `${JSON.stringify(name)}: ` : `${name}: `,
        ...(listOf(required).includes(name) ? { detail: 'required' } : {}),
        ...(info === undefined ? {} : { info }),
      })
    }
  return [...options.values()]
}

const completeValues = (
  schemas: readonly Schema[],
  { isFlow }: CodePosition,
  language: 'yaml' | 'json',
): readonly CodeOption[] => {
  const values = new Set<unknown>()
  for (const schema of schemas) {
    for (const value of [...listOf(schema.enum), ...listOf(schema.examples)]) values.add(value)
    for (const name of ['const', 'default']) if (schema[name] !== undefined) values.add(schema[name])
    if (schema.type === 'boolean') values.add(true).add(false)
  }
  return [...values]
    .filter((value) => typeof value !== 'object')
    .map((value) => ({ label: String(value), insert: writeValue(value, isFlow, language) }))
}

/** A YAML string is quoted where it would mean something else. */
const writeValue = (value: unknown, isFlow: boolean, language: 'yaml' | 'json'): string => {
  if (typeof value !== 'string' || language === 'json') return JSON.stringify(value)
  const isPlain = /^[A-Za-z/_][\w ./{}-]*$/.test(value) && !/^(?:true|false|null|yes|no|on|off)$/i.test(value)
  return isPlain && !(isFlow && /[{}[\],]/.test(value)) ? value : `'${value.replaceAll("'", "''")}'`
}

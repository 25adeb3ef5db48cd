/**
 * The names of types: identifiers of TypeScript, each of which is used once.
 */
import { singularOf } from '../contract/values/names.ts'
import { splitPointer } from '../contract/values/pointer.ts'

/** The parts of a name, each with a capital: `pet-status` is `PetStatus`. An identifier has digits, but no ² or ½. */
export const toTypeName = (text: string): string => {
  const name = text
    .split(/[^\p{L}\p{Nd}]+/u)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('')
  if (name === '') return 'Unnamed'
  return /^\p{L}/u.test(name) ? name : `Type${name}`
}

/** The name of the records of a resource: `pets` is `Pet`. */
export const recordTypeName = (resource: string): string => toTypeName(singularOf(resource))

/** Parts of a pointer that say nothing about the schema there. */
const silent =
  /^(?:paths|components|definitions|schemas|properties|items|responses|content|schema|allOf|oneOf|anyOf|\d+)$/

/** The name for the schema at a pointer: of a component its own, otherwise what leads to it. */
export const nameAt = (pointer: string): string => {
  const keys = splitPointer(pointer)
  const component = /^\/(?:components\/schemas|definitions|\$defs)\/[^/]+$/.test(pointer) ? keys.at(-1) : undefined
  if (component !== undefined) return toTypeName(component)
  const telling = keys.filter((key) => !silent.test(key))
  return toTypeName((telling.length === 0 ? keys : telling).slice(-3).join('-'))
}

/** A property name as TypeScript writes it. */
export const toPropertyName = (name: string): string =>
  /^([\p{ID_Start}$_][\p{ID_Continue}$]*|[1-9]\d{0,8})$/u.test(name) ? name : JSON.stringify(name)

export class TypeNames {
  readonly #taken: Set<string>

  constructor(reserved: readonly string[]) {
    this.#taken = new Set(reserved)
  }

  /** The first of the names that is free, otherwise the first one with a number. */
  take(wanted: readonly string[]): string {
    const [first = 'Unnamed'] = wanted
    let name = wanted.find((candidate) => !this.#taken.has(candidate)) ?? first
    for (let count = 2; this.#taken.has(name); count++) name = first + count
    this.#taken.add(name)
    return name
  }
}

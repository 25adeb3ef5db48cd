/**
 * What a generated value depends on, and what generating returns. Shared by the modes of generation.
 */
import type { Violation } from '../../errors.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { Dialect } from '../document/dialect.ts'
import type { Files } from '../document/references.ts'
import type { SchemaCompiler } from '../schema/schema-compiler.ts'
import type { SchemaError } from '../schema/validator.ts'
import { seedOf } from '../values/random.ts'
import type { Outcome } from './property-names.ts'

/** The document that the schemas belong to. */
export interface ValueSource {
  readonly files: Files
  readonly dialect: Dialect
  readonly compiler: SchemaCompiler
}

/** Where the value is used. Names decide what strings and numbers look like. */
export interface ValueContext {
  /** The name of the value: of a property or a resource. */
  readonly name?: string
  /** The object that has the value as a property, with the object's seed. */
  readonly owner?: { readonly name: string; readonly seed: number }
  /** How young a record is: 0 if it refers to no others, 1 if it does, 2 if those refer to others, 3 and 4 if it is below others. Default: any of these. */
  readonly rank?: 0 | 1 | 2 | 3 | 4 | undefined
  /** What the body that the value is part of reports. */
  readonly outcome?: Outcome
  /** Only in mode `minimal`: whether the value is a part of a record that has just been created. */
  readonly isNew?: boolean
  /** Whether the value is sent. Then read-only properties are left out, otherwise write-only ones. Default: false. */
  readonly isRequest?: boolean
}

export interface ValueOptions extends ValueContext {
  /** The same seed gives the same value. A function is called only when something is generated. */
  readonly seed: number | (() => number)
  /**
   * `realistic`: with optional properties, to a depth that a person can read.
   * `minimal`: `given`, and what else the schema requires.
   * `random`: by the keywords of the schema alone, as varied as they allow.
   */
  readonly mode: 'realistic' | 'minimal' | 'random'
  /** Only in mode `minimal`: the part that is already there. It is returned unchanged if it is valid. */
  readonly given?: Json
  /** Whether examples and defaults inside the schema are used. Default: true. */
  readonly examples?: boolean
  /** Only in mode `realistic`: whether values may be like documented examples where examples are not used. */
  readonly imitate?: boolean
  /** The errors of a value, undefined if it is valid; false: do not validate. Default: validate as a response. */
  readonly validate?: Validate | false
  /** What violations call the value. Default: `body`. */
  readonly label?: string
}

export type Validate = (value: Json) => readonly SchemaError[] | undefined

export type GeneratedValue<Value extends Json = Json> =
  | { readonly kind: 'generated'; readonly value: Value }
  /** `violations`: of what was given, otherwise of the last attempt; empty if no value could be generated at all. */
  | { readonly kind: 'failed'; readonly reason: string; readonly violations: readonly Violation[] }

/** Generates values of one schema, synchronously. An object that was given stays an object. */
export interface ValueGenerator {
  (options: ValueOptions & { readonly given: JsonObject }): GeneratedValue<JsonObject>
  (options: ValueOptions): GeneratedValue
}

/** The options for a property, so that it gets the same value alone as within its object. */
export const forProperty = <Options extends ValueContext>(
  options: Options,
  seed: number,
  property: string,
): Options & { readonly seed: number; readonly name: string } => ({
  ...options,
  seed: seedOf(seed, property),
  name: property,
  owner: { name: options.name ?? '', seed },
})

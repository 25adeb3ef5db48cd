/**
 * One run of the realistic generator: its options, its state and its limits. Separate, because the generators of objects and of
 * lists share it.
 */
import type { Json } from '../../ports.ts'
import type { Files, Node } from '../document/references.ts'
import type { Vocabulary } from './document-vocabulary.ts'
import type { RandomGenerator } from './generate-random.ts'
import type { FindText } from './text-writers.ts'
import { maxItems } from './value-limits.ts'
import type { ValueContext } from './value-options.ts'
import type { Place } from './value-place.ts'

export interface RealisticOptions extends ValueContext {
  readonly files: Files
  readonly schema: Node
  readonly seed: number
  /** Whether examples and defaults inside the schema are used. */
  readonly examples: boolean
  /** Whether values may be like the documented examples. Default: as `examples`. */
  readonly imitate?: boolean
  /** Whether optional properties are left out. */
  readonly isSparse: boolean
  /** For patterns and intricate keywords. */
  readonly generateRandom: RandomGenerator
  /** Whether an example of a schema is valid. */
  readonly isValidExample: (schema: Node, example: Json) => boolean
  /** How often the value at a pointer was invalid. */
  readonly faults: ReadonlyMap<string, number>
}

/** A schema that requires an endless value within itself. */
export class EndlessSchemaError extends Error {
  override readonly name = 'EndlessSchemaError'
}

/** Optional objects and scalars are shown to these depths; required values may be deeper, up to `most`. */
export const depths = { objects: 3, scalars: 5, most: 40 } as const

/** After this number of values only required ones follow. */
export const maxShown = 400

/** The state of one generation. */
export interface Run {
  readonly options: RealisticOptions
  readonly optional: Set<string>
  /** Pointers of values that must not be changed to agree with others. */
  readonly fixed: Set<string>
  readonly findText: FindText
  readonly vocabulary: Vocabulary
  /** Values generated so far. */
  count: number
  /** The value for schemas at a place; undefined where nothing can be generated. */
  readonly generateAt: (run: Run, nodes: readonly Node[], place: Place) => Json | undefined
}

/** A minimum, if this many can be generated. Nothing else would be valid. Throws EndlessSchemaError. */
export const leastOf = (minimum: Json | undefined, what: string): number => {
  if (typeof minimum !== 'number') return 0
  if (minimum > maxItems) throw new EndlessSchemaError(`the schema requires at least ${minimum} ${what}`)
  return minimum
}

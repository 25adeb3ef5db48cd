/**
 * Values that are generated for one schema, so that a test of their contents shows only the schema and what is expected.
 */
import { expect } from 'vitest'
import { generateValue } from '../../src/contract/sample/generate-value.ts'
import type { ValueContext } from '../../src/contract/sample/value-options.ts'
import { createSchemaCompiler } from '../../src/contract/schema/schema-compiler.ts'
import type { Json, JsonObject } from '../../src/ports.ts'

/** Enough for a value that is wrong now and then. */
export const seeds = [1, 2, 3, 4, 5, 6, 7, 8]

export type Values = Readonly<Record<string, Json>>

export interface SampleOptions extends ValueContext {
  /** Whether values may be like the examples of the schema. Default: false. */
  readonly imitate?: boolean
  /** Whether the examples of the schema are used. Default: false. */
  readonly examples?: boolean
}

/** A valid object. */
export const generateSample = async (
  schema: JsonObject,
  seed: number,
  options: SampleOptions = {},
): Promise<Values> => {
  const file = '/gadgets.yaml'
  const files = new Map([[file, { schema }]])
  const source = { files, dialect: '3.1', compiler: createSchemaCompiler(files, '3.1') } as const
  const node = { file, pointer: '/schema', value: schema }
  const generated = await generateValue(source, node, { mode: 'realistic', seed, examples: false, ...options })
  expect(generated.kind, JSON.stringify(generated)).toBe('generated')
  return (generated.kind === 'generated' ? generated.value : {}) as Values
}

/**
 * Values that json-schema-faker generates from the schemas of a document: through references, in every dialect.
 */

import { describe, expect, it } from 'vitest'
import type { Dialect } from '../../../src/contract/document/dialect.ts'
import { generateValue } from '../../../src/contract/sample/generate-value.ts'
import { createSchemaCompiler } from '../../../src/contract/schema/schema-compiler.ts'
import { parseJsonText } from '../../../src/contract/values/json-text.ts'
import type { JsonObject } from '../../../src/ports.ts'
import { closed } from '../../support/write-document.ts'

const file = '/gadgets.yaml'

interface Subject {
  readonly schema: JsonObject
  /** Referenced as #/definitions/NAME. */
  readonly definitions?: Readonly<Record<string, JsonObject>>
  readonly dialect?: Dialect
}

const generate = async ({ schema, definitions = {}, dialect = '3.1' }: Subject, seed = 1) => {
  const files = new Map([[file, { schema, definitions }]])
  const node = { file, pointer: '/schema', value: schema }
  const compiler = createSchemaCompiler(files, dialect)
  const generated = await generateValue({ files, dialect, compiler }, node, { mode: 'random', seed, validate: false })
  const value = generated.kind === 'generated' ? generated.value : undefined
  const errors = compiler.compile(node, 'response')(parseJsonText(JSON.stringify(value)))
  return { value, errors }
}

const to = (name: string | number): JsonObject => ({ $ref: `#/definitions/${name}` })

/** Definitions 0 to `length`, each of which requires the next. */
const chain = (length: number): Readonly<Record<string, JsonObject>> =>
  Object.fromEntries([
    ...Array.from({ length }, (_, index) => [String(index), closed({ next: to(index + 1) })]),
    [String(length), closed({ last: { type: 'integer' } })],
  ])

describe('a random value is valid for', () => {
  const rows: readonly (Subject & { readonly name: string })[] = [
    ...[1, 2, 3, 4].map((length) => ({
      name: `references ${length + 1} deep`,
      schema: to(0),
      definitions: chain(length),
    })),
    {
      name: 'an array of references to schemas with references',
      schema: { type: 'array', minItems: 1, items: to(0) },
      definitions: chain(2),
    },
    {
      name: 'the same reference twice',
      schema: closed({ a: to('Part'), b: to('Part') }),
      definitions: { Part: closed({ of: to('Whole') }), Whole: closed({ name: { type: 'string' } }) },
    },
    {
      name: 'allOf of references',
      schema: { allOf: [to('A'), to('B')] },
      definitions: {
        A: { type: 'object', required: ['a'], properties: { a: to('Part') } },
        B: { type: 'object', required: ['b'], properties: { b: to('Part') } },
        Part: closed({ name: { type: 'string' } }),
      },
    },
    {
      name: 'a recursive tree',
      schema: to('Tree'),
      definitions: {
        Tree: {
          type: 'object',
          required: ['name', 'leaves'],
          properties: { name: { type: 'string' }, leaves: { type: 'array', items: to('Tree') } },
        },
      },
    },
    {
      name: 'a recursive list that ends in null',
      schema: to('Link'),
      definitions: {
        Link: {
          type: 'object',
          required: ['next'],
          properties: { next: { anyOf: [{ type: 'null' }, to('Link')] } },
        },
      },
    },
    {
      name: 'a nullable reference in 3.0',
      schema: closed({ part: to('Part') }),
      definitions: { Part: { type: 'object', nullable: true, required: ['a'], properties: { a: { type: 'string' } } } },
      dialect: '3.0',
    },
    { name: 'an int64', schema: { type: 'integer', format: 'int64' } },
    { name: 'an int64 with the minimum 2^40', schema: { type: 'integer', format: 'int64', minimum: 2 ** 40 } },
  ]
  for (const { name, ...subject } of rows)
    it(name, async () => {
      for (const seed of [1, 2, 3]) {
        const { value, errors } = await generate(subject, seed)
        expect(errors, JSON.stringify(value)).toBeUndefined()
      }
    })

  it('is the same for the same seed, whatever was generated before', async () => {
    const subject = { schema: closed({ a: { type: 'string' }, b: { type: 'integer' } }) }
    const first = await generate(subject, 7)
    await generate({ schema: { type: 'string' } }, 8)
    expect(await generate(subject, 7)).toEqual(first)
    expect((await generate(subject, 8)).value).not.toEqual(first.value)
  })

  it('has small positive integers where the schema has no bounds', async () => {
    const { value } = await generate({
      schema: { type: 'array', items: { type: 'integer', format: 'int64' }, minItems: 3 },
    })
    for (const item of [value].flat()) expect(item).toSatisfy((number: number) => number >= 1 && number <= 10_000)
  })

  it('does not change the schema', async () => {
    const subject = { schema: to(0), definitions: chain(2) }
    const before = JSON.stringify(subject)
    await generate(subject)
    expect(JSON.stringify(subject)).toBe(before)
  })
})

/**
 * Values made of a schema, on their own: what the mocker would make up instead is not asked.
 */

import { describe, expect, it } from 'vitest'
import type { Dialect } from '../../../src/contract/document/dialect.ts'
import { generateValue } from '../../../src/contract/sample/generate.ts'
import { createSchemaCompiler } from '../../../src/contract/schema/schema-compiler.ts'
import { parseJsonText } from '../../../src/contract/values/json-text.ts'
import type { JsonObject } from '../../../src/ports.ts'
import { closed } from '../../support/write-document.ts'

const file = '/gadgets.yaml'

interface Subject {
  readonly schema: JsonObject
  /** Referred to as #/definitions/NAME. */
  readonly definitions?: Readonly<Record<string, JsonObject>>
  readonly dialect?: Dialect
}

const make = async ({ schema, definitions = {}, dialect = '3.1' }: Subject, seed = 1) => {
  const files = new Map([[file, { schema, definitions }]])
  const node = { file, pointer: '/schema', value: schema }
  const value = await generateValue({ files, dialect, schema: node, seed })
  const errors = createSchemaCompiler(files, dialect).compile(node, 'response')(parseJsonText(JSON.stringify(value)))
  return { value, errors }
}

const to = (name: string | number): JsonObject => ({ $ref: `#/definitions/${name}` })

/** Definitions 0 to `length`, each of which needs the next. */
const chain = (length: number): Readonly<Record<string, JsonObject>> =>
  Object.fromEntries([
    ...Array.from({ length }, (_, index) => [String(index), closed({ next: to(index + 1) })]),
    [String(length), closed({ last: { type: 'integer' } })],
  ])

describe('a value that fits', () => {
  const rows: readonly (Subject & { readonly name: string })[] = [
    ...[1, 2, 3, 4].map((length) => ({
      name: `references ${length + 1} deep`,
      schema: to(0),
      definitions: chain(length),
    })),
    {
      name: 'a list of what is referred to, which refers on',
      schema: { type: 'array', minItems: 1, items: to(0) },
      definitions: chain(2),
    },
    {
      name: 'one reference twice',
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
      name: 'a tree of itself',
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
      name: 'a list of itself that may end in null',
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
      name: 'null in 3.0, behind a reference',
      schema: closed({ part: to('Part') }),
      definitions: { Part: { type: 'object', nullable: true, required: ['a'], properties: { a: { type: 'string' } } } },
      dialect: '3.0',
    },
    { name: 'an int64', schema: { type: 'integer', format: 'int64' } },
    { name: 'an int64 from 2^40 on', schema: { type: 'integer', format: 'int64', minimum: 2 ** 40 } },
  ]
  for (const { name, ...subject } of rows)
    it(name, async () => {
      for (const seed of [1, 2, 3]) {
        const { value, errors } = await make(subject, seed)
        expect(errors, JSON.stringify(value)).toBeUndefined()
      }
    })

  it('is the same for the same seed, whatever was made before', async () => {
    const subject = { schema: closed({ a: { type: 'string' }, b: { type: 'integer' } }) }
    const first = await make(subject, 7)
    await make({ schema: { type: 'string' } }, 8)
    expect(await make(subject, 7)).toEqual(first)
    expect((await make(subject, 8)).value).not.toEqual(first.value)
  })

  it('has integers as people expect them: small and positive', async () => {
    const { value } = await make({
      schema: { type: 'array', items: { type: 'integer', format: 'int64' }, minItems: 3 },
    })
    for (const item of [value].flat()) expect(item).toSatisfy((held: number) => held >= 1 && held <= 10_000)
  })

  it('leaves the schema as it is', async () => {
    const subject = { schema: to(0), definitions: chain(2) }
    const before = JSON.stringify(subject)
    await make(subject)
    expect(JSON.stringify(subject)).toBe(before)
  })
})

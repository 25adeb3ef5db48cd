/**
 * The items of generated lists: numbered as they follow each other, and none of them twice.
 */
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/ports.ts'
import { generateSample, seeds } from '../../support/generate-sample.ts'
import { closed } from '../../support/write-document.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const listOf = (items: JsonObject, least: number): JsonObject => ({ type: 'array', items, minItems: least })

const listsOf = async (name: string, list: JsonObject): Promise<readonly (readonly unknown[])[]> =>
  Promise.all(
    seeds.map(
      async (seed) =>
        (await generateSample(closed({ [name]: list }), seed, { imitate: true }))[name] as readonly unknown[],
    ),
  )

describe('the items of a list are numbered:', () => {
  const rows: readonly (readonly [name: string, schema: JsonObject, numbers: readonly number[]])[] = [
    ['position', integer, [1, 2, 3]],
    ['product_option_position', integer, [1, 2, 3]],
    ['lineNumber', integer, [1, 2, 3]],
    ['line_number', { ...integer, example: 34 }, [34, 35, 36]],
    ['sequence', { ...integer, minimum: 1 }, [1, 2, 3]],
    ['sort_order', { ...integer, example: 5 }, [1, 2, 3]],
    ['index', integer, [0, 1, 2]],
    ['index', { ...integer, minimum: 0 }, [0, 1, 2]],
  ]
  for (const [name, schema, numbers] of rows)
    it(`${name} ${JSON.stringify(schema)}`, async () => {
      for (const list of await listsOf('parts', listOf(closed({ [name]: schema }), 3)))
        expect(list).toEqual(numbers.map((number) => ({ [name]: number })))
    })
})

it('a number that has to be within bounds is the first one where it may be', async () => {
  for (const seed of seeds)
    expect(await generateSample(closed({ page: { ...integer, minimum: 1 } }), seed)).toEqual({ page: 1 })
})

describe('nothing is in a list twice:', () => {
  const rows: readonly (readonly [name: string, items: JsonObject, key?: string])[] = [
    ['regions', { ...text, enum: ['north', 'south', 'east', 'west'] }],
    ['servers', { ...integer, minimum: 1, maximum: 6 }],
  ]
  for (const [name, items] of rows)
    it(`${name} ${JSON.stringify(items)}`, async () => {
      for (const list of await listsOf(name, listOf(items, 3))) expect(new Set(list).size).toBe(3)
    })

  it('no thing that is called like another one', async () => {
    const items = closed({ name: { ...text, enum: ['north', 'south'] }, value: integer })
    for (const list of await listsOf('headers', { type: 'array', items })) {
      const names = list.map((item) => (item as JsonObject).name)
      expect(new Set(names).size).toBe(names.length)
    }
  })

  it('no text in a language that has one', async () => {
    const items = closed({ languageCode: { ...text, enum: ['en', 'de'] }, text })
    for (const list of await listsOf('translations', { type: 'array', items })) {
      const languages = list.map((item) => (item as JsonObject).languageCode)
      expect(new Set(languages).size).toBe(languages.length)
    }
  })

  it('unless the schema requires more than there are', async () => {
    for (const list of await listsOf('flags', listOf({ const: 'north' }, 2))) expect(list).toEqual(['north', 'north'])
  })
})

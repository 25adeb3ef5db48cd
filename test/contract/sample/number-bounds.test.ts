/**
 * Generated numbers within the bounds of their schemas: only values that are allowed, and each of them.
 */
import { describe, expect, it } from 'vitest'
import { generateValue } from '../../../src/contract/sample/generate-value.ts'
import { createSchemaCompiler } from '../../../src/contract/schema/schema-compiler.ts'
import type { JsonObject } from '../../../src/ports.ts'
import { closed } from '../../support/write-document.ts'

const file = '/gadgets.yaml'
const seeds = Array.from({ length: 60 }, (_, seed) => seed + 1)

const generateAll = async (schema: JsonObject): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const whole = closed({ gizmo: schema })
  const files = new Map([[file, { schema: whole }]])
  const compiler = createSchemaCompiler(files, '3.1')
  const node = { file, pointer: '/schema', value: whole }
  const all = seeds.map(async (seed) => {
    const options = { mode: 'realistic', seed, examples: false, imitate: true } as const
    const generated = await generateValue({ files, dialect: '3.1', compiler }, node, options)
    return generated.kind === 'generated' ? (generated.value as Readonly<Record<string, unknown>>) : {}
  })
  return Promise.all(all)
}

describe('a whole number', () => {
  const rows: readonly (readonly [keywords: JsonObject, values: readonly number[]])[] = [
    [{ minimum: 3, maximum: 5 }, [3, 4, 5]],
    [{ minimum: 3, exclusiveMaximum: 5 }, [3, 4]],
    [{ exclusiveMinimum: 3, maximum: 5 }, [4, 5]],
    [{ exclusiveMinimum: 3, exclusiveMaximum: 6 }, [4, 5]],
    [{ minimum: 4, maximum: 4 }, [4]],
    [{ minimum: -2, exclusiveMaximum: 0 }, [-2, -1]],
    [{ minimum: 10, maximum: 30, multipleOf: 10 }, [10, 20, 30]],
    [{ minimum: 10, exclusiveMaximum: 30, multipleOf: 10 }, [10, 20]],
    [{ exclusiveMinimum: 10, maximum: 30, multipleOf: 10 }, [20, 30]],
    [{ minimum: 1, maximum: 25, multipleOf: 10 }, [10, 20]],
    // A bound at the end of the usual range leaves one usual value.
    [{ maximum: 1 }, [1]],
    [{ minimum: 100 }, [100]],
  ]
  for (const [keywords, values] of rows)
    it(`with ${JSON.stringify(keywords)} is ${values.join(' or ')}`, async () => {
      const found = new Set((await generateAll({ type: 'integer', ...keywords })).map(({ gizmo }) => Number(gizmo)))
      expect([...found].sort((a, b) => a - b)).toEqual(values)
    })
})

it('an amount in cents is larger than a count', async () => {
  for (const { gizmo } of await generateAll({ type: 'integer', description: 'The amount in cents.' })) {
    expect(gizmo).toBeGreaterThanOrEqual(500)
    expect(gizmo).toBeLessThanOrEqual(50_000)
  }
  for (const { gizmo } of await generateAll({ type: 'integer', description: 'How many there are.' }))
    expect(gizmo).toBeLessThanOrEqual(100)
})

describe('a number whose example is', () => {
  const rows: readonly (readonly [what: string, example: number, unit: number])[] = [
    ['a time in seconds', 1_700_000_000, 1],
    ['a time in milliseconds', 1_700_000_000_000, 1000],
  ]
  const [from, to] = [Date.UTC(2015, 0) / 1000, Date.UTC(2030, 0) / 1000]
  for (const [what, example, unit] of rows)
    it(`${what} is one, too`, async () => {
      for (const { gizmo } of await generateAll({ type: 'integer', example })) {
        expect(Number(gizmo) / unit).toBeGreaterThan(from)
        expect(Number(gizmo) / unit).toBeLessThan(to)
      }
    })
})

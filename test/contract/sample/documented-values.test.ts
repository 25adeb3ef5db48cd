/**
 * Generated values for formats that documents use, and examples that refer to a value elsewhere.
 */
import { describe, expect, it } from 'vitest'
import { object, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, response } from '../../support/write-document.ts'

const read = async (document: object, headers: Readonly<Record<string, string>> = {}): Promise<unknown> => {
  await using served = await serveFiles({ 'clocks.json': document })
  return (await served.call('/clock', { headers })).json
}

const describeClock = (schema: object, beside: object = {}, components: object = {}): object =>
  openApi({ paths: { '/clock': { get: { responses: { 200: response(schema, beside) } } } }, components })

const tick = object(
  { at: { type: 'number', format: 'int64' }, step: { type: 'number', format: 'int32', minimum: 3 } },
  ['at', 'step'],
)

it('a number with an integer format is an integer', async () => {
  for (const prefer of ['', 'dynamic=true']) {
    const value = (await read(describeClock(tick), prefer === '' ? {} : { prefer })) as Record<string, unknown>
    expect(Number.isInteger(value.at), JSON.stringify(value)).toBe(true)
    expect(Number.isInteger(value.step), JSON.stringify(value)).toBe(true)
  }
})

it('a guid is a UUID', async () => {
  const value = await read(describeClock(object({ serial: { type: 'string', format: 'guid' } }, ['serial'])))
  expect(value).toEqual({ serial: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/) })
})

describe('an example that is a reference', () => {
  const shown = { zone: 'Lisbon' }
  const components = { examples: { Here: { value: shown } } }
  const rows = [
    { name: 'to a value', beside: { examples: { one: { value: { $ref: '#/components/examples/Here/value' } } } } },
    { name: 'to a named example', beside: { example: { $ref: '#/components/examples/Here' } } },
  ]
  for (const { name, beside } of rows)
    it(`${name} is what it leads to`, async () => {
      expect(await read(describeClock(object({ zone: text }), beside, components))).toEqual(shown)
    })

  it('stays a value where the schema describes that property', async () => {
    const example = { $ref: '#/components/examples/Here' }
    expect(await read(describeClock(object({ $ref: text }), { example }, components))).toEqual(example)
  })
})

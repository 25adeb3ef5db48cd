/**
 * The type of each kind of schema, in each version of OpenAPI. The whole is checked by TypeScript.
 */
import { describe, expect, it } from 'vitest'
import { loadService } from '../../src/loading/service.ts'
import { writeTypes } from '../../src/types/write-types.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { openApi, requestBody, response } from '../support/write-document.ts'
import { typeCheck } from './type-check.ts'

const write = async (document: object): Promise<string> => {
  await using folder = await createTemporaryFolder({ 'gadgets.json': JSON.stringify(document) })
  return writeTypes(await loadService([`${folder.path}/gadgets.json`]), ['slow'])
}

/** Without the registration: there is no package in the folder of the check. */
const check = (text: string): Promise<readonly string[]> =>
  typeCheck({ 'types.ts': text.replace(/declare module[\s\S]*?\n\}\n/, '') })

const declarationOf = (text: string, name: string): string | undefined => {
  const found = new RegExp(`^export (?:interface ${name} |type ${name} = ?)([\\s\\S]*?)\\n(?:\\n|$)`, 'm').exec(text)
  return found?.[1]?.replace(/\s+/g, ' ')
}

const text = { type: 'string' }
const whole = { type: 'integer' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const documentWith = (schemas: object, version?: string): object =>
  openApi(
    {
      components: { schemas },
      paths: { '/value': { put: { requestBody: requestBody(ref('It')), responses: { 200: response(ref('It')) } } } },
    },
    version,
  )

interface Row {
  readonly name: string
  readonly schema: object
  readonly type: string
  readonly others?: Readonly<Record<string, object>>
  /** The types of other schemas. */
  readonly declared?: Readonly<Record<string, string>>
  readonly version?: string
}

const rows: readonly Row[] = [
  { name: 'a string', schema: text, type: 'string' },
  { name: 'an integer', schema: { type: 'integer', format: 'int64' }, type: 'number' },
  { name: 'true and false', schema: { properties: { a: true, b: false } }, type: '{ a?: unknown b?: never }' },
  { name: 'nothing said', schema: {}, type: 'unknown' },
  { name: 'several types', schema: { type: ['string', 'null', 'number'] }, type: 'string | null | number' },
  { name: 'an enum', schema: { type: 'string', enum: ['a', 'b "c"', null] }, type: '"a" | "b \\"c\\"" | null' },
  { name: 'a const', schema: { const: 7 }, type: '7' },
  { name: 'an enum of objects', schema: { enum: [{ a: 1 }] }, type: 'unknown' },
  { name: 'nullable of 3.0', schema: { type: 'string', nullable: true }, type: 'string | null', version: '3.0.3' },
  {
    name: 'a nullable reference of 3.0',
    schema: { nullable: true, allOf: [ref('Other')] },
    others: { Other: { type: 'object', properties: { a: text } } },
    type: 'Other | null',
    version: '3.0.3',
  },
  {
    name: 'an object',
    schema: { type: 'object', required: ['id'], properties: { id: whole, 'a-b': text, 1: text, class: text } },
    type: '{ 1?: string id: number "a-b"?: string class?: string }',
  },
  { name: 'an object without properties', schema: { type: 'object' }, type: '{ [name: string]: unknown }' },
  {
    name: 'a closed object',
    schema: { type: 'object', additionalProperties: false },
    type: '{ [name: string]: never }',
  },
  { name: 'a map', schema: { type: 'object', additionalProperties: text }, type: '{ [name: string]: string }' },
  {
    name: 'named and other properties',
    schema: { type: 'object', properties: { a: whole }, additionalProperties: text },
    type: '{ a?: number [name: string]: unknown }',
  },
  { name: 'an array', schema: { type: 'array', items: { type: ['string', 'null'] } }, type: '(string | null)[]' },
  {
    name: 'a tuple',
    schema: { type: 'array', prefixItems: [text, whole], items: false, minItems: 1 },
    type: '[string, (number)?]',
  },
  {
    name: 'allOf, with a property that another part requires',
    schema: { allOf: [ref('Other'), { required: ['a'] }, { properties: { b: text } }] },
    others: { Other: { properties: { a: text } } },
    type: 'Other & { a: unknown } & { b?: string }',
  },
  {
    name: 'oneOf beside properties',
    schema: { type: 'object', properties: { a: text }, oneOf: [{ required: ['b'] }, { required: ['c'] }] },
    type: '({ b: unknown } | { c: unknown }) & { a?: string }',
  },
  {
    name: 'keywords beside a reference',
    schema: { ...ref('Other'), properties: { b: text } },
    others: { Other: { properties: { a: text } } },
    type: 'Other & { b?: string }',
  },
  {
    name: 'recursion',
    schema: { type: 'object', properties: { inner: ref('It'), list: { type: 'array', items: ref('It') } } },
    type: '{ inner?: It list?: It[] }',
  },
  { name: 'a list of itself', schema: { type: 'array', items: ref('It') }, type: 'It[]' },
  {
    name: 'a circle without an object in between',
    schema: { oneOf: [text, ref('Other')] },
    others: { Other: { allOf: [ref('It')] } },
    type: 'string | Other',
    declared: { Other: 'unknown' },
  },
  {
    name: 'variants that are listed',
    schema: {
      oneOf: [ref('Cat'), ref('Dog')],
      discriminator: { propertyName: 'kind', mapping: { cat: ref('Cat').$ref } },
    },
    others: {
      Cat: { type: 'object', required: ['kind'], properties: { kind: text } },
      Dog: { type: 'object', required: ['kind'], properties: { kind: { const: 'Dog' } } },
    },
    type: 'Cat & { kind: "cat" | "Cat" } | Dog',
  },
  {
    name: 'variants that extend it',
    schema: { type: 'object', required: ['kind'], properties: { kind: text }, discriminator: { propertyName: 'kind' } },
    others: { Cat: { allOf: [ref('It'), { properties: { lives: whole } }] } },
    type: 'Cat & { kind: "Cat" } | ItBase & { kind: "It" }',
    declared: { Cat: 'ItBase & { lives?: number }', ItBase: '{ kind: string }' },
  },
]

describe('the type of', () => {
  for (const { name, schema, others = {}, type, declared = {}, version } of rows)
    it(name, async () => {
      const written = await write(documentWith({ It: schema, ...others }, version))
      expect(declarationOf(written, 'It'), written).toBe(type)
      for (const [other, expected] of Object.entries(declared))
        expect(declarationOf(written, other), written).toBe(expected)
      expect(await check(written), written).toEqual([])
    })
})

describe('the file', () => {
  it('has another type for a request if a property is readOnly or writeOnly', async () => {
    const it = {
      type: 'object',
      required: ['id', 'secret'],
      properties: { id: { type: 'integer', readOnly: true }, secret: { type: 'string', writeOnly: true }, name: text },
    }
    const written = await write(documentWith({ It: it }))
    expect(declarationOf(written, 'It')).toBe('{ id: number name?: string }')
    expect(declarationOf(written, 'ItRequest')).toBe('{ secret: string name?: string }')
    expect(written).toContain('request: ItRequest\n')
  })

  it('names each type once, whatever the document calls its schemas', async () => {
    const names = ['pet', 'Pet', 'pet-status', '1st', 'Records', '種類', 'a/b~c', 'area m²', '½']
    const pointers = names.map((name) => ref(name.replaceAll('~', '~0').replaceAll('/', '~1')))
    const schemas = Object.fromEntries(names.map((name) => [name, { type: 'object', properties: { a: text } }]))
    const written = await write(documentWith({ It: { type: 'array', prefixItems: pointers }, ...schemas }))
    expect(declarationOf(written, 'It')).toBe(
      '[(Pet)?, (GadgetsPet)?, (PetStatus)?, (Type1st)?, (GadgetsRecords)?, (種類)?, (ABC)?, (AreaM)?, (Unnamed)?, ...unknown[]]',
    )
    expect(await check(written), written).toEqual([])
  })

  it('keeps descriptions out of the code', async () => {
    const written = await write(
      documentWith({ It: { type: 'string', description: 'Ends */ export\nhere.', deprecated: true } }),
    )
    expect(written).toContain('/** Ends *\\/ export here. @deprecated */\nexport type It = string\n')
    expect(await check(written), written).toEqual([])
  })

  it('has records, bodies by status, and names of scenarios, of OpenAPI 2.0 too', async () => {
    const pet = { type: 'object', required: ['id'], properties: { id: whole } }
    const body = { name: 'body', in: 'body', required: true, schema: pet }
    const item = { parameters: [{ name: 'id', in: 'path', required: true, type: 'integer' }] }
    const written = await write({
      swagger: '2.0',
      info: { title: 'Pets', version: '1' },
      paths: {
        '/pets': {
          get: {
            operationId: 'list',
            responses: { 200: { description: 'All.', schema: { type: 'array', items: pet } } },
          },
          post: {
            parameters: [body],
            responses: { 201: { description: 'Created.', schema: pet }, default: { description: 'No.' } },
          },
        },
        '/pets/{id}': { get: { ...item, responses: { 200: { description: 'One.', schema: pet } } } },
      },
    })
    expect(declarationOf(written, 'Records')).toBe('{ pets: Pet }')
    expect(declarationOf(written, 'Pet')).toBe('{ id: number }')
    expect(declarationOf(written, 'Operations')).toContain(
      'list: { request: undefined responses: { 200: { id: number }[] } }',
    )
    expect(declarationOf(written, 'Operations')).toContain(
      '"POST /pets": { request: { id: number } responses: { 201: { id: number } default: undefined } }',
    )
    expect(declarationOf(written, 'ScenarioName')).toContain('| "slow"')
    expect(await check(written), written).toEqual([])
  })

  it('keeps values that have the line separators of Unicode', async () => {
    const value = 'one\u2028two\u2029three'
    const schema = { type: 'object', properties: { it: { enum: [value, 'other'] } } }
    const written = await write(documentWith({ It: schema }))
    expect(written).toContain(JSON.stringify(value))
    expect(await check(written), written).toEqual([])
  })
})

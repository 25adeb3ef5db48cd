/**
 * Fault 17: schemas that require more than memory or time can hold. Each gets an answer soon, and `check` names the place.
 */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runStandin } from '../../support/run-standin.ts'
import { serveFiles, writeFiles } from '../../support/serve-files.ts'
import { closed, openApi, ref, requestBody, response } from '../../support/write-document.ts'

const id = { type: 'integer' }
const nestedBy = (levels: number): Record<string, object> =>
  Object.fromEntries(
    Array.from({ length: levels }, (_, level) => [
      `Level${level}`,
      level === levels - 1 ? { type: 'string' } : closed({ inner: ref(`Level${level + 1}`) }),
    ]),
  )

interface Row {
  readonly name: string
  readonly thing: object
  readonly schemas?: Readonly<Record<string, object>>
  readonly says: string
}

const rows: readonly Row[] = [
  {
    name: 'minItems of a billion',
    thing: closed({ id, tags: { type: 'array', minItems: 1e9, items: { type: 'string' } } }),
    says: 'more than 20000 values',
  },
  {
    name: 'minLength of two billion',
    thing: closed({ id, tags: { type: 'string', minLength: 2e9 } }),
    says: 'at least 2000000000 characters',
  },
  {
    name: 'minProperties of a billion',
    thing: closed({ id, tags: { type: 'object', minProperties: 1e9, additionalProperties: { type: 'string' } } }),
    says: 'at least 1000000000 properties',
  },
  {
    name: 'a pattern of 100,000,000 characters',
    thing: closed({ id, tags: { type: 'string', pattern: '^a{100000000}$' } }),
    says: '^a{100000000}$',
  },
  {
    name: 'a pattern that repeats a repetition of a repetition',
    thing: closed({ id, tags: { type: 'string', pattern: '((a{1000}){1000}){1000}' } }),
    says: '((a{1000}){1000}){1000}',
  },
  {
    name: 'a required list of itself',
    thing: closed({ id, tags: { type: 'array', minItems: 5, items: ref('Thing') } }),
    says: 'more than 20000 values',
  },
  {
    name: 'a oneOf of 3,000',
    thing: closed({ id, tags: { oneOf: Array.from({ length: 3_000 }, (_, index) => closed({ [`k${index}`]: id })) } }),
    says: 'at most 500 choices, got 3000',
  },
  {
    name: '1,000 schemas that lead to each other',
    thing: closed({ id, tags: ref('Level0') }),
    schemas: nestedBy(1_000),
    says: 'endless value within itself',
  },
]

const documentOf = ({ thing, schemas = {} }: Pick<Row, 'thing' | 'schemas'>): object =>
  openApi({
    components: { schemas: { Thing: thing, ...schemas } },
    paths: {
      '/things': {
        get: { responses: { 200: response({ type: 'array', items: ref('Thing') }) } },
        post: { requestBody: requestBody(ref('Thing')), responses: { 201: response(ref('Thing')) } },
      },
      '/other': { get: { responses: { 200: response(ref('Thing')) } } },
    },
  })

describe('a schema with', () => {
  for (const row of rows)
    it(`${row.name} is answered, and found by check`, async () => {
      await using served = await serveFiles({ 'things.json': documentOf(row) }, { generate: 3 })
      expect((await served.call('/things')).status).toBe(200)
      expect((await served.call('/things', { body: { id: 1, tags: 'a' } })).status).toBeGreaterThanOrEqual(400)
      for (const prefer of ['dynamic=false', 'dynamic=true']) {
        const other = await served.call('/other', { headers: { prefer } })
        expect(other.status, other.text).toBe(500)
        expect(other.json).toMatchObject({ title: expect.stringMatching(/valid|Internal/) })
      }
      await using folder = await writeFiles({ 'things.json': documentOf(row) })
      const { code, stdout } = await runStandin('check', join(folder.path, 'things.json'), '--format', 'json')
      expect(code).toBe(1)
      const findings: unknown = JSON.parse(stdout)
      expect(findings).toContainEqual(
        expect.objectContaining({ line: 1, column: expect.any(Number), message: expect.stringContaining(row.says) }),
      )
    })

  it('a pattern that backtracks catastrophically is answered, also where a long text is tried', async () => {
    const pattern = '^([a-zA-Z ,.]+)+!$'
    const text = { type: 'string', minLength: 60, pattern }
    const thing = { type: 'object', properties: { id, description: text, country: { type: 'string', pattern } } }
    await using served = await serveFiles({ 'things.json': documentOf({ thing }) }, { generate: 3 })
    const { status, json } = await served.call('/things')
    expect(status).toBe(200)
    for (const { country } of json as readonly { readonly country: string }[])
      expect(country).toMatch(/^[a-zA-Z ,.]+!$/)
  })

  it('10,000 properties is answered', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => [`p${index}`, { type: 'string' }])
    const thing = { type: 'object', properties: { id, ...Object.fromEntries(names) } }
    await using served = await serveFiles({ 'things.json': documentOf({ thing }) })
    expect((await served.call('/things', { body: { p1: 'x' } })).status).toBe(201)
  })
})

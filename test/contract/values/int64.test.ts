/**
 * int64, digit for digit, wherever a request can carry one and a response can show it; out of range it is rejected.
 */
import { describe, expect, it } from 'vitest'
import { useFiles } from '../../support/serve-files.ts'
import { openApi, response } from '../../support/write-document.ts'

const int64 = { type: 'integer', format: 'int64' }
const gadget = {
  type: 'object',
  required: ['id', 'count'],
  properties: { id: { type: 'string', readOnly: true }, count: int64, counts: { type: 'array', items: int64 } },
}
const mediaTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/xml']
const parameter = (place: string) => ({ name: 'n', in: place, required: true, schema: int64 })
const rejection = response({
  type: 'object',
  required: ['message'],
  properties: { message: { type: 'string' } },
})
const read = (place: string) => ({
  parameters: [parameter(place)],
  responses: { 204: { description: 'Done.' }, 400: rejection },
})

const { call } = useFiles({
  'gadgets.json': openApi({
    paths: {
      '/gadgets': {
        get: { responses: { 200: response({ type: 'array', items: gadget }) } },
        post: {
          requestBody: {
            required: true,
            content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: gadget }])),
          },
          responses: { 201: response(gadget), 400: rejection },
        },
      },
      '/gadgets/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: response(gadget), 404: rejection },
        },
      },
      '/path/{n}': { get: read('path') },
      '/query': { get: read('query') },
      '/header': { get: read('header') },
      '/cookie': { get: read('cookie') },
    },
  }),
})

const largest = '9223372036854775807'
const tooLarge = '9223372036854775808'

const inParameters: Readonly<
  Record<string, (digits: string) => readonly [path: string, headers: Record<string, string>]>
> = {
  path: (digits) => [`/path/${digits}`, {}],
  query: (digits) => [`/query?n=${digits}`, {}],
  header: (digits) => ['/header', { n: digits }],
  cookie: (digits) => ['/cookie', { cookie: `n=${digits}` }],
}

describe('in parameters', () => {
  for (const [place, write] of Object.entries(inParameters))
    it(place, async () => {
      for (const digits of [largest, `-${tooLarge}`, '9007199254740993']) {
        const [path, headers] = write(digits)
        expect((await call(path, { headers })).status, digits).toBe(204)
      }
      for (const digits of [tooLarge, '-9223372036854775809', '1.5', '1e3', '+1', '0x10', '9'.repeat(500)]) {
        const [path, headers] = write(digits)
        const answer = await call(path, { headers })
        expect(answer.status, digits).toBe(400)
        expect(answer.text).toContain(`${place}.n must be a 64-bit integer`)
      }
    })
})

const boundary = 'b'
const part = (name: string, text: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`

const inBodies: Readonly<Record<string, (one: string, two: string) => readonly [type: string, body: string]>> = {
  JSON: (one, two) => ['application/json', `{"count":${one},"counts":[${two}]}`],
  urlencoded: (one, two) => ['application/x-www-form-urlencoded', `count=${one}&counts=${two}`],
  'urlencoded with brackets': (one, two) => ['application/x-www-form-urlencoded', `count=${one}&counts[0]=${two}`],
  multipart: (one, two) => [
    `multipart/form-data; boundary=${boundary}`,
    `${part('count', one)}${part('counts', two)}--${boundary}--`,
  ],
  XML: (one, two) => ['application/xml', `<gadget><count>${one}</count><counts>${two}</counts></gadget>`],
}

describe('in bodies, and in the record created from them', () => {
  for (const [name, write] of Object.entries(inBodies))
    it(name, async () => {
      const [type, body] = write(largest, `-${tooLarge}`)
      const made = await call('/gadgets', { body, headers: { 'content-type': type } })
      expect(made.status, made.text).toBe(201)
      expect(made.text).toContain(`"count":${largest},"counts":[-${tooLarge}]`)
      const { id } = made.json as { id: string }
      expect((await call(`/gadgets/${id}`)).text).toBe(made.text)
      expect((await call('/gadgets')).text).toContain(made.text)
      for (const [one, two, at] of [
        [tooLarge, '1', 'body.count'],
        ['1', tooLarge, 'body.counts[0]'],
      ] as const) {
        const [badType, bad] = write(one, two)
        const answer = await call('/gadgets', { body: bad, headers: { 'content-type': badType } })
        expect(answer.status).toBe(400)
        expect(answer.text).toContain(`${at} must be a 64-bit integer, got ${tooLarge}`)
      }
    })
})

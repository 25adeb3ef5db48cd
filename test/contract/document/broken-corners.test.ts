/**
 * A document with a broken part: the problem is reported, the rest is served, and operations that use the broken part respond as
 * well as they can.
 */
import { describe, expect, it } from 'vitest'
import { useFiles } from '../../support/serve-files.ts'
import { closed, openApi, ref, requestBody, response } from '../../support/write-document.ts'

const gadget = closed({ name: { type: 'string' }, part: ref('Part'), loop: ref('Loop'), self: ref('Self') })

const answers = { 200: response(ref('Gadget')) }

describe('a broken part of a document', () => {
  const { call, standin } = useFiles({
    'gadgets.json': openApi({
      info: 'Gadgets',
      paths: {
        'no-slash': { get: { responses: answers } },
        '/gadgets/find': { post: { requestBody: requestBody(ref('Gadget')), responses: answers } },
        '/text': 'get',
        '/operation': { get: 'listGadgets', post: { responses: { 204: { description: 'Done.' } } } },
        '/responses': { get: { responses: [{ description: 'Done.' }] } },
        '/parameters': {
          get: {
            parameters: [
              { $ref: '#/components/parameters/Nowhere' },
              { in: 'query' },
              'limit',
              { name: 'a', in: 'nowhere' },
            ],
            responses: { 204: { description: 'Done.' } },
          },
        },
        '/body': {
          post: { requestBody: { $ref: 'nowhere.yaml#/Body' }, responses: { 204: { description: 'Done.' } } },
        },
        '/response': { get: { responses: { 200: { $ref: 'https://gadgets.test/gadget.yaml' } } } },
        '/path': { $ref: '#/paths/~1nowhere' },
      },
      components: {
        schemas: {
          Gadget: gadget,
          Part: { $ref: '#/components/schemas/Nowhere' },
          Loop: { $ref: '#/components/schemas/Pool' },
          Pool: { $ref: '#/components/schemas/Loop' },
          Self: { $ref: '#/components/schemas/Self' },
        },
      },
    }),
  })

  const whole = { name: 'Lamp', part: 1, loop: [], self: { any: 'thing' } }
  const rows: readonly {
    readonly method: string
    readonly path: string
    readonly body?: object
    readonly status: number
  }[] = [
    { method: 'POST', path: '/gadgets/find', body: whole, status: 200 },
    { method: 'POST', path: '/gadgets/find', body: { ...whole, name: 1 }, status: 422 },
    { method: 'POST', path: '/operation', status: 204 },
    { method: 'GET', path: '/operation', status: 405 },
    { method: 'GET', path: '/responses', status: 200 },
    { method: 'GET', path: '/parameters', status: 204 },
    { method: 'POST', path: '/body', status: 204 },
    { method: 'GET', path: '/response', status: 200 },
    { method: 'GET', path: '/no-slash', status: 404 },
    { method: 'GET', path: '/text', status: 501 },
    { method: 'GET', path: '/path', status: 404 },
  ]
  for (const { method, path, body, status } of rows)
    it(`${method} ${path}${body === undefined ? '' : ` of ${JSON.stringify(body)}`} is ${status}`, async () => {
      const answer = await call(path, { method, ...(body === undefined ? {} : { body }) })
      expect(answer.status, answer.text).toBe(status)
    })

  it('is reported, each position once', async () => {
    const { warnings } = await standin().describe()
    const places = warnings.map(({ line, column }) => `${line}:${column}`)
    expect(new Set(places).size).toBe(places.length)
    expect(warnings).toHaveLength(18)
    for (const { file, line } of warnings) expect([file.endsWith('gadgets.json'), line]).toEqual([true, 1])
  })
})

/**
 * The findings about steps of scenarios that make no sense, or do, for a document with many operations; equal to a stored file.
 * `npx vitest run test/conversations --update` writes it.
 */
import { expect, it } from 'vitest'
import { serveFiles } from '../support/serve-files.ts'
import { openApi, response } from '../support/write-document.ts'
import { hideRandom, showJson } from './show.ts'

const thing = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, state: { type: 'string', enum: ['new', 'old'] } },
}
const get = (index: number): object => ({
  get: {
    operationId: `get${index}`,
    parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
    responses: {
      200: response(thing, { examples: { first: { value: { id: 1 } } } }),
      ...(index > 6 ? { 404: { description: 'None.' } } : {}),
    },
  },
})
const path = { name: 'thingId', in: 'path', required: true, schema: { type: 'integer' } }
const document = openApi({
  paths: {
    ...Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`/things${index}`, get(index)])),
    '/things/{thingId}': { parameters: [path], ...get(9) },
  },
})

const all = Array.from({ length: 8 }, (_, index) => `get${index}`)
const one = { operation: 'get9' }
const ok = { status: 200 }
const respond = (respond: object, when: object = one, beside: object = {}): object => ({ when, respond, ...beside })

const steps: readonly (readonly object[])[] = [
  [respond(ok)],
  [respond(ok, { operation: 'get10' })],
  [respond(ok, { path: '/thing0' })],
  [respond(ok, { path: '/things0', method: 'post' })],
  [respond(ok, { operation: ['get0', 'gett1'] })],
  [respond(ok, { ...one, params: { thingid: 1 } })],
  [respond(ok, { ...one, params: { thingId: 1 }, query: { limt: 1 } })],
  [respond(ok, { path: '/things0', query: { limit: 1 } })],
  [respond({ status: 404 }, { operation: all })],
  [respond({ status: 404 }, { operation: all.slice(0, 5) })],
  [respond({ status: 404 }, { operation: all.slice(0, 6) })],
  [respond({ status: 404 }, { operation: ['get0', 'get7'] })],
  [respond({ status: 404 }, { operation: 'get7' })],
  [respond({ status: 404 }, { operation: '*' })],
  [respond({ status: 418 }, { operation: '*' })],
  [respond({ status: 418 }, one, { contract: 'ignore' })],
  [respond({ status: 200, example: 'firstt' })],
  [respond({ status: 200, example: 'first' })],
  [respond({ status: 404, example: 'first' })],
  [respond({ status: 200, body: { id: 'one' } })],
  [respond({ status: 200, body: { id: 'one' } }, one, { contract: 'ignore' })],
  [respond({ status: 200, body: { id: '{$request.path.thingId}' } })],
  [respond({ status: 200, body: { id: '{$request.path.nothing}' } })],
  [respond({ status: 200, body: '{$request.query.limit} {$request.query.limt} {$request.headers.accept}' })],
  [respond({ status: 200, body: '{$request.nothing}' })],
  [respond({ status: 200, headers: { 'X-A': 'b', 'X B': 'c', 'X-C': 'line\nbreak', 'Content-Length': '1' } })],
  [respond({ status: 99 })],
  [respond({ status: 101 })],
  [respond({ status: 200, hedaers: {} })],
  [{ when: one }],
  [{ when: { ...one, quary: {} }, delay: '1s' }],
  [{ when: one, advance: '1s' }],
  [{ when: { ...one, call: 2 }, advance: '1s' }],
  [{ when: one, fault: 'reset', respond: ok }],
  [{ when: one, fault: 'truncate', respond: ok }],
  [{ when: one, fault: 'resett' }],
  [{ when: { ...one, call: '3-2' }, fault: 'reset' }],
  [{ when: { ...one, call: 'every 0' }, fault: 'reset' }],
  [{ when: { ...one, call: 'every 3' }, fault: 'reset' }],
  [{ when: { ...one, call: 'third' }, fault: 'reset' }],
  [{ when: one, delay: { min: '2s', max: '1s' } }],
  [{ when: one, delay: { min: '1s', max: '1s' } }],
  [{ when: one, delay: '99999999d' }],
  [{ when: one, delay: 'long' }],
  [{ when: one, limit: { requests: 1, per: '99999999d' } }],
  [{ when: one, limit: { requests: 0, per: '1s' } }],
  [{ when: one, clock: '2030-02-30T00:00:00Z' }],
  [{ when: one, clock: '2030-02-28T00:00:00Z' }],
  [{ when: one, hold: ['Thing.state', 'things.state'] }],
  [{ when: one, records: 'nothing' }],
  [{ when: one, records: 'none' }],
  [{ when: { ...one, query: { limit: { matches: '(' } } }, fault: 'reset' }],
  [{ when: { ...one, query: { limit: { matches: 1 } } }, fault: 'reset' }],
  [{ when: { ...one, query: { limit: { in: 1 } } }, fault: 'reset' }],
  [{ when: { ...one, query: { limit: { from: 'a', to: 'b' } } }, fault: 'reset' }],
  [{ when: { ...one, query: { limit: { from: 2, to: 1 } } }, fault: 'reset' }],
  [{ when: { ...one, query: { limit: { from: 1, to: 1 } } }, fault: 'reset' }],
  [{ when: { ...one, query: { limit: { absent: 'yes' } } }, fault: 'reset' }],
  [{ when: { ...one, query: { limit: { absent: true } } }, fault: 'reset' }],
  // An earlier step that always answers hides a later one.
  [{ when: one, fault: 'reset' }, respond(ok)],
  [{ when: { ...one, call: 1 }, fault: 'reset' }, respond(ok)],
  [{ when: one, delay: '1s' }, respond(ok)],
  [{ when: { operation: ['get1', 'get9'] }, fault: 'reset' }, respond(ok)],
  [{ when: one, fault: 'reset' }, respond(ok, { operation: ['get1', 'get9'] })],
  [{ when: { operation: '*' }, fault: 'reset' }, respond(ok)],
  [{ when: { operation: '*' }, respond: ok }, respond(ok)],
  [{ when: { operation: '*' }, respond: ok, contract: 'ignore' }, respond(ok)],
  [{ when: { method: 'GET' }, fault: 'reset' }, respond(ok, { ...one, method: 'get' })],
  [{ when: { path: '/things0' }, fault: 'reset' }, respond(ok, { path: '/things0', query: { limit: 1 } })],
  [{ when: { ...one, query: { limit: 1 } }, fault: 'reset' }, respond(ok, { ...one, query: { limit: 1 } })],
  [{ when: { ...one, query: { limit: 1 } }, fault: 'reset' }, respond(ok, { ...one, query: { limit: 2 } })],
  [
    { when: { ...one, header: { 'X-A': { matches: '^a' } } }, fault: 'reset' },
    respond(ok, { ...one, header: { 'x-a': { matches: '^a' } } }),
  ],
  [
    { when: { ...one, header: { 'X-A': { matches: '^a' } } }, fault: 'reset' },
    respond(ok, { ...one, header: { 'x-a': { matches: '^b' } } }),
  ],
  [{ when: { ...one, body: { a: 1 } }, fault: 'reset' }, respond(ok, { ...one, body: { a: 1 } })],
  [{ when: { ...one, body: { a: 1 } }, fault: 'reset' }, respond(ok)],
]

it('the findings about steps are equal to the stored ones', async () => {
  await using served = await serveFiles({ 'things.json': document })
  let shown = ''
  for (const own of steps) {
    const source = JSON.stringify({ description: 'A test.', steps: own })
    const { text } = await served.call('/_sandbox/scenarios/check', { method: 'POST', body: { source } })
    shown += `${own.map((step) => JSON.stringify(step)).join('\n')}\n${showJson(JSON.parse(hideRandom(text)), '')}\n\n`
  }
  await expect(hideRandom(shown)).toMatchFileSnapshot('scenario-findings.txt')
})

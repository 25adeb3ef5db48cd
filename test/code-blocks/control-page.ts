/**
 * The requests and values of docs/control.md that are not curl commands: each is sent, or compared with what the server returns.
 */
import { expect } from 'vitest'
import { createStandin, type Standin } from '../../src/index.ts'
import { call } from '../support/client.ts'
import { startStandin } from '../support/start-standin.ts'
import type { RunBlock } from './special-blocks.ts'

const key = 'sandbox-key'

/** A request as a page shows it: the request line, headers, an empty line, the body. */
const parseRequest = (text: string) => {
  const [head = '', ...body] = text.trim().split('\n\n')
  const [method = '', path = ''] = (head.split('\n')[0] ?? '').split(' ')
  return { method, path, body: body.length === 0 ? undefined : JSON.parse(body.join('\n\n')) }
}

/** A server with the sandboxes of the page, one of which has created an animal. */
const withSandboxes = async (use: (standin: Standin, requestId: string) => Promise<void>): Promise<void> => {
  await using standin = await startStandin({ rewind: true })
  for (const id of ['checkout', 'fork']) await standin.sandbox({ id })
  const response = await fetch(`${standin.url}/v1/pets`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Sandbox-Id': 'checkout' },
    body: '{"name":"Rex","categoryId":1}',
  })
  await use(standin, response.headers.get('Sandbox-Request-Id') ?? '')
}

/** Sends the request of the block, with the id of a real exchange. */
const sendShown =
  (status: number): RunBlock =>
  ({ text }) =>
    withSandboxes(async (standin, requestId) => {
      const { method, path, body } = parseRequest(text.replace('req-5a1c09de-2', requestId))
      const response = await call(standin.url + path, { method, ...(body === undefined ? {} : { body }) })
      expect(response, text).toMatchObject({ status })
    })

/** Reads events until one is as the page shows it. */
const awaitEvent: RunBlock = async ({ text }) =>
  withSandboxes(async ({ url }) => {
    const stop = new AbortController()
    const response = await fetch(`${url}/_sandbox/events`, { signal: stop.signal })
    const decoder = new TextDecoder()
    let seen = ''
    await call(`${url}/_sandbox/sandboxes/checkout/records/pets`, { method: 'PUT', body: [] })
    for await (const chunk of response.body ?? []) {
      seen += decoder.decode(chunk)
      if (seen.includes(JSON.stringify(JSON.parse(text)))) break
      expect(seen.length, seen).toBeLessThan(100_000)
    }
    stop.abort()
  })

export const controlBlocks: Readonly<Record<string, RunBlock>> = {
  'docs/control.md: { "records": { "pets": [{ "id": 7, "name": "Rex", "categoryId": 1 }] }, "nextIds": { "pets": 8 } }':
    ({ text }) =>
      withSandboxes(async ({ url }) => {
        const body = JSON.parse(text)
        expect(await call(`${url}/_sandbox/sandboxes/checkout/import`, { method: 'PUT', body })).toMatchObject({
          status: 200,
        })
        const { json } = await call(`${url}/_sandbox/sandboxes/checkout/export`)
        expect(json).toMatchObject(body)
      }),
  'docs/control.md: POST /_sandbox/sandboxes': sendShown(201),
  'docs/control.md: GET /_sandbox/sandboxes/checkout/records/pets?at=req-5a1c09de-2': sendShown(200),
  'docs/control.md: GET /_sandbox/sandboxes/checkout/exchanges?view=summary&order=newest&limit=100&status=4xx':
    sendShown(200),
  'docs/control.md: POST /_sandbox/exchanges/req-5a1c09de-2/send': sendShown(201),
  'docs/control.md: [{ "pointer": "/status", "message": "body.status must be one of available, pending, sold, got \\"lost\\"", "code": "enum", "level": "error" }]':
    ({ text }) =>
      withSandboxes(async ({ url }) => {
        const body = { name: 'Rex', categoryId: 1, status: 'lost' }
        const address = `${url}/_sandbox/sandboxes/checkout/records/pets/check`
        expect((await call(address, { method: 'POST', body })).json).toEqual(JSON.parse(text))
      }),
  'docs/control.md: { "operation": "createPet", "where": { "request": { "body": { "name": { "matches": "^Rex" } } } }, "count": 1, "timeout": "5s" }':
    ({ text }) =>
      withSandboxes(async ({ url }) => {
        const body = JSON.parse(text)
        const { json } = await call(`${url}/_sandbox/sandboxes/checkout/exchanges/await`, { method: 'POST', body })
        expect(json).toMatchObject({ met: true, count: 1 })
      }),
  'docs/control.md: curl http://127.0.0.1:4010/_sandbox/exchanges/req-fed16e0843ab-5': ({ text }) =>
    withSandboxes(async ({ url }, requestId) => {
      const address = text
        .trim()
        .replace('curl http://127.0.0.1:4010', url)
        .replace(/req-[\w-]+/, requestId)
      expect((await call(address)).json).toMatchObject({ id: requestId, why: { matched: { operation: 'createPet' } } })
    }),
  'docs/control.md: {': async ({ text }) => {
    await using standin = await startStandin()
    const response = await fetch(`${standin.url}/v1/pets/31`, { headers: { Authorization: `Bearer ${key}` } })
    const { json } = await call(`${standin.url}/_sandbox/exchanges/${response.headers.get('Sandbox-Request-Id')}`)
    const { why } = json as { readonly why: { readonly matched: object } }
    const shown = JSON.parse(text)
    // The page shortens the path of the document.
    expect({ ...why, matched: { ...why.matched, document: shown.matched.document } }).toEqual(shown)
  },
  'docs/control.md: [{ "resource": "pets", "id": "31", "before": null, "after": { "id": 31, "name": "Rex", "categoryId": 1 } }]':
    ({ text }) =>
      withSandboxes(async ({ url }, requestId) => {
        expect((await call(`${url}/_sandbox/exchanges/${requestId}/changes`)).json).toEqual(JSON.parse(text))
      }),
  'docs/control.md: { "change": "changed", "sandbox": "checkout", "resource": "pets" }': awaitEvent,
  'docs/control.md: { "status": "not-ready", "reason": "the server is stopping" }': async ({ text }) => {
    const standin = await createStandin({ port: 0 })
    const closing = standin.close({ notice: 1_000 })
    const response = await fetch(`${standin.url}/_sandbox/ready`)
    expect({ status: response.status, json: await response.json() }).toEqual({ status: 503, json: JSON.parse(text) })
    await closing
  },
}

/**
 * Envelopes: `data` next to a scalar, if only what is in it has an id; a list with the record as its only item; a result that
 * may be any object; what the objects around a list require.
 */
import { expect, it } from 'vitest'
import { arrayOf, integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, ref, requestBody, response } from '../../support/write-document.ts'

const describeTools = (shown: object, sent: object): object =>
  openApi({
    paths: {
      '/tools': { post: { requestBody: requestBody(sent), responses: { 201: response(shown) } } },
      '/tools/{tool}': { parameters: [pathParameter('tool', text)], get: { responses: { 200: response(shown) } } },
    },
  })

const tool = object({ slug: text, weight: integer }, ['slug'])

it('data next to a word is an envelope', async () => {
  const shown = object({ kind: { enum: ['tool'] }, data: tool }, ['kind', 'data'])
  await using served = await serveFiles({ 'tools.json': describeTools(shown, tool) })
  const sent = { slug: 'saw', weight: 2 }
  expect((await served.call('/tools', { body: sent })).json).toEqual({ kind: 'tool', data: sent })
  expect((await served.call('/tools/saw')).json).toEqual({ kind: 'tool', data: sent })
  expect((await served.call('/tools/axe')).status).toBe(404)
})

it('is found in each variant of a response', async () => {
  const framed = (kind: string, data: object) => object({ kind: { enum: [kind] }, data }, ['kind', 'data'])
  const heavy = object({ slug: text, weight: integer }, ['slug', 'weight'])
  const shown = { anyOf: [framed('light', tool), framed('heavy', heavy)] }
  await using served = await serveFiles({ 'tools.json': describeTools(shown, tool) })
  const sent = { slug: 'saw', weight: 2 }
  expect((await served.call('/tools', { body: sent })).json).toMatchObject({ data: sent })
  expect((await served.call('/tools/saw')).json).toMatchObject({ data: sent })
})

it('data of a record that has an id itself is a property', async () => {
  const record = object({ slug: text, data: object({ name: text }) }, ['slug'])
  await using served = await serveFiles({ 'tools.json': describeTools(record, record) })
  const sent = { slug: 'saw', data: { name: 'Saw' } }
  expect((await served.call('/tools', { body: sent })).json).toEqual(sent)
  expect((await served.call('/tools/saw')).json).toEqual(sent)
})

const kite = object({ kiteId: text, span: integer }, ['kiteId'])
const kites = object({ kites: arrayOf(kite), errors: arrayOf(object({ code: text })), version: text }, [
  'kites',
  'version',
])

it('a list is an envelope if nothing beside it is a part of the record', async () => {
  const document = openApi({
    paths: {
      '/kites': {
        get: { responses: { 200: response(kites) } },
        post: { requestBody: requestBody(object({ span: integer })), responses: { 200: response(kites) } },
      },
      '/kites/{kiteId}': {
        parameters: [pathParameter('kiteId', text)],
        get: { responses: { 200: response(kites) } },
        delete: { responses: { 200: response(object({ errors: arrayOf(text) })) } },
      },
    },
  })
  await using served = await serveFiles({ 'kites.json': document })
  const { json } = await served.call('/kites', { body: { span: 3 } })
  const [made] = (json as { readonly kites: readonly { readonly kiteId: string }[] }).kites
  expect(json).toEqual({ kites: [{ kiteId: expect.any(String), span: 3 }], version: expect.any(String) })
  expect((await served.call(`/kites/${made?.kiteId}`)).json).toMatchObject({ kites: [made] })
  expect((await served.call('/kites')).json).toMatchObject({ kites: [made] })
  expect((await served.call(`/kites/${made?.kiteId}`, { method: 'DELETE' })).status).toBe(200)
  expect((await served.call(`/kites/${made?.kiteId}`)).status).toBe(404)
})

it('a list beside properties of a record belongs to the record', async () => {
  const fleet = object({ slug: text, label: text, span: object({ metres: integer }), kites: arrayOf(kite) })
  await using served = await serveFiles({ 'tools.json': describeTools(fleet, fleet) })
  const sent = { slug: 'n', label: 'North', span: { metres: 4 }, kites: [{ kiteId: 'k' }] }
  expect((await served.call('/tools', { body: sent })).json).toMatchObject(sent)
})

it('a result that may be any object contains the record that was sent', async () => {
  const shown = object({ ok: { type: 'boolean' }, message: text, result: { type: 'object' } }, ['ok'])
  await using served = await serveFiles({ 'tools.json': describeTools(shown, object({ weight: integer }, ['weight'])) })
  const { json } = await served.call('/tools', { body: { weight: 2 } })
  const { result } = json as { readonly result: { readonly tool: string } }
  expect(json).toMatchObject({ ok: true, result: { tool: expect.any(String), weight: 2 } })
  expect((await served.call(`/tools/${result.tool}`)).json).toMatchObject({ result })
})

it('the objects around a list have what they require', async () => {
  const page = object({ page: object({ size: integer, kites: arrayOf(kite) }, ['size', 'kites']) })
  const document = openApi({
    paths: {
      '/kites': {
        get: { responses: { 200: response(page) } },
        post: { requestBody: requestBody(object({ span: integer })), responses: { 201: response(kite) } },
      },
    },
  })
  await using served = await serveFiles({ 'kites.json': document })
  expect((await served.call('/kites')).json).toEqual({ page: { size: expect.any(Number), kites: [] } })
})

it('a list with the schema of one record shows the newest record', async () => {
  const document = openApi({
    paths: {
      '/kites': {
        get: { responses: { 200: response(ref('Kite')) } },
        post: { requestBody: requestBody(object({ span: integer })), responses: { 201: response(ref('Kite')) } },
      },
      '/kites/{kiteId}': {
        parameters: [pathParameter('kiteId', text)],
        get: { responses: { 200: response(ref('Kite')) } },
      },
    },
    components: { schemas: { Kite: kite } },
  })
  await using served = await serveFiles({ 'kites.json': document })
  expect((await served.call('/kites')).json).toMatchObject({ kiteId: expect.any(String) })
  await served.call('/kites', { body: { span: 3 } })
  const { json } = await served.call('/kites', { body: { span: 4 } })
  expect((await served.call('/kites')).json).toEqual(json)
})

it('bytes with the schema of an object are JSON', async () => {
  const shown = response(kite, {}, 'application/octet-stream')
  const document = openApi({
    paths: {
      '/kites': { post: { requestBody: requestBody(object({ span: integer })), responses: { 200: shown } } },
      '/kites/{kiteId}': { parameters: [pathParameter('kiteId', text)], get: { responses: { 200: response(kite) } } },
    },
  })
  await using served = await serveFiles({ 'kites.json': document })
  const made = await served.call('/kites', { body: { span: 3 } })
  expect(made.headers['content-type']).toBe('application/octet-stream')
  const { kiteId } = JSON.parse(made.text) as { readonly kiteId: string }
  expect((await served.call(`/kites/${kiteId}`)).json).toEqual({ kiteId, span: 3 })
})

it('an object with the name in the path parameter is the record', async () => {
  const batch = object({ id: text, state: text }, ['id'])
  const made = object({ status: text, kite_batch: batch, kites: arrayOf(object({ state: text })) }, ['kite_batch'])
  const paths = {
    '/kites/batches': {
      post: { requestBody: requestBody(object({ note: text })), responses: { 201: response(made) } },
    },
    '/kites/batches/{kite_batch_id}': {
      parameters: [pathParameter('kite_batch_id', text)],
      get: { responses: { 200: response(batch) } },
    },
  }
  await using served = await serveFiles({ 'kites.json': openApi({ paths }) })
  const { json } = await served.call('/kites/batches', { body: { note: 'a' } })
  const { id } = (json as { readonly kite_batch: { readonly id: string } }).kite_batch
  expect((await served.call(`/kites/batches/${id}`)).json).toMatchObject({ id })
})

it('a required link without an address is an empty object', async () => {
  const link = object({ href: text })
  const links = object({ first: link, next: link, prev: link }, ['first', 'next', 'prev'])
  const listed = response(object({ kites: arrayOf(kite), links }, ['kites', 'links']))
  const paths = {
    '/kites': {
      get: { responses: { 200: listed } },
      post: { requestBody: requestBody(object({ span: integer })), responses: { 201: response(kite) } },
    },
    '/kites/{kiteId}': { parameters: [pathParameter('kiteId', text)], get: { responses: { 200: response(kite) } } },
  }
  await using served = await serveFiles({ 'kites.json': openApi({ paths }) })
  expect((await served.call('/kites')).json).toEqual({
    kites: [],
    links: { first: { href: expect.stringMatching(/\/kites$/) }, next: {}, prev: {} },
  })
})

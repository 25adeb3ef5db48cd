/**
 * Paths that differ only in a fragment or a query: requests reach the plain one, wherever the document has it.
 */
import { expect, it } from 'vitest'
import { arrayOf, object, queryParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../support/write-document.ts'

const kite = object({ name: text }, ['name'])
const several = object({ kites: arrayOf(kite) }, ['kites'])

const batch = {
  post: {
    parameters: [{ ...queryParameter('action'), required: true }],
    requestBody: requestBody(several),
    responses: { 200: response(several) },
  },
  delete: { responses: { 204: { description: 'All are gone.' } } },
}
const plain = { post: { requestBody: requestBody(kite), responses: { 201: response(kite) } } }

const orders = {
  first: { '/kites': plain, '/kites#action=batch': batch },
  last: { '/kites#action=batch': batch, '/kites': plain },
  'last after a query': { '/kites?action=batch': batch, '/kites': plain },
}

for (const [order, paths] of Object.entries(orders))
  it(`the plain path is served if it comes ${order}, and others add their methods`, async () => {
    await using served = await serveFiles({ 'kites.json': openApi({ paths }) })
    expect((await served.call('/kites', { body: { name: 'Comet' } })).status).toBe(201)
    expect((await served.call('/kites', { method: 'DELETE' })).status).toBe(204)
  })

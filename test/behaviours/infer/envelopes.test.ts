/**
 * `data` next to a scalar contains the record, if only what is in it has an id.
 */
import { expect, it } from 'vitest'
import { integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../support/write-document.ts'

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

it('data of a record that has an id itself is a property', async () => {
  const record = object({ slug: text, data: object({ name: text }) }, ['slug'])
  await using served = await serveFiles({ 'tools.json': describeTools(record, record) })
  const sent = { slug: 'saw', data: { name: 'Saw' } }
  expect((await served.call('/tools', { body: sent })).json).toEqual(sent)
  expect((await served.call('/tools/saw')).json).toEqual(sent)
})

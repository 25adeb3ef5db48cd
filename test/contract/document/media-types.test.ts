/**
 * Media types as documents write them.
 */
import { expect, it } from 'vitest'
import { object, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, response } from '../../support/write-document.ts'

const kite = object({ id: text, colour: text }, ['colour'])
const wind = object({ force: text }, ['force'])

const describePost = (content: object) =>
  openApi({ paths: { '/kites': { post: { requestBody: { content }, responses: { 201: response(kite) } } } } })

it('an empty media type is JSON', async () => {
  await using served = await serveFiles({ 'kites.json': describePost({ '': { schema: kite } }) })
  expect(await served.call('/kites', { body: { colour: 'red' } })).toMatchObject({
    status: 201,
    json: { colour: 'red' },
  })
  expect((await served.call('/kites', { body: {} })).status).toBe(422)
})

it('an empty media type beside JSON has no effect', async () => {
  const content = { '': { schema: wind }, 'application/json': { schema: kite } }
  await using served = await serveFiles({ 'kites.json': describePost(content) })
  expect((await served.call('/kites', { body: { colour: 'red' } })).status).toBe(201)
  expect((await served.call('/kites', { body: { force: '7' } })).status).toBe(422)
})

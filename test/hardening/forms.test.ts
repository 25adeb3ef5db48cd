/**
 * The fields of a form are collected in linear time.
 */
import { expect, it } from 'vitest'
import { serveFiles } from '../support/serve-files.ts'
import { openApi, response } from '../support/write-document.ts'

const list = { type: 'array', items: { type: 'string' } }
const formOf = (explode: boolean) =>
  openApi({
    paths: {
      '/notes': {
        post: {
          requestBody: {
            content: {
              'application/x-www-form-urlencoded': {
                schema: { type: 'object', properties: { tags: list } },
                encoding: { tags: { style: 'form', explode } },
              },
            },
          },
          responses: { 201: response({ type: 'object', properties: { tags: list } }) },
        },
      },
    },
  })

it.each([
  ['tags=a&', false],
  ['tags=a&', true],
  ['tags[]=a&', true],
])('a field that is repeated 100,000 times (%s, explode %s) is decoded at once', async (field, explode) => {
  await using server = await serveFiles({ 'api.json': formOf(explode) })
  const answer = await server.call('/notes', {
    body: field.repeat(100_000),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.status).toBe(201)
})

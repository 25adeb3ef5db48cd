/**
 * An id in the body that differs from the one in the path: the record has the id in the path, and the client gets a notice,
 * whether the request changes the record or creates it.
 */
import { expect, it } from 'vitest'
import { serveFiles } from '../../../support/serve-files.ts'
import { closed, openApi, ref, requestBody, response } from '../../../support/write-document.ts'

const text = { type: 'string' }
const parameter = (name: string): object => ({ name, in: 'path', required: true, schema: text })

const item = (schema: string, names: readonly string[]): object => ({
  parameters: names.map(parameter),
  get: { responses: { 200: response(ref(schema)) } },
  put: {
    requestBody: requestBody(ref(schema)),
    responses: { 200: response(ref(schema)), 201: response(ref(schema)) },
  },
})

const document = openApi({
  paths: {
    '/users/{username}': item('User', ['username']),
    '/cells/{row}/{col}': item('Cell', ['row', 'col']),
  },
  components: {
    schemas: {
      User: closed({ username: text, name: text }, ['username', 'name']),
      Cell: closed({ row: text, col: text, name: text }, ['row', 'col', 'name']),
    },
  },
})

const rows: readonly { readonly path: string; readonly body: object; readonly is: object; readonly notice?: string }[] =
  [
    {
      path: '/users/dora',
      body: { username: 'eve', name: 'Dora' },
      is: { username: 'dora', name: 'Dora' },
      notice: 'ignored-properties;names="body.username"',
    },
    { path: '/users/dora', body: { username: 'dora', name: 'Dora' }, is: { username: 'dora', name: 'Dora' } },
    { path: '/users/dora', body: { name: 'Dora' }, is: { username: 'dora', name: 'Dora' } },
    {
      path: '/cells/a/1',
      body: { row: 'a', col: '2', name: 'A1' },
      is: { row: 'a', col: '1', name: 'A1' },
      notice: 'ignored-properties',
    },
    { path: '/cells/a/1', body: { row: 'a', col: '1', name: 'A1' }, is: { row: 'a', col: '1', name: 'A1' } },
  ]

for (const { path, body, is, notice } of rows)
  it(`PUT ${path} ${JSON.stringify(body)} ${notice === undefined ? 'gets no notice' : `gets the notice ${notice}`}, on creation and change`, async () => {
    await using served = await serveFiles({ 'users.json': document })
    for (const status of [201, 200]) {
      const put = await served.call(path, { method: 'PUT', body })
      expect(put, put.text).toMatchObject({ status, json: is })
      if (notice === undefined) expect(put.headers).not.toHaveProperty('sandbox-notice')
      else expect(put.headers['sandbox-notice']).toContain(notice)
      expect((await served.call(path)).json).toEqual(is)
    }
  })

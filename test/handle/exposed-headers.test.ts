/**
 * Which response headers a page of another origin can read: Standin's own, and those that the document describes.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Standin } from '../../src/index.ts'
import { call } from '../support/client.ts'
import { startStandin } from '../support/start-standin.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { openApi } from '../support/write-document.ts'

const header = { schema: { type: 'integer' } }
const document = openApi({
  paths: {
    '/gadgets': {
      get: {
        responses: {
          '200': {
            description: 'x',
            headers: { 'X-Total-Count': header, 'X-Page': { $ref: '#/components/headers/Page' } },
          },
          '4XX': { description: 'x', headers: { 'X-Why': header, 'not a name, really': header } },
        },
      },
    },
    '/plain': { get: { responses: { '200': { description: 'x' } } } },
  },
  components: { headers: { Page: header } },
})

let folder: TemporaryFolder
let standin: Standin
beforeAll(async () => {
  folder = await createTemporaryFolder({ 'a.json': JSON.stringify(document) })
  standin = await startStandin({ documents: [`${folder.path}/a.json`] })
})
afterAll(async () => {
  await standin.close()
  await folder.remove()
})

const exposedBy = async (path: string, headers: Record<string, string> = { origin: 'http://page.test' }) =>
  (await call(standin.url + path, { headers })).headers['access-control-expose-headers']?.split(', ')

it('of an operation: all that its responses document', async () => {
  const names = await exposedBy('/gadgets')
  expect(names).toEqual(expect.arrayContaining(['Sandbox-Request-Id', 'X-Total-Count', 'X-Page', 'X-Why']))
  expect(names?.join()).not.toContain('really')
})

it('of another operation: none of them', async () => {
  expect(await exposedBy('/plain')).not.toContain('X-Total-Count')
})

it('without an origin: no header at all', async () => expect(await exposedBy('/gadgets', {})).toBeUndefined())

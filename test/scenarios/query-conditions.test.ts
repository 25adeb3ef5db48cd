/**
 * Conditions for parameters that the query carries under several names: objects in the style deepObject, exploded ones, lists.
 */
import { expect, it } from 'vitest'
import { LoadError } from '../../src/errors.ts'
import { arrayOf, object, text } from '../support/gadget-schemas.ts'
import { serveFiles } from '../support/serve-files.ts'
import { openApi, response } from '../support/write-document.ts'

const kites = openApi({
  paths: {
    '/kites': {
      get: {
        operationId: 'listKites',
        parameters: [
          { name: 'filter', in: 'query', style: 'deepObject', schema: object({ kind: text }) },
          { name: 'page', in: 'query', schema: object({ limit: text }) },
          { name: 'ids[]', in: 'query', schema: arrayOf(text) },
        ],
        responses: { 200: response({ type: 'object' }), 503: { description: 'Later.' } },
      },
    },
  },
})

const serve = (query: object) =>
  serveFiles(
    { 'kites.json': kites },
    {
      scenarios: {
        mine: {
          description: 'Mine.',
          active: true,
          steps: [{ when: { operation: 'listKites', query }, respond: { status: 503 } }],
        },
      },
    },
  )

const conditions: readonly (readonly [name: string, query: string])[] = [
  ['filter[kind]', 'filter[kind]=box'],
  ['limit', 'limit=box'],
  ['ids[0]', 'ids[0]=box'],
]

for (const [name, query] of conditions)
  it(`${name} can be a condition`, async () => {
    await using served = await serve({ [name]: 'box' })
    expect((await served.call(`/kites?${query}`)).status).toBe(503)
    expect((await served.call(`/kites?${query}es`)).status).toBe(200)
  })

it.each(['filters[kind]', 'limits', 'ids[a]', 'filter'])('%s is a parameter or a finding', async (name) => {
  const served = await serve({ [name]: 'box' }).catch((error: unknown) => error)
  if (name === 'filter') await (served as AsyncDisposable)[Symbol.asyncDispose]()
  else expect(served).toBeInstanceOf(LoadError)
})

/**
 * What coverage keeps depends on the documents, not on what clients send.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { call } from '../support/client.ts'
import { serveFiles } from '../support/serve-files.ts'
import { openApi, response } from '../support/write-document.ts'

const note = { type: 'object', properties: { text: { type: 'string' } } }
const document = openApi({
  paths: {
    '/notes': {
      post: {
        security: [{ key: [] }],
        operationId: 'addNote',
        requestBody: { content: { 'application/json': { schema: note }, 'image/*': {} } },
        responses: { 201: response(note), 400: response(note) },
      },
    },
  },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
})

const readCoverage = async (url: string) => {
  const report = (await call(`${url}/_sandbox/coverage`)).json
  return (report as { operations: { requestTypes: object[]; responseTypes: object[] }[] }).operations[0]
}

describe('coverage', () => {
  it('counts all undocumented media types together, also of requests without a key', async () => {
    await using server = await serveFiles({ 'api.json': document })
    for (let index = 0; index < 50; index++)
      await server.call('/notes', { body: 'x', headers: { 'content-type': `text/x-${index}` } })
    await server.call('/notes', { body: 'x', headers: { 'content-type': '\u00ff' } })
    expect((await readCoverage(server.standin.url))?.requestTypes).toEqual([
      { name: 'application/json', count: 0 },
      { name: 'image/*', count: 0 },
      { name: 'other', count: 51 },
    ])
  })

  it('counts a documented media type whatever its parameters are, and one that a documented range includes', async () => {
    await using server = await serveFiles({ 'api.json': document })
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON; v=7', 'image/png'])
      await server.call('/notes', { body: '{}', headers: { 'content-type': type } })
    const { requestTypes, responseTypes } = (await readCoverage(server.standin.url)) ?? {}
    expect(requestTypes).toEqual([
      { name: 'application/json', count: 3 },
      { name: 'image/*', count: 1 },
    ])
    expect(JSON.stringify(responseTypes)).not.toContain('other')
  })

  it('counts on when a file is edited, even if parameters are inserted before those that were counted', async () => {
    const withQuery = (...names: string[]): object => {
      const parameters = names.map((name) => ({ in: 'query', name, schema: { enum: ['a', 'b'] } }))
      return openApi({ paths: { '/notes': { get: { operationId: 'listNotes', parameters, responses: {} } } } })
    }
    const reloads: (() => void)[] = []
    await using server = await serveFiles(
      { 'api.json': withQuery('sort') },
      { watch: true, onReload: () => reloads.shift()?.() },
    )
    const edit = async (document: object): Promise<void> => {
      const reloaded = new Promise<void>((resolve) => reloads.push(resolve))
      // Synchronously, because a reload of the same process must not find a file that is not written yet.
      writeFileSync(join(server.folder, 'api.json'), JSON.stringify(document))
      await reloaded
    }
    await server.call('/notes?sort=a')
    await edit({ ...withQuery('sort'), tags: [{ name: 'edited' }] })
    await server.call('/notes?sort=a')
    await edit(withQuery('filter', 'sort'))
    await server.call('/notes?sort=b&filter=b')
    expect(await readCoverage(server.standin.url)).toMatchObject({
      parameters: [
        { name: 'query.filter', count: 1 },
        { name: 'query.sort', count: 3 },
      ],
      values: [
        { name: 'query.filter=a', count: 0 },
        { name: 'query.filter=b', count: 1 },
        { name: 'query.sort=a', count: 2 },
        { name: 'query.sort=b', count: 1 },
      ],
    })
  })
})

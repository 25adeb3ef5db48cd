/**
 * Ids that are generated from a pattern: a new record never gets the id of a deleted one.
 */
import { describe, expect, it } from 'vitest'
import { arrayOf, object, pathParameter, text } from '../../../support/gadget-schemas.ts'
import { type Served, serveFiles } from '../../../support/serve-files.ts'
import { openApi, ref, requestBody, response } from '../../../support/write-document.ts'

const idOf = (schema: object) => ({ ...schema, readOnly: true })

const describeTags = (id: object) => ({
  'tags.json': openApi({
    paths: {
      '/tags': {
        get: { responses: { 200: response(arrayOf(ref('Tag'))) } },
        post: { requestBody: requestBody(ref('Tag')), responses: { 201: response(ref('Tag')) } },
      },
      '/tags/{id}': {
        parameters: [pathParameter('id', id)],
        get: { responses: { 200: response(ref('Tag')) } },
        delete: { responses: { 204: { description: 'Done.' } } },
      },
    },
    components: { schemas: { Tag: object({ id: idOf(id), name: text }, ['id', 'name']) } },
  }),
})

const create = async ({ call }: Pick<Served, 'call'>, count: number): Promise<readonly string[]> => {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const { status, json, text } = await call('/tags', { method: 'POST', body: { name: 'x' } })
    expect(status, text).toBe(201)
    ids.push((json as { readonly id: string }).id)
  }
  return ids
}

describe('ids of the schema', () => {
  it('are not used again when records are deleted', async () => {
    await using api = await serveFiles(describeTags({ type: 'string', pattern: '^T-[0-9]{8}$' }))
    const first = await create(api, 8)
    for (const id of first.slice(0, 6)) expect((await api.call(`/tags/${id}`, { method: 'DELETE' })).status).toBe(204)
    const second = await create(api, 5)
    expect(new Set([...first, ...second]).size).toBe(13)
  })

  it('are found where most are in use', async () => {
    await using api = await serveFiles(describeTags({ type: 'string', pattern: '^T[0-9]$' }))
    const ids = await create(api, 9)
    expect(new Set(ids).size).toBe(9)
  })
})

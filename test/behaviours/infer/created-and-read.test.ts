/**
 * What creates a record and what does not, which parents have to exist, and paths that accept one of several keys.
 */
import { describe, expect, it } from 'vitest'
import { arrayOf, integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, ref, requestBody, response } from '../../support/write-document.ts'

describe('a path parameter that accepts several keys', () => {
  const rows: readonly (readonly [parameter: string, other: string])[] = [
    ['idOrName', 'name'],
    ['plant_id_or_slug', 'slug'],
    ['codeOrId', 'code'],
  ]
  for (const [parameter, other] of rows)
    it(`{${parameter}} finds a record by its id and by its ${other}`, async () => {
      const plant = object({ id: text, [other]: text, height: integer }, ['id', other])
      const parameters = [pathParameter(parameter, text)]
      const document = openApi({
        paths: {
          '/plants': {
            post: { requestBody: requestBody(object({ [other]: text })), responses: { 201: response(plant) } },
          },
          [`/plants/{${parameter}}`]: {
            parameters,
            get: { responses: { 200: response(plant) } },
            patch: { requestBody: requestBody(object({ height: integer })), responses: { 200: response(plant) } },
            delete: { responses: { 204: { description: 'Gone.' } } },
          },
          [`/plants/{${parameter}}/notes`]: {
            parameters,
            post: {
              requestBody: requestBody(object({ text })),
              responses: { 201: response(object({ id: integer, text })) },
            },
          },
        },
      })
      await using served = await serveFiles({ 'plants.json': document })
      const { id } = (await served.call('/plants', { body: { [other]: 'fern' } })).json as { readonly id: string }
      expect(id).not.toBe('fern')
      const changed = { id, [other]: 'fern', height: 30 }
      expect((await served.call('/plants/fern', { method: 'PATCH', body: { height: 30 } })).json).toEqual(changed)
      expect((await served.call(`/plants/${id}`)).json).toEqual(changed)
      expect((await served.call('/plants/fern/notes', { body: { text: 'dry' } })).status).toBe(201)
      expect((await served.call('/plants/moss/notes', { body: { text: 'dry' } })).status).toBe(404)
      expect((await served.call('/plants/fern', { method: 'DELETE' })).status).toBe(204)
      expect((await served.call(`/plants/${id}`)).status).toBe(404)
    })
})

describe('a parent', () => {
  const describeWells = (created: object): object =>
    openApi({
      paths: {
        '/wells': {
          post: { requestBody: requestBody(object({ place: text })), responses: { 201: response(created) } },
        },
        '/wells/{wellId}': {
          parameters: [pathParameter('wellId', text)],
          get: { responses: { 200: response(object({ id: text, place: text, depth: integer }, ['id'])) } },
        },
        '/wells/{wellId}/samples': {
          parameters: [pathParameter('wellId', text)],
          post: {
            requestBody: requestBody(object({ ph: integer })),
            responses: { 201: response(object({ id: integer, ph: integer })) },
          },
        },
      },
    })
  const rows: readonly (readonly [name: string, created: object, status: number])[] = [
    ['whose id no response shows is assumed to exist', object({ depth: integer }), 201],
    ['whose creation shows its id must exist', object({ id: text, depth: integer }), 404],
  ]
  for (const [name, created, status] of rows)
    it(name, async () => {
      await using served = await serveFiles({ 'wells.json': describeWells(created) })
      expect((await served.call('/wells/w1/samples', { body: { ph: 7 } })).status).toBe(status)
    })
})

it('items whose only creation returns a token exist at each address', async () => {
  const badge = object({ badgeId: text, colour: text }, ['badgeId'])
  const document = openApi({
    paths: {
      '/badges': {
        post: {
          requestBody: requestBody(object({ colour: text })),
          responses: { 200: response(text, {}, 'text/plain') },
        },
      },
      '/badges/{badgeId}': {
        parameters: [pathParameter('badgeId', text)],
        get: { responses: { 200: response(badge) } },
        patch: { requestBody: requestBody(object({ colour: text })), responses: { 200: response(badge) } },
      },
    },
  })
  await using served = await serveFiles({ 'badges.json': document })
  expect((await served.call('/badges', { body: { colour: 'red' } })).status).toBe(200)
  await served.call('/badges/b7', { method: 'PATCH', body: { colour: 'blue' } })
  expect((await served.call('/badges/b7')).json).toEqual({ badgeId: 'b7', colour: 'blue' })
  expect((await served.call('/badges/b8')).json).toMatchObject({ badgeId: 'b8' })
})

it('a POST that takes a reference and shows an entry creates no record', async () => {
  const film = object({ id: integer, title: text, minutes: integer })
  const id = [pathParameter('id')]
  const document = openApi({
    paths: {
      '/films': { get: { responses: { 200: response(arrayOf(ref('Film'))) } } },
      '/films/{id}': { parameters: id, get: { responses: { 200: response(ref('Film')) } } },
      '/evenings/{id}/films': {
        parameters: id,
        get: { responses: { 200: response(arrayOf(ref('Film'))) } },
        post: {
          requestBody: requestBody(object({ filmId: integer }, ['filmId'])),
          responses: { 200: response(object({ slot: object({ id: integer }) })) },
        },
      },
      '/evenings/{id}/films/{slotId}': {
        parameters: [...id, pathParameter('slotId')],
        delete: { responses: { 204: { description: 'Removed.' } } },
      },
    },
    components: { schemas: { Film: film } },
  })
  await using served = await serveFiles({ 'films.json': document })
  expect((await served.call('/evenings/3/films', { body: { filmId: 12 } })).status).toBe(200)
  expect((await served.call('/films')).json).toEqual([])
})

describe('what is added to a record, and responds with the record', () => {
  const well = ref('Well')
  const Well = object({ id: integer, place: text, inspectors: arrayOf(text) }, ['id'])
  const changed = {
    requestBody: requestBody(object({ inspectors: arrayOf(text) })),
    responses: { 201: response(well) },
  }
  const parameters = [pathParameter('wellId', integer)]
  const document = openApi({
    components: { schemas: { Well } },
    paths: {
      '/wells': { post: { requestBody: requestBody(object({ place: text })), responses: { 201: response(well) } } },
      '/wells/{wellId}': { parameters, get: { responses: { 200: response(well) } } },
      '/wells/{wellId}/inspectors': { parameters, post: changed },
      '/wells/{wellId}/inspectors/{inspector}': {
        parameters: [...parameters, pathParameter('inspector', text)],
        get: { responses: { 204: { description: 'Is one.' } } },
      },
    },
  })

  it('changes the record', async () => {
    await using served = await serveFiles({ 'wells.json': document })
    await served.call('/wells', { body: { place: 'Yard' } })
    const answer = await served.call('/wells/1/inspectors', { body: { inspectors: ['ada'] } })
    const after = { id: 1, place: 'Yard', inspectors: ['ada'] }
    expect([answer.status, answer.json]).toEqual([201, after])
    expect((await served.call('/wells/1')).json).toEqual(after)
    expect((await served.call('/wells/2/inspectors', { body: { inspectors: ['ada'] } })).status).toBe(404)
    expect((await served.standin.describe()).resources.map(({ name }) => name)).toEqual(['wells'])
  })

  it('has records of its own if they are listed', async () => {
    const inspector = object({ id: integer, name: text }, ['id'])
    const listed = { get: { responses: { 200: response(arrayOf(inspector)) } } }
    const { paths } = document as { readonly paths: Readonly<Record<string, object>> }
    const path = '/wells/{wellId}/inspectors'
    const others = openApi({
      components: { schemas: { Well } },
      paths: { ...paths, [path]: { ...paths[path], ...listed } },
    })
    await using served = await serveFiles({ 'wells.json': others })
    expect((await served.standin.describe()).resources.map(({ name }) => name)).toContain('inspectors')
  })
})

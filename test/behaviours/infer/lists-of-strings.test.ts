/**
 * A creation that takes nothing but a list of strings or numbers: each becomes a record, also where records are nothing but strings.
 */
import { describe, expect, it } from 'vitest'
import { arrayOf, integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, ref, requestBody, response } from '../../support/write-document.ts'

const tags = response(object({ total: integer, tags: arrayOf(ref('Tag')) }, ['total', 'tags']))

const document = openApi({
  paths: {
    '/boats/{boatId}/tags': {
      parameters: [pathParameter('boatId')],
      get: { responses: { 200: tags } },
      post: { requestBody: requestBody(object({ tags: arrayOf(text) }, ['tags'])), responses: { 200: tags } },
    },
    '/boats/{boatId}/tags/{name}': {
      parameters: [pathParameter('boatId'), pathParameter('name', text)],
      delete: { responses: { 204: { description: 'Removed.' } } },
    },
  },
  components: { schemas: { Tag: object({ id: integer, name: text }, ['name']) } },
})

it('each string is the id of a record of its own', async () => {
  await using served = await serveFiles({ 'boats.json': document })
  const both = { total: 2, tags: [{ name: 'fast' }, { name: 'red' }] }
  expect((await served.call('/boats/3/tags', { body: { tags: ['fast', 'red'] } })).json).toMatchObject(both)
  expect((await served.call('/boats/3/tags')).json).toMatchObject(both)
  expect((await served.call('/boats/4/tags')).json).toMatchObject({ total: 0, tags: [] })
  expect((await served.call('/boats/3/tags/fast', { method: 'DELETE' })).status).toBe(204)
  expect((await served.call('/boats/3/tags')).json).toMatchObject({ total: 1, tags: [{ name: 'red' }] })
})

it('a string that is there already is not added again', async () => {
  await using served = await serveFiles({ 'boats.json': document })
  await served.call('/boats/3/tags', { body: { tags: ['fast'] } })
  await served.call('/boats/3/tags', { body: { tags: ['fast', 'red'] } })
  expect((await served.call('/boats/3/tags')).json).toMatchObject({ total: 2 })
})

it('a list of strings beside other properties is a property of one record', async () => {
  const crew = object({ id: integer, name: text, roles: arrayOf(text) })
  const mixed = openApi({
    paths: {
      '/crews': {
        get: { responses: { 200: response(arrayOf(crew)) } },
        post: {
          requestBody: requestBody(object({ name: text, roles: arrayOf(text) })),
          responses: { 201: response(crew) },
        },
      },
      '/crews/{id}': { parameters: [pathParameter('id')], get: { responses: { 200: response(crew) } } },
    },
  })
  await using served = await serveFiles({ 'crews.json': mixed })
  await served.call('/crews', { body: { name: 'Night', roles: ['cook', 'mate'] } })
  expect((await served.call('/crews')).json).toEqual([{ id: 1, name: 'Night', roles: ['cook', 'mate'] }])
})

const blocked = object({ addresses: arrayOf(text) }, ['addresses'])

const describeBlocks = (list: object, sent: object, created: object) => ({
  'blocks.json': openApi({
    paths: {
      '/lists/{listId}/blocks': {
        parameters: [pathParameter('listId')],
        get: { responses: { 200: response(list) } },
        post: { requestBody: requestBody(sent), responses: { 201: created } },
      },
      '/lists/{listId}/blocks/{address}': {
        parameters: [pathParameter('listId'), pathParameter('address', text)],
        delete: { responses: { 204: { description: 'Removed.' } } },
      },
    },
  }),
})

describe('records that are strings', () => {
  const rows = [
    { name: 'in an array', list: arrayOf(text), toList: (all: readonly string[]): unknown => all },
    { name: 'in an envelope', list: blocked, toList: (addresses: readonly string[]): unknown => ({ addresses }) },
  ]
  for (const { name, list, toList } of rows)
    it(`${name} are listed until they are deleted`, async () => {
      await using served = await serveFiles(describeBlocks(list, blocked, response(blocked)))
      const sent = { addresses: ['a@b.test', 'c@d.test'] }
      expect((await served.call('/lists/3/blocks', { body: sent })).json).toEqual(sent)
      expect((await served.call('/lists/3/blocks')).json).toEqual(toList(sent.addresses))
      expect((await served.call('/lists/4/blocks')).json).toEqual(toList([]))
      expect((await served.call('/lists/3/blocks/a@b.test', { method: 'DELETE' })).status).toBe(204)
      expect((await served.call('/lists/3/blocks/a@b.test', { method: 'DELETE' })).status).toBe(404)
      expect((await served.call('/lists/3/blocks')).json).toEqual(toList(['c@d.test']))
    })
})

it('numbers are the ids of new records that the list shows, also if the creation shows none', async () => {
  const member = object({ address: text, name: text }, ['address'])
  const document = describeBlocks(arrayOf(member), arrayOf(integer), { description: 'Added.' })
  await using served = await serveFiles(document)
  expect((await served.call('/lists/3/blocks', { body: [7, 9] })).status).toBe(201)
  await served.call('/lists/3/blocks', { body: [9] })
  expect((await served.call('/lists/3/blocks')).json).toMatchObject([{ address: '7' }, { address: '9' }])
})

it('a record with one property is found by it, if the path parameter is the end of its name', async () => {
  const one = object({ blocked_address: text })
  const document = openApi({
    paths: {
      '/blocks': { post: { requestBody: requestBody(blocked), responses: { 201: response(blocked) } } },
      '/blocks/{address}': {
        parameters: [pathParameter('address', text)],
        get: { responses: { 200: response(one) } },
        delete: { responses: { 204: { description: 'Removed.' } } },
      },
    },
  })
  await using served = await serveFiles({ 'blocks.json': document })
  await served.call('/blocks', { body: { addresses: ['a@b.test'] } })
  expect((await served.call('/blocks/a@b.test')).json).toEqual({ blocked_address: 'a@b.test' })
  await served.call('/blocks/a@b.test', { method: 'DELETE' })
  expect((await served.call('/blocks/a@b.test')).status).toBe(404)
})

it('numbers are not the names of new records', async () => {
  const label = object({ id: integer, name: text }, ['id', 'name'])
  const document = openApi({
    paths: {
      '/labels': {
        get: { responses: { 200: response(arrayOf(label)) } },
        post: { requestBody: requestBody(object({ labels: arrayOf(integer) })), responses: { 201: response(label) } },
      },
      '/labels/{id}': { parameters: [pathParameter('id')], get: { responses: { 200: response(label) } } },
    },
  })
  await using served = await serveFiles({ 'labels.json': document })
  await served.call('/labels', { body: { labels: [7] } })
  expect((await served.call('/labels/1')).json).not.toMatchObject({ name: '7' })
})

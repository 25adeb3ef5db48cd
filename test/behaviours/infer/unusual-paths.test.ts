/**
 * Resources with unusual paths.
 */

import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/ports.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { closed, openApi, requestBody, response } from '../../support/write-document.ts'

const text = { type: 'string' }
const integer = { type: 'integer' }
const path = (name: string, schema: object = text): object => ({ name, in: 'path', required: true, schema })
const list = (items: JsonObject): JsonObject => ({ type: 'array', items })
const gone = { 204: { description: 'Gone.' } }

describe('a key that the client chooses', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['org', 'login'],
    ['topic', 'topicName'],
    ['domain', 'hostname'],
    ['user', 'email'],
    ['coin', 'symbol'],
  ]
  for (const [parameter, property] of rows)
    it(`is ${property} for {${parameter}}`, async () => {
      const thing = { type: 'object', required: [property], properties: { [property]: text, size: integer } }
      await using served = await serveFiles({
        'things.json': openApi({
          paths: {
            '/things': {
              get: { responses: { 200: response(list(thing)) } },
              post: { requestBody: requestBody(thing), responses: { 201: response(thing) } },
            },
            [`/things/{${parameter}}`]: {
              parameters: [path(parameter)],
              get: { responses: { 200: response(thing) } },
            },
          },
        }),
      })
      const sent = { [property]: 'acme', size: 3 }
      expect((await served.call('/things', { body: sent })).json).toEqual(sent)
      expect((await served.call('/things/acme')).json).toEqual(sent)
      expect((await served.call('/things/other')).status).toBe(404)
    })
})

it('an owner is found by its path, even if sibling paths name its parameter differently', async () => {
  const owner = { type: 'object', properties: { id: integer, name: text } }
  const gizmo = { type: 'object', required: ['ownerId'], properties: { id: integer, ownerId: integer, name: text } }
  const sent = { type: 'object', properties: { name: text } }
  await using served = await serveFiles({
    'gizmos.json': openApi({
      paths: {
        '/owners': { post: { requestBody: requestBody(owner), responses: { 201: response(owner) } } },
        '/owners/{oid}': { parameters: [path('oid', integer)], get: { responses: { 200: response(owner) } } },
        '/owners/{ownerId}/gizmos': {
          parameters: [path('ownerId', integer)],
          get: { responses: { 200: response(list(gizmo)) } },
          post: { requestBody: requestBody(sent), responses: { 201: response(gizmo) } },
        },
        '/owners/{oid}/gizmos/{gid}': {
          parameters: [path('oid', integer), path('gid', integer)],
          get: { responses: { 200: response(gizmo) } },
        },
      },
    }),
  })
  for (const name of ['a', 'b']) await served.call('/owners', { body: { name } })
  expect((await served.call('/owners/2/gizmos', { body: { name: 'g' } })).json).toMatchObject({ ownerId: 2, name: 'g' })
})

it('a path that ends in a parameter is a collection if it has a POST and items below it', async () => {
  const flag = { type: 'object', required: ['key'], properties: { key: text, name: text } }
  await using served = await serveFiles({
    'flags.json': openApi({
      paths: {
        '/flags/{project}': {
          parameters: [path('project')],
          get: { responses: { 200: response(closed({ items: list(flag) })) } },
          post: { requestBody: requestBody(flag), responses: { 201: response(flag) } },
        },
        '/flags/{project}/{flag}': {
          parameters: [path('project'), path('flag')],
          get: { responses: { 200: response(flag) } },
          patch: { requestBody: requestBody(flag), responses: { 200: response(flag) } },
          delete: { responses: gone },
        },
      },
    }),
  })
  const made = { key: 'dark', name: 'Dark mode' }
  expect((await served.call('/flags/p', { body: made })).status).toBe(201)
  expect((await served.call('/flags/p')).json).toEqual({ items: [made] })
  expect((await served.call('/flags/q')).json).toEqual({ items: [] })
  expect((await served.call('/flags/p/dark')).json).toEqual(made)
  expect((await served.call('/flags/p/dark', { method: 'DELETE' })).status).toBe(204)
  expect((await served.call('/flags/p/dark')).status).toBe(404)
})

it('a path that ends in a parameter is an item if the path above it creates, though it has a POST and items below it', async () => {
  const flag = { type: 'object', required: ['key'], properties: { key: text, name: text } }
  const variant = { type: 'object', required: ['id'], properties: { id: text, weight: integer } }
  await using served = await serveFiles({
    'flags.json': openApi({
      paths: {
        '/flags': {
          get: { responses: { 200: response(list(flag)) } },
          post: { requestBody: requestBody(flag), responses: { 201: response(flag) } },
        },
        '/flags/{key}': {
          parameters: [path('key')],
          get: { responses: { 200: response(flag) } },
          post: {
            requestBody: requestBody({ type: 'object', properties: { name: text } }),
            responses: { 200: response(flag) },
          },
        },
        '/flags/{key}/{variant}': {
          parameters: [path('key'), path('variant')],
          get: { responses: { 200: response(variant) } },
          delete: { responses: gone },
        },
      },
    }),
  })
  const made = { key: 'dark', name: 'Dark mode' }
  expect((await served.call('/flags', { body: made })).status).toBe(201)
  expect((await served.call('/flags/dark')).json).toEqual(made)
  expect((await served.call('/flags/dark', { body: { name: 'Night mode' } })).json).toEqual({
    ...made,
    name: 'Night mode',
  })
  expect((await served.call('/flags')).json).toEqual([{ ...made, name: 'Night mode' }])
})

it('a PUT does not create a record if a POST to another path does; then records below it need no parent', async () => {
  const network = { type: 'object', properties: { id: text, name: text } }
  const port = { type: 'object', properties: { id: text, speed: integer } }
  await using served = await serveFiles({
    'networks.json': openApi({
      paths: {
        '/orgs/{org}/networks': {
          parameters: [path('org')],
          post: { requestBody: requestBody(network), responses: { 201: response(closed({ job: text })) } },
        },
        '/networks/{id}': {
          parameters: [path('id')],
          get: { responses: { 200: response(network) } },
          put: { requestBody: requestBody(network), responses: { 200: response(network) } },
        },
        '/networks/{id}/ports': {
          parameters: [path('id')],
          get: { responses: { 200: response(list(port)) } },
          post: { requestBody: requestBody(port), responses: { 201: response(port) } },
        },
      },
    }),
  })
  expect((await served.call('/networks/N1')).status).toBe(200)
  expect((await served.call('/networks/N1', { method: 'PUT', body: { name: 'lab' } })).json).toMatchObject({
    name: 'lab',
  })
  expect((await served.call('/networks/N1')).json).toMatchObject({ name: 'lab' })
  expect((await served.call('/networks/N2/ports', { body: { speed: 10 } })).status).toBe(201)
})

it('a removed item is missing for all its operations, also for one without a behaviour', async () => {
  const policy = { type: 'object', properties: { id: integer, name: text } }
  await using served = await serveFiles({
    'policies.json': openApi({
      paths: {
        '/policies': {
          get: { responses: { 200: response(list(policy)) } },
          post: { requestBody: requestBody(policy), responses: { 201: response(policy) } },
        },
        '/policies/{id}': {
          parameters: [path('id', integer)],
          get: { responses: { 200: response(text, {}, 'text/plain') } },
          delete: { responses: gone },
        },
      },
    }),
  })
  expect((await served.call('/policies', { body: { name: 'strict' } })).json).toMatchObject({ id: 1 })
  expect((await served.call('/policies/1')).status).toBe(200)
  expect((await served.call('/policies/2')).status).toBe(404)
  expect((await served.call('/policies/1', { method: 'DELETE' })).status).toBe(204)
  expect((await served.call('/policies/1')).status).toBe(404)
})

it('an id stays a number if the response to the creation shows it as a string', async () => {
  const style = { type: 'object', properties: { id: integer, css: text } }
  await using served = await serveFiles({
    'styles.json': openApi({
      paths: {
        '/styles': {
          post: { requestBody: requestBody(style), responses: { 201: response(closed({ id: text })) } },
          get: { responses: { 200: response(list(style)) } },
        },
        '/styles/{id}': { parameters: [path('id', integer)], get: { responses: { 200: response(style) } } },
      },
    }),
  })
  expect((await served.call('/styles', { body: { css: 'x' } })).json).toEqual({ id: '1' })
  expect((await served.call('/styles/1')).json).toEqual({ id: 1, css: 'x' })
})

/**
 * Which path parameters name a parent that has to exist: only those that name an item of a collection, and only if an
 * operation can create that item.
 */
import { describe, it } from 'vitest'
import { converse } from '../../support/converse.ts'
import { arrayOf, integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, ref, requestBody, response } from '../../support/write-document.ts'

const made = { responses: { 201: response(ref('Part')) } }
const post = { requestBody: requestBody(object({ label: text })), ...made }
const get = { responses: { 200: response(ref('Part')) } }

/** Parts below a path whose parameters are declared by name and schema. */
const partsBelow = (path: string, parameters: readonly object[], others: object): object =>
  openApi({
    paths: {
      ...others,
      [`${path}/parts`]: { parameters, post },
      [`${path}/parts/{partId}`]: { parameters: [...parameters, pathParameter('partId')], get },
    },
    components: {
      schemas: {
        Part: object({ id: integer, label: text }),
        Gadget: object({ id: { type: 'string', format: 'uuid' }, name: text }, ['id', 'name']),
        Slot: object({ id: integer, width: integer }),
      },
    },
  })

const gadget = { responses: { 200: response(ref('Gadget')) } }
const pair = [pathParameter('team', text), pathParameter('gadget', text)]
const twoParameters = (between: object) =>
  partsBelow('/gadgets/{team}/{gadget}', pair, {
    '/gadgets': {
      post: { requestBody: requestBody(object({ name: text }, ['name'])), responses: { 201: response(ref('Gadget')) } },
    },
    '/gadgets/{team}/{gadget}': {
      parameters: pair,
      get: gadget,
      delete: { responses: { 204: { description: 'Gone.' } } },
    },
    ...between,
  })

const slots = (put: object, id: object) =>
  partsBelow('/slots/{slotId}', [pathParameter('slotId', id)], {
    '/slots': { get: { responses: { 200: response(arrayOf(ref('Slot'))) } } },
    '/slots/{id}': {
      parameters: [pathParameter('id', id)],
      get: { responses: { 200: response(ref('Slot')) } },
      put: { requestBody: requestBody(object({ width: integer })), responses: put },
    },
  })

const changed = { 200: response(ref('Slot')) }

const rows: readonly (readonly [name: string, document: object, path: string, status: 201 | 404])[] = [
  ['the first of two parameters of an item names none', twoParameters({}), '/gadgets/north/lamp', 201],
  [
    'the first of two parameters names one if a path ends in it',
    twoParameters({ '/gadgets/{id}': { parameters: [pathParameter('id', text)], get: gadget } }),
    '/gadgets/north/lamp',
    404,
  ],
  ['a PUT on a number that only answers 200 creates none', slots(changed, integer), '/slots/9', 201],
  [
    'a PUT on a number that also answers 201 creates one',
    slots({ ...changed, 201: response(ref('Slot')) }, integer),
    '/slots/9',
    404,
  ],
  ['a PUT on a string that only answers 200 creates one', slots(changed, text), '/slots/left', 404],
]

describe('a parent in a path', () => {
  for (const [name, document, path, status] of rows)
    it(name, async () => {
      await using served = await serveFiles({ 'parts.json': document })
      const body = { label: 'wheel' }
      if (status === 404) {
        await converse(served.call, [{ ask: `POST ${path}/parts`, body, status }])
        return
      }
      await converse(served.call, [
        { ask: `POST ${path}/parts`, body, status, is: { id: 1, ...body } },
        { ask: `GET ${path}/parts/1`, status: 200, is: { id: 1, ...body } },
      ])
    })
})

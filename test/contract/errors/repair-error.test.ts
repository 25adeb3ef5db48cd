/**
 * Errors follow the document also where the values that Standin would choose break its schema.
 */
import { describe, expect, it } from 'vitest'
import { arrayOf, integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, response } from '../../support/write-document.ts'

const rows: readonly { readonly name: string; readonly schema: object; readonly is: object }[] = [
  {
    name: 'a required type with one member',
    schema: object({ type: { enum: ['https://errors.example.com/gone'] }, detail: text }, ['type', 'detail']),
    is: { type: 'https://errors.example.com/gone', detail: 'kites has no record with id 9' },
  },
  {
    name: 'a required constant',
    schema: object({ title: { const: 'No such thing' }, detail: text }, ['title', 'detail']),
    is: { title: 'No such thing', detail: 'kites has no record with id 9' },
  },
  {
    name: 'an item of a list that requires a property nobody describes',
    schema: object({ message: text, errors: arrayOf(object({ field: text, message: text }, ['place'])) }, [
      'message',
      'errors',
    ]),
    is: { message: 'kites has no record with id 9', errors: [] },
  },
]

describe('a 404 in application/json has', () => {
  for (const { name, schema, is } of rows)
    it(name, async () => {
      const record = object({ id: integer, colour: text })
      const paths = {
        '/kites': { get: { responses: { 200: response(arrayOf(record)) } } },
        '/kites/{id}': {
          parameters: [pathParameter('id')],
          get: { responses: { 200: response(record), 404: response(schema) } },
        },
      }
      await using served = await serveFiles({ 'kites.json': openApi({ paths }) })
      const answer = await served.call('/kites/9')
      expect(answer).toMatchObject({ status: 404, headers: { 'content-type': 'application/json' } })
      expect(answer.json).toEqual(is)
    })
})

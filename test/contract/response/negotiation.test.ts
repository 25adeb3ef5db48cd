/**
 * Which documented media type is sent for an Accept header: the same as Prism's, without importing Prism.
 */

import { createLogger } from '@stoplight/prism-core/dist/logger.js'
import mockerModule from '@stoplight/prism-http/dist/mocker/index.js'
import { expect, it } from 'vitest'
import { negotiateMediaType } from '../../../src/contract/values/media-type.ts'

/** What Prism responds with; undefined if it finds nothing acceptable. */
const askPrism = (accept: string | undefined, documented: readonly string[]): string | undefined => {
  const contents = documented.map((mediaType, index) => ({
    id: String(index),
    mediaType,
    schema: {},
    examples: [],
    encodings: [],
  }))
  const result = mockerModule.default({
    resource: {
      id: 'op',
      method: 'get',
      path: '/',
      responses: [{ id: '200', code: '200', headers: [], contents }],
    } as never,
    input: {
      data: { method: 'get', url: { path: '/' }, ...(accept === undefined ? {} : { headers: { accept } }) },
      validations: [],
    },
    config: { dynamic: false },
  })(createLogger('prism', { level: 'silent' }))
  return result._tag === 'Left' ? undefined : result.right.headers?.['Content-type']
}

const accepts = [
  undefined,
  '*/*',
  'application/json',
  'APPLICATION/JSON',
  'text/*',
  'text/csv',
  'text/csv, application/json',
  'application/json, text/csv',
  'application/json;q=0.2, text/csv;q=0.9',
  'text/csv;q=0.5, application/*;q=0.5',
  'application/json;q=0, */*',
  'text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8',
  'application/vnd.gadget+json',
  'application/vnd.gadget+json; version=2',
  'application/json; charset=utf-8',
  'application/json; charset=utf-8; q=0.5, text/csv',
  'image/png',
  'application/xml',
  '',
]

const documents = [
  ['application/json', 'text/csv'],
  ['text/csv', 'application/json'],
  ['text/csv', 'text/plain'],
  ['application/xml', 'application/json'],
  ['application/vnd.gadget+json', 'application/json'],
  ['application/vnd.gadget+json; version=1', 'application/vnd.gadget+json; version=2'],
  ['application/json; charset=utf-8', 'text/csv'],
  ['image/*', 'application/json'],
]

for (const documented of documents)
  for (const accept of accepts)
    it(`${documented.join(' or ')} with Accept: ${accept ?? 'nothing'}`, () => {
      expect(negotiateMediaType(accept, documented)).toBe(askPrism(accept, documented))
    })

it('a range of everything is sent if the client names no type', () => {
  expect(negotiateMediaType(undefined, ['text/csv', '*/*'])).toBe('*/*')
})

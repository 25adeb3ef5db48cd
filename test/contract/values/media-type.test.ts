/**
 * Media types and their negotiation: RFC 9110, sections 8.3 and 12.5.1.
 */
import { describe, expect, it } from 'vitest'
import {
  accepts,
  chooseMediaType,
  familyOf,
  isJson,
  matchesRange,
  parseMediaType,
  preferredOf,
} from '../../../src/contract/values/media-type.ts'

describe('parseMediaType', () => {
  const json = { essence: 'application/json', charset: undefined }
  const utf8 = { essence: 'application/json', charset: 'utf-8' }
  const rows: readonly { readonly text: string; readonly is: object | undefined }[] = [
    { text: 'application/json', is: json },
    { text: 'Application/JSON', is: json },
    { text: '  application/json  ', is: json },
    { text: 'application/json;', is: json },
    { text: 'application/json; charset=utf-8', is: utf8 },
    { text: 'application/json;charset=UTF-8', is: utf8 },
    { text: 'application/json; Charset="utf-8"', is: utf8 },
    { text: 'application/json; version=1; charset=utf-8', is: utf8 },
    { text: 'application/json; profile="a;b"; charset=utf-8', is: utf8 },
    { text: 'application/vnd.api+json', is: { essence: 'application/vnd.api+json', charset: undefined } },
    { text: 'text/plain; charset=iso-8859-1', is: { essence: 'text/plain', charset: 'iso-8859-1' } },
    { text: '', is: undefined },
    { text: 'json', is: undefined },
    { text: 'application/', is: undefined },
    { text: '/json', is: undefined },
    { text: 'application/json, text/plain', is: undefined },
    { text: 'application/js on', is: undefined },
    { text: 'a/b/c', is: undefined },
  ]
  for (const { text, is } of rows)
    it(JSON.stringify(text), () => {
      if (is === undefined) expect(parseMediaType(text)).toBeUndefined()
      else expect(parseMediaType(text)).toMatchObject(is)
    })
})

describe('isJson', () => {
  const rows: readonly { readonly mediaType: string; readonly is: boolean }[] = [
    { mediaType: 'application/json', is: true },
    { mediaType: 'APPLICATION/JSON', is: true },
    { mediaType: 'application/json; charset=utf-8', is: true },
    { mediaType: 'application/problem+json', is: true },
    { mediaType: 'application/vnd.gadget.v2+json', is: true },
    { mediaType: '*/*', is: true },
    { mediaType: 'application/*', is: true },
    { mediaType: 'text/json', is: true },
    { mediaType: 'text/plain', is: false },
    { mediaType: 'text/*', is: false },
    { mediaType: 'application/xml', is: false },
    { mediaType: 'application/jsonp', is: false },
    { mediaType: 'application/x-ndjson', is: false },
    { mediaType: '', is: false },
  ]
  for (const { mediaType, is } of rows) it(`${mediaType} is ${is}`, () => expect(isJson(mediaType)).toBe(is))
})

describe('matchesRange', () => {
  const rows: readonly { readonly documented: string; readonly given: string; readonly is: boolean }[] = [
    { documented: 'application/json', given: 'application/json', is: true },
    { documented: 'Application/Json', given: 'application/json', is: true },
    { documented: 'application/json; charset=utf-8', given: 'application/json', is: true },
    { documented: 'application/*', given: 'application/json', is: true },
    { documented: '*/*', given: 'text/plain', is: true },
    { documented: 'application/json', given: 'application/problem+json', is: false },
    { documented: 'text/*', given: 'application/json', is: false },
    { documented: 'application/json', given: 'text/json', is: false },
  ]
  for (const { documented, given, is } of rows)
    it(`${documented} matches ${given}: ${is}`, () => expect(matchesRange(documented, given)).toBe(is))
})

describe('accepts application/json', () => {
  const rows: readonly { readonly accept: string | undefined; readonly is: boolean }[] = [
    { accept: undefined, is: true },
    { accept: '*/*', is: true },
    { accept: 'application/json', is: true },
    { accept: 'Application/JSON', is: true },
    { accept: 'application/*', is: true },
    { accept: 'text/html, application/json', is: true },
    { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', is: true },
    { accept: 'application/json;q=0.001', is: true },
    { accept: 'application/json; q=1', is: true },
    { accept: 'application/json;charset=utf-8;q=0.5', is: true },
    { accept: '*/*;q=0, application/json', is: true },
    { accept: 'application/json, */*;q=0', is: true },
    { accept: 'application/*;q=0, application/json', is: true },
    { accept: 'text/html, , application/json', is: true },
    { accept: 'text/html', is: false },
    { accept: 'application/xml', is: false },
    { accept: 'text/*', is: false },
    { accept: 'application/problem+json', is: false },
    { accept: 'application/json;q=0', is: false },
    { accept: 'application/json;Q=0.000', is: false },
    { accept: '*/*;q=0', is: false },
    { accept: '*/*, application/json;q=0', is: false },
    { accept: 'application/json;q=0, */*', is: false },
    { accept: '*/*, application/*;q=0', is: false },
  ]
  for (const { accept, is } of rows) it(`${accept}: ${is}`, () => expect(accepts(accept, 'application/json')).toBe(is))
})

describe('preferredOf application/json and application/xml', () => {
  const rows: readonly { readonly accept: string | undefined; readonly is: 'json' | 'xml' | undefined }[] = [
    { accept: undefined, is: 'json' },
    { accept: '', is: 'json' },
    { accept: '*/*', is: 'json' },
    { accept: 'application/*', is: 'json' },
    { accept: 'application/xml, application/json', is: 'json' },
    { accept: 'application/xml, */*', is: 'json' },
    { accept: 'application/xml;q=0.5, */*;q=0.5', is: 'json' },
    { accept: 'application/xml; q = 0.5, application/json; q = 0.4', is: 'xml' },
    { accept: 'application/xml;q=0.9, */*;q=0.8', is: 'xml' },
    { accept: 'application/xml, application/json;q=0.9', is: 'xml' },
    { accept: 'application/xml, application/*;q=0.9', is: 'xml' },
    { accept: 'application/json;q=0, */*', is: 'xml' },
    { accept: 'application/json;q=0.1, application/xml;q=0', is: 'json' },
    { accept: 'text/html', is: undefined },
    { accept: '*/*;q=0', is: undefined },
  ]
  for (const { accept, is } of rows)
    it(`Accept: ${accept} prefers ${is}`, () =>
      expect(preferredOf(accept, ['application/json', 'application/xml'])).toBe(is && `application/${is}`))
})

describe('chooseMediaType', () => {
  const rows: readonly (readonly [documented: readonly string[], given: string, is: string | undefined])[] = [
    [['application/json'], 'application/json; charset=utf-8', 'application/json'],
    [['application/json; charset=utf-8'], 'application/json', 'application/json; charset=utf-8'],
    [
      ['application/json;version=1', 'application/json;version=2'],
      'application/json; version="2"',
      'application/json;version=2',
    ],
    [['application/json;version=1', 'application/json;version=2'], 'application/json', 'application/json;version=1'],
    [['application/json;version=1', 'application/json'], 'application/json', 'application/json'],
    [['application/json', 'application/json;version=1'], 'application/json;version=1', 'application/json;version=1'],
    [['*/*', 'image/*', 'image/png'], 'image/png', 'image/png'],
    [['*/*', 'image/*', 'image/png'], 'image/gif', 'image/*'],
    [['*/*', 'image/*'], 'text/plain', '*/*'],
    [['application/json'], 'application/ld+json', undefined],
    [['application/json', 'application/*+json'], 'application/ld+json; charset=utf-8', 'application/*+json'],
    [['application/*', 'application/*+json'], 'application/ld+json', 'application/*+json'],
    [['application/*+json'], 'application/json', undefined],
    [['application/*+json'], 'application/ld+xml', undefined],
    [['application/*+json'], 'text/ld+json', undefined],
    [[], 'application/json', undefined],
  ]
  for (const [documented, given, is] of rows)
    it(`${given} among ${documented.join(', ')}`, () => {
      const parsed = parseMediaType(given)
      expect(parsed && chooseMediaType(documented, parsed)).toBe(is)
    })
})

describe('familyOf', () => {
  const rows = {
    'application/json': 'json',
    'application/vnd.gadget+json; version=1': 'json',
    'application/x-www-form-urlencoded': 'urlencoded',
    'multipart/form-data; boundary=x': 'multipart',
    'application/xml': 'xml',
    'text/xml': 'xml',
    'image/svg+xml': 'xml',
    'text/csv': 'text',
    'application/octet-stream': 'bytes',
    'multipart/mixed': 'bytes',
  } as const
  for (const [mediaType, is] of Object.entries(rows))
    it(`${mediaType} is ${is}`, () => expect(familyOf(mediaType)).toBe(is))
})

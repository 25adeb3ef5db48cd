/**
 * Media types of responses: Accept, several types, vendor types with parameters, ranges, text, XML, bytes.
 */
import {
  accepting,
  as,
  boolean,
  empty,
  example,
  get,
  integer,
  json,
  list,
  object,
  openApi,
  type ParityCase,
  record,
  string,
} from '../parity-case.ts'

const both = {
  description: 'Two types.',
  content: {
    'application/json': { schema: object({ from: string }), example: { from: 'json' } },
    'application/xml': { schema: object({ from: string }), example: { from: 'xml' } },
  },
}

const versions = {
  description: 'Two versions.',
  content: {
    'application/vnd.shop+json; version=1': { schema: object({ v: integer }), example: { v: 1 } },
    'application/vnd.shop+json; version=2': { schema: object({ v: integer }), example: { v: 2 } },
  },
}

export const mediaTypeCases: readonly ParityCase[] = [
  {
    name: 'JSON and XML',
    document: openApi({ '/menu': get({ 200: both }) }),
    requests: [
      { send: '/menu' },
      accepting('/menu', 'application/json'),
      accepting('/menu', 'application/xml'),
      accepting('/menu', '*/*'),
      accepting('/menu', 'application/*'),
      accepting('/menu', 'text/plain'),
      accepting('/menu', 'text/plain, */*;q=0.1'),
      accepting('/menu', 'application/json;q=0.2, application/xml;q=0.9'),
      accepting('/menu', 'application/xml, application/json'),
      accepting('/menu', 'application/json; charset=utf-8'),
    ],
  },
  {
    name: 'vendor types with a version',
    document: openApi({ '/orders': get({ 200: versions }) }),
    requests: [
      { send: '/orders' },
      accepting('/orders', 'application/vnd.shop+json; version=1'),
      accepting('/orders', 'application/vnd.shop+json; version=2'),
      accepting('/orders', 'application/vnd.shop+json;version=1'),
      accepting('/orders', 'application/vnd.shop+json; version=3'),
      accepting('/orders', 'application/vnd.shop+json'),
      accepting('/orders', 'application/json'),
      accepting('/orders', '*/*'),
    ],
  },
  {
    name: 'a type with a charset',
    document: openApi({ '/menu': get({ 200: as('application/json; charset=utf-8', { example: { name: 'Tee' } }) }) }),
    requests: [
      { send: '/menu' },
      accepting('/menu', 'application/json'),
      accepting('/menu', 'application/json; charset=utf-8'),
    ],
  },
  {
    name: 'text',
    document: openApi({
      '/schema': get({ 200: as('text/plain', { schema: string }) }),
      '/example': get({ 200: as('text/plain', { schema: string, example: 'Hello.' }) }),
      '/number': get({ 200: as('text/plain', { schema: integer }) }),
      '/table': get({ 200: as('text/csv', { schema: string, example: 'a,b\n1,2\n' }) }),
      '/page': get({ 200: as('text/html', { example: '<p>Hello</p>' }) }),
      '/wrong': get({ 200: as('text/plain', { schema: object({ a: string }) }) }),
    }),
    requests: [
      { send: '/schema' },
      { send: '/example' },
      { send: '/number' },
      { send: '/table' },
      { send: '/page' },
      { send: '/wrong' },
      accepting('/example', 'application/json'),
      accepting('/page', 'text/*'),
    ],
  },
  {
    name: 'any type',
    document: openApi({
      '/value': get({ 200: as('*/*', { schema: object({ a: integer }), example: { a: 1 } }) }),
      '/text': get({ 200: as('*/*', { schema: string, example: 'words' }) }),
    }),
    requests: [
      { send: '/value' },
      accepting('/value', 'application/json'),
      { send: '/text' },
      accepting('/text', 'text/plain'),
      accepting('/text', 'application/json'),
    ],
  },
  {
    name: 'JSON under other names',
    document: openApi({
      '/hal': get({ 200: as('application/hal+json', { schema: object({ _links: object({}) }) }) }),
      '/problem': get({ 404: as('application/problem+json', { example: { title: 'Gone' } }) }),
      '/merge': get({ 200: as('application/merge-patch+json', { example: { a: null } }) }),
      '/text': get({ 200: as('text/json', { schema: object({ a: string }) }) }),
    }),
    requests: [
      { send: '/hal' },
      accepting('/hal', 'application/json'),
      accepting('/hal', 'application/hal+json'),
      { send: '/problem' },
      { send: '/merge' },
      { send: '/text' },
    ],
  },
  {
    name: 'bytes',
    document: openApi({
      '/file': get({ 200: as('application/octet-stream', { schema: { type: 'string', format: 'binary' } }) }),
      '/picture': get({ 200: as('image/png', { schema: { type: 'string', format: 'binary' } }) }),
      '/pdf': get({ 200: as('application/pdf', { example: '%PDF-1.4' }) }),
      '/object': get({ 200: as('application/octet-stream', { schema: object({ a: string }) }) }),
    }),
    requests: [
      { send: '/file' },
      { send: '/picture' },
      { send: '/pdf' },
      { send: '/object' },
      accepting('/picture', 'image/*'),
    ],
  },
  {
    name: 'no content',
    document: openApi({
      '/empty': get({ 200: empty }),
      '/none': get({ 204: empty }),
      '/filled': get({ 204: json(object({ a: string })) }),
      '/unchanged': get({ 304: empty }),
    }),
    requests: [
      { send: '/empty' },
      { send: '/none' },
      { send: '/filled' },
      { send: '/unchanged' },
      accepting('/empty', 'application/json'),
      accepting('/none', 'application/json'),
      accepting('/filled', 'text/plain'),
    ],
  },
  {
    name: 'a type without a schema',
    document: openApi({
      '/json': get({ 200: as('application/json', {}) }),
      '/text': get({ 200: as('text/plain', {}) }),
      '/xml': get({ 200: as('application/xml', {}) }),
    }),
    requests: [{ send: '/json' }, { send: '/text' }, { send: '/xml' }, accepting('/json', 'application/json')],
  },
  {
    name: 'XML',
    document: openApi({
      '/generated': get({
        200: as('application/xml', {
          schema: record({ id: integer, open: boolean, tags: list(string), of: object({ name: string }) }),
        }),
      }),
      '/example': get({
        200: as('application/xml', { example: { a: '<&>"', list: [1, 2, { b: null }], none: [], deep: { c: false } } }),
      }),
      '/list': get({ 200: as('application/xml', { example: [{ id: 1 }, { id: 2 }] }) }),
      '/written': get({ 200: as('application/xml', { example: '<menu><tea/></menu>' }) }),
      '/atom': get({ 200: as('application/atom+xml', { example: { title: 'News' } }) }),
      '/text': get({ 200: as('text/xml', { example: '<a/>' }) }),
    }),
    requests: ['/generated', '/example', '/list', '/written', '/atom', '/text'].map((send) => ({ send })),
  },
  {
    name: 'ranges in the document',
    document: openApi({
      '/text': get({ 200: as('text/*', { schema: string, example: 'words' }) }),
      '/application': get({ 200: as('application/*', { example: { a: 1 } }) }),
    }),
    requests: [
      { send: '/text' },
      accepting('/text', 'text/plain'),
      { send: '/application' },
      accepting('/application', 'application/json'),
    ],
  },
  {
    name: 'Accept that is unusual',
    document: openApi({ '/menu': get({ 200: example({ a: 1 }), 406: example('not that') }) }),
    requests: [
      accepting('/menu', 'application/json;q=0'),
      accepting('/menu', 'APPLICATION/JSON'),
      accepting('/menu', 'image/png'),
      accepting('/menu', 'application/json, text/html;level=1'),
    ],
  },
]

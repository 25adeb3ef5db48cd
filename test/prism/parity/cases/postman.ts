/**
 * Postman collections, with and without `info.schema`.
 */

import type { Json, JsonObject } from '../../../../src/ports.ts'
import type { ParityCase } from '../parity-case.ts'
import { accepting, authorized, preferring, sending, sendingJson } from '../parity-case.ts'

type Parts = Readonly<Record<string, Json>>

const collection = (item: readonly JsonObject[], rest: Parts = {}, info: Parts = {}): JsonObject => ({
  info: {
    name: 'Teas',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    ...info,
  },
  item,
  ...rest,
})

const jsonHeader = [{ key: 'Content-Type', value: 'application/json' }]

const saved = (code: number, value: Json, rest: Parts = {}): JsonObject => ({
  name: `saved ${code}`,
  status: 'OK',
  code,
  header: jsonHeader,
  body: JSON.stringify(value),
  ...rest,
})

const request = (method: string, url: Json, response: readonly JsonObject[], rest: Parts = {}): JsonObject => ({
  name: `${method} ${String(typeof url === 'string' ? url : 'object')}`,
  request: { method, header: [], url, ...rest },
  response,
})

export const postmanCases: readonly ParityCase[] = [
  {
    name: 'Postman: saved responses',
    document: collection([
      request('GET', 'http://teas.test/teas', [saved(200, [{ id: 1, name: 'Green' }]), saved(404, { why: 'none' })]),
      request('GET', 'http://teas.test/teas/:id', [saved(200, { id: 1, name: 'Green' })]),
      request('DELETE', 'http://teas.test/teas/:id', [{ name: 'gone', code: 204, header: [], body: '' }]),
      request('GET', 'http://teas.test/unsaved', []),
    ]),
    requests: [
      { send: '/teas' },
      preferring('/teas', 'code=404'),
      preferring('/teas', 'code=500'),
      accepting('/teas', 'application/xml'),
      accepting('/teas', 'application/json'),
      { send: '/teas/1' },
      { send: 'DELETE /teas/1' },
      { send: '/unsaved' },
      { send: 'POST /teas' },
      { send: '/coffees' },
    ],
  },
  {
    name: 'Postman: a collection without info.schema',
    document: {
      info: { name: 'Teas' },
      item: [request('GET', 'http://teas.test/teas', [saved(200, { from: 'no schema' })])],
    },
    requests: [{ send: '/teas' }, { send: '/nothing' }, { send: 'PUT /teas' }],
  },
  {
    name: 'Postman: an id instead of info.schema',
    document: {
      info: { name: 'Teas', _postman_id: '4a0d4b1e-6f2a-4cdb-9d5f-3f0b0f3f1c11' },
      item: [
        {
          name: 'A folder',
          item: [
            request('POST', 'http://teas.test/teas', [saved(201, { id: 2 })], {
              header: jsonHeader,
              body: { mode: 'raw', raw: '{"name":"Green","grams":50}' },
            }),
          ],
        },
      ],
    },
    requests: [
      sendingJson('POST /teas', { name: 'Black', grams: 1 }),
      sendingJson('POST /teas', { name: 4, grams: 'x' }),
      sendingJson('POST /teas', {}),
      sending('POST /teas', 'text/plain', 'Green'),
      { send: 'POST /teas' },
    ],
  },
  {
    name: 'Postman: addresses as objects and variables',
    document: collection(
      [
        request(
          'GET',
          {
            raw: '{{base}}/teas?kind=green',
            host: ['{{base}}'],
            path: ['teas'],
            query: [{ key: 'kind', value: 'green' }],
          },
          [saved(200, 'teas')],
        ),
        request(
          'GET',
          {
            raw: 'http://teas.test/v1/cups/:id',
            protocol: 'http',
            host: ['teas', 'test'],
            path: ['v1', 'cups', ':id'],
            variable: [{ key: 'id', value: '4' }],
          },
          [saved(200, 'a cup')],
        ),
        request('GET', '{{base}}/plain', [saved(200, 'plain')]),
      ],
      { variable: [{ key: 'base', value: 'http://teas.test/api' }] },
    ),
    requests: [
      { send: '/teas?kind=green' },
      { send: '/teas' },
      { send: '/api/teas?kind=black' },
      { send: '/v1/cups/4' },
      { send: '/plain' },
      { send: '/api/plain' },
    ],
  },
  {
    name: 'Postman: authorization',
    document: collection(
      [
        request('GET', 'http://teas.test/login', [saved(200, 'in')], {
          auth: {
            type: 'basic',
            basic: [
              { key: 'username', value: 'a', type: 'string' },
              { key: 'password', value: 'b', type: 'string' },
            ],
          },
        }),
        request('GET', 'http://teas.test/token', [saved(200, 'in'), saved(401, { why: 'who?' })], {
          auth: { type: 'bearer', bearer: [{ key: 'token', value: 'a', type: 'string' }] },
        }),
        request('GET', 'http://teas.test/key', [saved(200, 'in')], {
          auth: {
            type: 'apikey',
            apikey: [
              { key: 'key', value: 'X-Key', type: 'string' },
              { key: 'value', value: 'a', type: 'string' },
              { key: 'in', value: 'header', type: 'string' },
            ],
          },
        }),
        request('GET', 'http://teas.test/open', [saved(200, 'in')], { auth: { type: 'noauth' } }),
      ],
      { auth: { type: 'bearer', bearer: [{ key: 'token', value: 'a', type: 'string' }] } },
    ),
    requests: [
      { send: '/login' },
      authorized('/login', `Basic ${btoa('a:b')}`),
      authorized('/login', 'Basic nonsense'),
      { send: '/token' },
      authorized('/token', 'Bearer a'),
      { send: '/key' },
      { send: '/key', headers: { 'x-key': 'a' } },
      { send: '/open' },
    ],
  },
  {
    name: 'Postman: forms and headers',
    document: collection([
      request(
        'POST',
        'http://teas.test/form',
        [saved(200, 'taken', { header: [...jsonHeader, { key: 'X-Left', value: '4' }] })],
        {
          header: [{ key: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
          body: { mode: 'urlencoded', urlencoded: [{ key: 'name', value: 'Green', type: 'text' }] },
        },
      ),
      request(
        'POST',
        'http://teas.test/text',
        [{ name: 'text', code: 200, header: [{ key: 'Content-Type', value: 'text/plain' }], body: 'taken' }],
        {
          header: [
            { key: 'Content-Type', value: 'text/plain' },
            { key: 'X-Trace', value: '1' },
          ],
          body: { mode: 'raw', raw: 'Green' },
        },
      ),
    ]),
    requests: [
      sending('POST /form', 'application/x-www-form-urlencoded', 'name=Black'),
      sending('POST /form', 'application/x-www-form-urlencoded', 'other=1'),
      sendingJson('POST /form', { name: 'Black' }),
      sending('POST /text', 'text/plain', 'Black'),
      { send: 'POST /text', headers: { 'content-type': 'text/plain', 'x-trace': '2' }, body: 'Black' },
    ],
  },
]

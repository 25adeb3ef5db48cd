/**
 * Valid requests to each route of the control API with their responses, and the invalid requests that only this route rejects.
 * The server has the sandbox `ann` with the snapshot `before`, its own key and two exchanges.
 */
import { expect } from 'vitest'

export interface GoodCase {
  readonly name: string
  /** Path parameters that differ from the server's default ones. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Default 200. */
  readonly status?: number
  /** The body of the response. Absent: not compared. */
  readonly is?: unknown
  /** A later request and its expected response. */
  readonly after?: { readonly target: string; readonly status?: number; readonly is?: unknown }
}

export interface BadCase {
  readonly name: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly status: number
  readonly says: readonly string[]
}

export interface RouteCase {
  readonly good: readonly [GoodCase, ...GoodCase[]]
  readonly bad?: readonly BadCase[]
}

const holding = (fields: object): unknown => expect.objectContaining(fields)
const list = (...items: readonly unknown[]): unknown => items
const some = (fields: object): unknown => expect.arrayContaining([holding(fields)])

const onRealTime = { now: '2026-11-20T12:00:00.000Z', frozen: false, set: false }
const rex = { id: 77, name: 'Rex', categoryId: 1 }

/** The path of the sandbox ann. */
const ann = '/sandboxes/ann'

/** A scenario that no document contradicts. */
export const mineSource =
  "description: Mine.\nsteps:\n  - when: { operation: '*' }\n    respond: { status: 503 }\n    contract: ignore\n"

export const routeCases: Readonly<Record<string, RouteCase>> = {
  'GET /health': {
    good: [{ name: 'the documents', is: holding({ status: 'ok', documents: some({ title: 'Messages' }) }) }],
  },
  'GET /ready': { good: [{ name: 'ready', is: { status: 'ready' } }] },
  'GET /openapi.json': { good: [{ name: 'the document', is: holding({ openapi: '3.1.0' }) }] },
  'GET /documents': {
    good: [{ name: 'the documents', is: some({ name: 'animal-store', operations: 3, resources: ['pets'] }) }],
  },
  'GET /documents/{document}/openapi.json': {
    good: [
      {
        name: 'the document with its overlay',
        is: holding({
          info: holding({ title: 'Animal Store' }),
          paths: holding({ '/pets/{petId}': { get: holding({ 'x-standin-deprecated-since': expect.anything() }) } }),
          servers: [{ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/) }],
        }),
      },
      {
        name: 'at the address of a sandbox',
        params: { document: 'messages' },
        query: { sandbox: 'ann' },
        is: holding({ servers: [{ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/~ann$/) }] }),
      },
    ],
    bad: [
      {
        name: 'an unknown document',
        params: { document: 'animal-stor' },
        status: 404,
        says: ['there is no document "animal-stor"', 'Did you mean animal-store?'],
      },
      {
        name: 'an unknown sandbox',
        params: { document: 'messages' },
        query: { sandbox: 'nobody' },
        status: 404,
        says: ['there is no sandbox "nobody"'],
      },
    ],
  },
  'GET /metrics': { good: [{ name: 'the counts', is: expect.stringMatching(/^standin_sandboxes 2$/m) }] },
  'GET /events': {
    good: [
      { name: 'a stream', is: expect.stringMatching(/^: listening\n\n/) },
      { name: 'of one sandbox', query: { sandbox: 'ann', view: 'none' }, is: expect.stringMatching(/^: listening/) },
    ],
    bad: [
      { name: 'another view', query: { view: 'short' }, status: 400, says: ['query.view'] },
      { name: 'no name', query: { sandbox: '' }, status: 400, says: ['query.sandbox'] },
    ],
  },
  'GET /coverage': {
    good: [{ name: 'what both sandboxes covered', is: holding({ summary: holding({ covered: 2 }) }) }],
  },
  'GET /scenarios': { good: [{ name: 'the built-in scenarios', is: some({ name: 'flaky' }) }] },
  'POST /scenarios/check': {
    good: [
      { name: 'nothing to report', body: { source: mineSource }, is: holding({ findings: [] }) },
      {
        name: 'an unknown operation',
        body: { source: 'description: x\nsteps:\n  - when: { operation: listPet }\n    respond: { status: 200 }\n' },
        is: holding({
          findings: list(holding({ code: 'scenario-mismatch', line: 3, message: expect.stringContaining('listPets') })),
        }),
      },
      {
        name: 'a text that is not YAML',
        body: { source: 'a: [', name: 'mine' },
        is: holding({ findings: list(holding({ code: 'syntax-error', line: expect.any(Number) })) }),
      },
    ],
  },
  'GET /scenarios/schema.json': {
    good: [
      {
        name: 'with the operations',
        is: holding({
          $defs: holding({
            when: holding({
              properties: holding({
                path: holding({ enum: expect.arrayContaining(['/pets/{petId}']) }),
                operation: holding({
                  oneOf: [holding({ enum: expect.arrayContaining(['*']) }), holding({ minItems: 1 })],
                }),
              }),
            }),
          }),
        }),
      },
    ],
  },
  'GET /scenarios/{scenario}': {
    good: [
      {
        name: 'a built-in one',
        params: { scenario: 'flaky' },
        is: holding({
          name: 'flaky',
          saved: true,
          operations: some({ operation: 'listPets', path: '/v1/pets', steps: [1] }),
          holds: [],
          records: [],
          source: expect.stringContaining('every 3'),
          steps: list(expect.stringContaining('503')),
        }),
      },
    ],
  },
  'PUT /scenarios/{scenario}': {
    good: [
      {
        name: 'a new one',
        params: { scenario: 'other' },
        body: { source: mineSource },
        is: holding({ name: 'other', saved: false, source: mineSource }),
        after: { target: '/scenarios', is: some({ name: 'other', saved: false, steps: 1 }) },
      },
      {
        name: 'a built-in one',
        params: { scenario: 'flaky' },
        body: { source: mineSource },
        is: holding({ name: 'flaky', saved: false }),
      },
    ],
    bad: [
      {
        name: 'a name with a slash',
        params: { scenario: 'a/../b' },
        body: { source: mineSource },
        status: 400,
        says: ['a/../b'],
      },
      {
        name: 'the name none',
        params: { scenario: 'none' },
        body: { source: mineSource },
        status: 400,
        says: ['none'],
      },
      {
        name: 'a reserved name',
        params: { scenario: 'CON' },
        body: { source: mineSource },
        status: 400,
        says: ['CON'],
      },
      {
        name: 'a file among the built-in ones',
        params: { scenario: 'flaky' },
        body: { source: mineSource, save: true },
        status: 409,
        says: ['--scenarios'],
      },
      { name: 'a mistake', body: { source: 'description: x\nsteps: []\n' }, status: 400, says: ['mine.yaml:2'] },
    ],
  },
  'DELETE /scenarios/{scenario}': {
    good: [{ name: 'that is not saved', status: 204, after: { target: '/scenarios/mine', status: 404 } }],
    bad: [{ name: 'a built-in one', params: { scenario: 'flaky' }, status: 409, says: ['built in'] }],
  },
  'GET /exchanges/{requestId}': {
    good: [
      {
        name: 'why',
        is: holding({
          sandbox: 'ann',
          operation: 'createPet',
          why: holding({ behaviour: { kind: 'create', resource: 'pets' } }),
        }),
      },
    ],
  },
  'GET /exchanges/{requestId}/changes': {
    good: [
      {
        name: 'a new record',
        is: list({
          resource: 'pets',
          id: '31',
          before: null,
          after: { id: 31, name: 'Waffles', categoryId: 1 },
        }),
      },
    ],
  },
  'GET /exchanges/{requestId}/differences/{otherId}': {
    good: [
      {
        name: 'another operation',
        is: holding({
          complete: true,
          differences: some({ pointer: '/request/method', first: 'POST', second: 'GET' }),
        }),
      },
    ],
  },
  'GET /exchanges/{requestId}/scenario': {
    good: [
      {
        name: 'that returns the same',
        is: { name: 'createPet-201', source: expect.stringContaining('operation: createPet') },
      },
    ],
  },
  'POST /exchanges/{requestId}/send': {
    good: [
      {
        name: 'with every change',
        body: {
          method: 'post',
          path: '/v1/pets?trace=1',
          headers: { 'X-Tenant': 'acme', 'user-agent': null },
          body: { name: 'Rex', categoryId: 1 },
          key: 'sandbox-key',
          sandbox: 'default',
        },
        status: 201,
        is: holding({ sandbox: 'default', credentials: 'key', response: holding({ status: 201 }) }),
        after: { target: '/sandboxes/default/records/pets/31', is: holding({ name: 'Rex' }) },
      },
      {
        name: 'as it was',
        status: 201,
        is: holding({
          sandbox: 'ann',
          credentials: 'sandbox',
          response: holding({ status: 201, body: { id: 32, name: 'Waffles', categoryId: 1 } }),
        }),
        after: { target: `${ann}/exchanges?limit=1`, is: list(holding({ sentFrom: expect.stringMatching(/^req-/) })) },
      },
      {
        name: 'as text',
        body: { text: '{' },
        status: 201,
        is: holding({ response: holding({ status: 400 }) }),
      },
    ],
    bad: [
      { name: 'an unknown sandbox', body: { sandbox: 'bob' }, status: 404, says: ['"bob"'] },
      { name: 'an unknown method', body: { method: 'FETCH' }, status: 400, says: ['body.method', '"FETCH"'] },
      { name: 'the method CONNECT', body: { method: 'CONNECT' }, status: 400, says: ['body.method'] },
      { name: 'a whole URL', body: { path: 'http://127.0.0.1/v1' }, status: 400, says: ['body.path'] },
      { name: 'a path with a line break', body: { path: '/v1\r\nx: 1' }, status: 400, says: ['body.path'] },
      { name: 'a path of the control API', body: { path: '/_sandbox/health' }, status: 400, says: ['body.path'] },
      { name: 'the address of a sandbox', body: { path: '/~bob/v1/pets' }, status: 400, says: ['body.path'] },
      { name: 'a header that is not a token', body: { headers: { 'a b': 'c' } }, status: 400, says: ['"a b"'] },
      { name: 'a header with a line break', body: { headers: { a: 'b\r\nc: d' } }, status: 400, says: ['"a"'] },
      {
        name: 'another sandbox in a header',
        body: { headers: { 'Sandbox-Id': 'x' } },
        status: 400,
        says: ['"Sandbox-Id"'],
      },
      { name: 'a number as a header', body: { headers: { a: 1 } }, status: 400, says: ['body.headers'] },
      { name: 'body and text', body: { body: {}, text: '' }, status: 400, says: ['body.body', 'body.text'] },
    ],
  },
  'GET /sandboxes': {
    good: [
      {
        name: 'both',
        is: list(
          holding({ id: 'default', origin: 'start', records: 30, ttl: null }),
          holding({ id: 'ann', origin: 'request', records: 31, lastUsed: '2026-11-20T12:00:00.000Z' }),
        ),
      },
      { name: 'those with a text', query: { q: 'AN' }, is: list(holding({ id: 'ann' })) },
      { name: 'a page', query: { sort: 'id', limit: '1', offset: '1' }, is: list(holding({ id: 'default' })) },
      { name: 'the last used first', query: { sort: 'used' }, is: holding({ length: 2 }) },
    ],
    bad: [
      { name: 'an empty text', query: { q: '' }, status: 400, says: ['query.q'] },
      { name: 'another order', query: { sort: 'size' }, status: 400, says: ['query.sort'] },
      { name: 'a limit of 0', query: { limit: '0' }, status: 400, says: ['query.limit'] },
      { name: 'a negative offset', query: { offset: '-1' }, status: 400, says: ['query.offset'] },
    ],
  },
  'POST /sandboxes': {
    good: [
      {
        name: 'every property',
        body: { id: 'bob', fixtures: 'demo', scenario: 'flaky', clock: '2030-12-06T00:00:00Z', ttl: '1h' },
        status: 201,
        is: holding({ id: 'bob', fixtures: 'demo', scenario: 'flaky', key: expect.stringMatching(/^sk_/) }),
        after: { target: '/sandboxes/bob/clock', is: { now: '2030-12-06T00:00:00.000Z', frozen: false, set: true } },
      },
      { name: 'nothing', status: 201, is: holding({ id: 'sandbox-1', scenario: null, fixtures: null }) },
      { name: 'an empty object', body: {}, status: 201, is: holding({ id: 'sandbox-1' }) },
      {
        name: 'a fork',
        body: { id: 'bob', from: 'ann' },
        status: 201,
        is: holding({ id: 'bob', exchanges: 0 }),
        after: { target: '/sandboxes/bob/records/pets/31', is: holding({ name: 'Waffles' }) },
      },
      {
        name: 'from a snapshot',
        body: { id: 'bob', from: 'ann/before' },
        status: 201,
        is: holding({ id: 'bob' }),
        after: { target: '/sandboxes/bob/records/pets/31', status: 404 },
      },
    ],
    bad: [
      { name: 'a name in use', body: { id: 'ann' }, status: 409, says: ['"ann"', 'delete it'] },
      { name: 'the name of the default sandbox', body: { id: 'default' }, status: 409, says: ['"default"'] },
      { name: 'a name with a line break', body: { id: 'a\nb' }, status: 400, says: ['body.id', 'control characters'] },
      { name: 'a name of 201 bytes', body: { id: 'ä'.repeat(101) }, status: 400, says: ['body.id', '200 bytes'] },
      { name: 'an unknown sandbox', body: { from: 'bob' }, status: 404, says: ['"bob"'] },
      { name: 'an unknown snapshot', body: { from: 'ann/befour' }, status: 404, says: ['"befour"', 'before'] },
      {
        name: 'an unknown fixture set',
        body: { fixtures: 'none of it' },
        status: 404,
        says: ['"none of it"'],
      },
      {
        name: 'a fixture set outside the folder',
        body: { fixtures: '../default' },
        status: 404,
        says: ['"../default"'],
      },
      {
        name: 'both from and fixtures',
        body: { from: 'ann', fixtures: 'demo' },
        status: 400,
        says: ['body.from', 'body.fixtures'],
      },
      { name: 'an unknown scenario', body: { scenario: 'flakey' }, status: 400, says: ['"flakey"', 'flaky'] },
      { name: 'an invalid time', body: { clock: 'noon' }, status: 400, says: ['body.clock', '"noon"'] },
      { name: 'an invalid duration', body: { ttl: 'long' }, status: 400, says: ['body.ttl', '"long"'] },
    ],
  },
  'GET /sandboxes/{id}': {
    good: [
      { name: 'ann', is: holding({ id: 'ann', snapshots: ['before'], exchanges: 2, clock: onRealTime }) },
      { name: 'the default sandbox', params: { id: 'default' }, is: holding({ id: 'default', exchanges: 0 }) },
    ],
  },
  'DELETE /sandboxes/{id}': {
    good: [
      { name: 'ann', status: 204, after: { target: ann, status: 404 } },
      { name: 'the default sandbox', params: { id: 'default' }, status: 204, after: { target: '/sandboxes/default' } },
    ],
  },
  'POST /sandboxes/{id}/reset': {
    good: [
      {
        name: 'ann',
        is: holding({ id: 'ann', exchanges: 0, snapshots: ['before'] }),
        after: { target: `${ann}/records/pets/31`, status: 404 },
      },
      {
        name: 'ann, after a snapshot',
        query: { snapshot: 'undo' },
        is: holding({ id: 'ann', snapshots: ['before', 'undo'] }),
        after: { target: `${ann}/records/pets/31`, status: 404 },
      },
    ],
    bad: [{ name: 'a snapshot without a name', query: { snapshot: '' }, status: 400, says: ['query.snapshot'] }],
  },
  'GET /sandboxes/{id}/differences/{other}': {
    good: [
      {
        name: 'a record that only one of them has',
        params: { other: 'default' },
        is: list({
          resource: 'pets',
          added: 0,
          changed: 0,
          deleted: 1,
          records: list({ id: '31', before: { id: 31, name: 'Waffles', categoryId: 1 }, after: null }),
        }),
      },
      { name: 'itself', params: { other: 'ann' }, is: [] },
    ],
    bad: [
      { name: 'an unknown other sandbox', params: { other: 'bob' }, status: 404, says: ['"bob"'] },
      { name: 'a limit of 0', params: { other: 'default' }, query: { limit: '0' }, status: 400, says: ['query.limit'] },
    ],
  },
  'GET /sandboxes/{id}/export': {
    good: [
      {
        name: 'records, next ids and keys',
        is: {
          sandbox: 'ann',
          records: { pets: holding({ length: 31, 30: { id: 31, name: 'Waffles', categoryId: 1 } }), messages: [] },
          nextIds: { pets: 32, messages: 1 },
          keys: list(
            { key: 'sandbox-key', state: 'active' },
            { key: 'sandbox-key-expired', state: 'expired' },
            { key: 'sandbox-key-revoked', state: 'revoked' },
          ),
        },
      },
      { name: 'the default sandbox', params: { id: 'default' }, is: holding({ sandbox: 'default' }) },
    ],
  },
  'PUT /sandboxes/{id}/import': {
    good: [
      {
        name: 'records, next ids and keys',
        body: {
          sandbox: 'bob',
          records: { pets: [rex], messages: [] },
          nextIds: { pets: 90 },
          keys: [{ key: 'imported', state: 'active', expires: '2030-12-06T00:00:00Z', scopes: ['read'] }],
        },
        is: holding({ id: 'ann', records: 1, snapshots: ['before'] }),
        after: {
          target: `${ann}/export`,
          is: { sandbox: 'ann', records: { pets: [rex], messages: [] }, nextIds: { pets: 90, messages: 1 }, keys: [] },
        },
      },
      {
        name: 'one resource, after a snapshot',
        query: { snapshot: 'undo' },
        body: { records: { 'animal-store/pets': [rex] } },
        is: holding({ records: 1, snapshots: ['before', 'undo'] }),
        after: { target: `${ann}/records/pets`, is: [rex] },
      },
      {
        name: 'a record that breaks its schema',
        query: { contract: 'ignore' },
        body: { records: { pets: [{ id: 5, name: 3 }] } },
        is: holding({ records: 1 }),
        after: { target: `${ann}/records/pets/5`, is: { id: 5, name: 3 } },
      },
    ],
    bad: [
      {
        name: 'every violation with its place',
        query: { snapshot: 'undo' },
        body: {
          records: { pets: [rex, { id: 78, name: 3, categoryId: 1 }, rex], petz: [], 'animal-store/pets': [] },
          nextIds: { orders: 3 },
          keys: [{ key: 'twice' }, { key: 'twice' }],
        },
        status: 400,
        says: [
          'body.records.pets[1].name must be a string',
          'body.records.pets[2].id 77 is already used',
          'body.records.petz: there is no resource "petz". Did you mean pets?',
          'body.records["animal-store/pets"] names the same resource as body.records.pets',
          'body.nextIds.orders: there is no resource "orders"',
          'body.keys[1].key is listed twice',
        ],
      },
      {
        name: 'an invalid record of the last resource',
        body: { records: { pets: [], messages: [{}] } },
        status: 400,
        says: ['body.records.messages[0].id is required'],
      },
      { name: 'a list in place of records', body: { records: { pets: {} } }, status: 400, says: ['body.records.pets'] },
      {
        name: 'a next id of 0',
        body: { records: {}, nextIds: { pets: 0 } },
        status: 400,
        says: ['body.nextIds.pets'],
      },
      {
        name: 'a time that cannot be read',
        body: { records: {}, keys: [{ key: 'mine', expires: 'tomorrow' }] },
        status: 400,
        says: ['body.keys[0].expires', 'tomorrow'],
      },
    ],
  },
  'GET /sandboxes/{id}/coverage': {
    good: [{ name: 'what ann covered', is: holding({ summary: holding({ covered: 2 }) }) }],
  },
  'GET /sandboxes/{id}/coverage/gaps': {
    good: [
      {
        name: 'a missing property for a 400',
        query: { operation: 'createPet', document: 'animal-store', status: '400' },
        is: list({
          operation: 'createPet',
          document: 'animal-store',
          method: 'POST',
          path: '/v1/pets',
          status: '400',
          how: 'request',
          what: 'The body has no name.',
          send: {
            method: 'POST',
            path: '/v1/pets',
            headers: { authorization: 'Bearer sandbox-key', 'content-type': 'application/json' },
            text: expect.stringMatching(/^{"categoryId":\d+.*}$/),
          },
          request: holding({ method: 'POST', curl: expect.stringMatching(/^curl .*\/~ann\/v1\/pets$/) }),
        }),
      },
      { name: 'a page', query: { limit: '1', offset: '1' }, is: holding({ length: 1 }) },
      { name: 'beyond the last', query: { offset: '1000000000' }, is: [] },
    ],
    bad: [
      {
        name: 'an unknown operation',
        query: { operation: 'creatPet' },
        status: 404,
        says: ['"creatPet"', 'createPet'],
      },
      { name: 'an unknown document', query: { document: 'animals' }, status: 404, says: ['"animals"'] },
      { name: 'an unknown status', query: { status: '4xy' }, status: 400, says: ['query.status'] },
      { name: 'a limit of 101', query: { limit: '101' }, status: 400, says: ['query.limit'] },
    ],
  },
  'PUT /sandboxes/{id}/scenario': {
    good: [
      { name: 'several', body: { scenario: 'slow,  flaky' }, is: holding({ scenario: 'slow, flaky' }) },
      { name: 'none', body: { scenario: null }, is: holding({ scenario: null }) },
    ],
    bad: [
      { name: 'an unknown scenario', body: { scenario: 'slow, flakey' }, status: 400, says: ['"flakey"', 'flaky'] },
    ],
  },
  'GET /sandboxes/{id}/clock': { good: [{ name: 'real time', is: onRealTime }] },
  'PUT /sandboxes/{id}/clock': {
    good: [
      {
        name: 'a time, frozen',
        body: { now: '2030-12-06T00:00:00Z', frozen: true },
        is: { now: '2030-12-06T00:00:00.000Z', frozen: true, set: true },
      },
      { name: 'frozen at the current time', body: { frozen: true }, is: { ...onRealTime, frozen: true, set: true } },
      {
        name: 'a time that continues',
        body: { now: '2030-12-06' },
        is: { now: '2030-12-06T00:00:00.000Z', frozen: false, set: true },
      },
    ],
    bad: [
      { name: 'neither', body: {}, status: 400, says: ['now', 'frozen'] },
      {
        name: 'an invalid time',
        body: { now: '2030-13-01T00:00:00Z' },
        status: 400,
        says: ['body.now', '2030-13'],
      },
    ],
  },
  'DELETE /sandboxes/{id}/clock': { good: [{ name: 'back to real time', is: onRealTime }] },
  'POST /sandboxes/{id}/clock/advance': {
    good: [
      { name: 'forward', body: { by: '1d' }, is: { now: '2026-11-21T12:00:00.000Z', frozen: false, set: true } },
      { name: 'backward', body: { by: '-30s' }, is: { now: '2026-11-20T11:59:30.000Z', frozen: false, set: true } },
    ],
    bad: [
      { name: 'an invalid duration', body: { by: '--1d' }, status: 400, says: ['body.by', '"--1d"'] },
      {
        name: 'a duration beyond the range of times',
        body: { by: '3000000d' },
        status: 400,
        says: ['body.by', 'out of the range of valid times'],
      },
    ],
  },
  'GET /sandboxes/{id}/clock/upcoming': {
    good: [
      {
        name: 'the sunset of an operation',
        is: list({
          kind: 'sunset',
          clock: 'sandbox',
          at: '2030-12-06T00:00:00.000Z',
          in: expect.any(Number),
          what: 'getPet is removed: its sunset is 2030-12-05.',
          operation: 'getPet',
          document: 'animal-store',
          from: 'deprecated',
          to: 'removed',
          held: null,
        }),
      },
      { name: 'at most one', query: { limit: '1' }, is: holding({ length: 1 }) },
    ],
    bad: [
      { name: 'a limit of 0', query: { limit: '0' }, status: 400, says: ['query.limit'] },
      { name: 'a limit of 101', query: { limit: '101' }, status: 400, says: ['query.limit'] },
    ],
  },
  'GET /sandboxes/{id}/snapshots': { good: [{ name: 'ann’s', is: list(holding({ name: 'before' })) }] },
  'POST /sandboxes/{id}/snapshots': {
    good: [
      {
        name: 'a new one',
        body: { name: 'after' },
        status: 201,
        is: { name: 'after', at: '2026-11-20T12:00:00.000Z' },
        after: { target: ann, is: holding({ snapshots: ['before', 'after'] }) },
      },
      {
        name: 'a name in use, which replaces the snapshot',
        body: { name: 'before' },
        status: 201,
        is: holding({ name: 'before' }),
        after: { target: ann, is: holding({ snapshots: ['before'] }) },
      },
    ],
  },
  'DELETE /sandboxes/{id}/snapshots/{name}': {
    good: [{ name: 'before', status: 204, after: { target: ann, is: holding({ snapshots: [] }) } }],
  },
  'POST /sandboxes/{id}/snapshots/{name}/restore': {
    good: [{ name: 'before', is: holding({ id: 'ann' }), after: { target: `${ann}/records/pets/31`, status: 404 } }],
  },
  'GET /sandboxes/{id}/resources': {
    good: [
      {
        name: 'all',
        is: list(
          holding({ name: 'pets', count: 31, columns: expect.arrayContaining([holding({ pointer: '/id' })]) }),
          holding({ name: 'messages', count: 0, lifecycles: some({ property: 'status' }) }),
        ),
      },
    ],
  },
  'GET /sandboxes/{id}/resources/{resource}': {
    good: [{ name: 'one', is: holding({ name: 'pets', count: 31, truncated: false, schema: expect.anything() }) }],
  },
  'GET /sandboxes/{id}/records/{resource}': {
    good: [
      { name: 'all', is: holding({ length: 31 }) },
      { name: 'a page', query: { limit: '1', after: '30' }, is: list(holding({ id: 31, name: 'Waffles' })) },
      { name: 'none', params: { resource: 'messages' }, is: [] },
      { name: 'an offset', query: { offset: '30' }, is: list(holding({ id: 31 })) },
      { name: 'the last first', query: { sort: '-id', limit: '1' }, is: list(holding({ id: 31 })) },
      { name: 'with a text', query: { q: 'wAFFles' }, is: list(holding({ id: 31 })) },
      {
        name: 'with values',
        query: { 'where[name]': 'Waffles', 'where[/categoryId]': '1' },
        is: list(holding({ id: 31 })),
      },
      {
        name: 'as rows',
        query: { rows: 'true', offset: '30' },
        is: list({
          recordId: '31',
          id: 31,
          parent: null,
          createdAt: '2026-11-20T12:00:00.000Z',
          facts: {},
          record: holding({ name: 'Waffles' }),
        }),
      },
      { name: 'with the name of its document', params: { resource: 'animal-store/pets' }, is: holding({ length: 31 }) },
    ],
    bad: [
      { name: 'after an unknown id', query: { after: 'x' }, status: 404, says: ['"x"'] },
      { name: 'after an id, sorted', query: { after: '1', sort: 'name' }, status: 400, says: ['query.after'] },
      { name: 'two hyphens', query: { sort: '--name' }, status: 400, says: ['query.sort'] },
      { name: 'an empty text', query: { q: '' }, status: 400, says: ['query.q'] },
      { name: 'a value without a property', query: { where: 'sold' }, status: 400, says: ['query.where'] },
    ],
  },
  'PUT /sandboxes/{id}/records/{resource}': {
    good: [
      { name: 'one', body: [rex], is: [rex], after: { target: `${ann}/records/pets`, is: [rex] } },
      { name: 'none', body: [], is: [], after: { target: `${ann}/records/pets`, is: [] } },
      {
        name: 'none, after a snapshot',
        query: { snapshot: 'undo' },
        body: [],
        is: [],
        after: { target: `${ann}/snapshots`, is: list(holding({ name: 'before' }), holding({ name: 'undo' })) },
      },
      {
        name: 'with a value that is not allowed, on request',
        query: { contract: 'ignore' },
        body: [{ ...rex, status: 'lost' }],
        is: [{ ...rex, status: 'lost' }],
      },
      { name: 'with x-standin', body: [{ ...rex, 'x-standin': { age: '1s' } }], is: [rex] },
    ],
    bad: [
      { name: 'a record that is not an object', body: ['Rex'], status: 400, says: ['body[0]'] },
      {
        name: 'a value that is not allowed',
        body: [{ ...rex, status: 'lost' }],
        status: 400,
        says: ['body[0].status'],
      },
      { name: 'no id', body: [{ name: 'Rex', categoryId: 1 }], status: 400, says: ['body[0].id'] },
      {
        name: 'many without an id',
        query: { contract: 'ignore' },
        body: Array.from({ length: 200 }, () => ({})),
        status: 400,
        says: ['body[9].id is required', '; and 190 more violations'],
      },
      { name: 'one id twice', body: [rex, rex], status: 400, says: ['body[1].id', '77'] },
      {
        name: 'no snapshot for an invalid list',
        query: { snapshot: 'undo' },
        body: [{}],
        status: 400,
        says: ['body[0].id'],
      },
      {
        name: 'no id, although the contract is ignored',
        query: { contract: 'ignore' },
        body: [{}],
        status: 400,
        says: ['body[0].id is required'],
      },
      {
        name: 'an id of another kind, although the contract is ignored',
        query: { contract: 'ignore' },
        body: [{ id: 'seven' }],
        status: 400,
        says: ['body[0].id'],
      },
      { name: 'another rule', query: { contract: 'enforce' }, body: [], status: 400, says: ['query.contract'] },
      {
        name: 'an unknown field of x-standin',
        body: [{ ...rex, 'x-standin': { born: '1s' } }],
        status: 400,
        says: ['body[0].x-standin.born'],
      },
    ],
  },
  'POST /sandboxes/{id}/records/{resource}': {
    good: [
      { name: 'with an id', body: rex, status: 201, is: rex, after: { target: `${ann}/records/pets/77`, is: rex } },
      { name: 'without', body: { name: 'Bo', categoryId: 1 }, status: 201, is: holding({ id: 32 }) },
      {
        name: 'with a value that is not allowed, on request',
        query: { contract: 'ignore' },
        body: { status: 'lost' },
        status: 201,
        is: { id: 32, status: 'lost' },
        after: { target: `${ann}/records/pets/32`, is: { id: 32, status: 'lost' } },
      },
    ],
    bad: [
      { name: 'an id in use', body: { ...rex, id: 1 }, status: 409, says: ['pets', '1'] },
      { name: 'a value that is not allowed', body: { ...rex, status: 'lost' }, status: 400, says: ['body.status'] },
      { name: 'missing required properties', body: { id: 77 }, status: 400, says: ['body.name', 'body.categoryId'] },
      {
        name: 'no id for a resource whose ids are strings',
        params: { resource: 'messages' },
        body: { message: 'Hello' },
        status: 400,
        says: ['body.id'],
      },
    ],
  },
  'POST /sandboxes/{id}/records/{resource}/check': {
    good: [
      { name: 'nothing is wrong', body: rex, is: [], after: { target: `${ann}/records/pets/77`, status: 404 } },
      {
        name: 'a value that is not allowed',
        body: { ...rex, status: 'lost' },
        is: list(holding({ pointer: '/status', code: 'enum', level: 'error' })),
      },
      { name: 'an id in use', body: { ...rex, id: 1 }, is: list(holding({ pointer: '/id', code: 'unique' })) },
      { name: 'nothing but an id', body: { id: 77 }, is: some({ pointer: '/name', code: 'required' }) },
      {
        name: 'no id for a resource whose ids are strings',
        params: { resource: 'messages' },
        body: { message: 'Hello' },
        is: some({ pointer: '/id', code: 'required' }),
      },
      {
        name: 'an invalid x-standin',
        body: { ...rex, 'x-standin': 7 },
        is: list(holding({ pointer: '/x-standin', code: 'x-standin' })),
      },
    ],
  },
  'GET /sandboxes/{id}/records/{resource}/{recordId}': {
    good: [{ name: 'the first', is: { id: 1, name: 'Whiskers', categoryId: 1, status: 'available' } }],
    bad: [{ name: 'an unknown id', params: { recordId: 'x' }, status: 404, says: ['"x"'] }],
  },
  'PUT /sandboxes/{id}/records/{resource}/{recordId}': {
    good: [
      { name: 'in place', body: { name: 'Rex', categoryId: 1 }, is: { id: 1, name: 'Rex', categoryId: 1 } },
      {
        name: 'a new one',
        params: { recordId: '77' },
        body: rex,
        is: rex,
        after: { target: `${ann}/records/pets`, is: holding({ length: 32 }) },
      },
    ],
    bad: [
      { name: 'an unknown id', params: { recordId: 'x' }, body: rex, status: 404, says: ['"x"'] },
      { name: 'another id', body: rex, status: 400, says: ['body.id must be "1"', 'got 77'] },
      { name: 'a value that is not allowed', body: { ...rex, id: 1, name: 1 }, status: 400, says: ['body.name'] },
    ],
  },
  'PATCH /sandboxes/{id}/records/{resource}/{recordId}': {
    good: [
      {
        name: 'one property, without another',
        body: { name: 'Rex', status: null },
        is: { id: 1, name: 'Rex', categoryId: 1 },
        after: { target: `${ann}/records/pets/1`, is: { id: 1, name: 'Rex', categoryId: 1 } },
      },
    ],
    bad: [
      { name: 'the id', body: { id: 2 }, status: 400, says: ['body.id cannot be changed'] },
      { name: 'null for a required property', body: { name: null }, status: 400, says: ['body.name'] },
    ],
  },
  'DELETE /sandboxes/{id}/records/{resource}/{recordId}': {
    good: [{ name: 'the first', status: 204, after: { target: `${ann}/records/pets/1`, status: 404 } }],
  },
  'POST /sandboxes/{id}/records/{resource}/{recordId}/check': {
    good: [
      {
        name: 'a value that is not allowed',
        body: { name: 'Rex', categoryId: 1, status: 'lost' },
        is: list(holding({ pointer: '/status', message: expect.stringContaining('available, pending, sold') })),
        after: { target: `${ann}/records/pets/1`, is: holding({ name: 'Whiskers' }) },
      },
      { name: 'nothing is wrong', body: { ...rex, id: 1 }, is: [] },
      { name: 'another id', body: rex, is: list(holding({ pointer: '/id', code: 'id' })) },
    ],
  },
  'GET /sandboxes/{id}/credentials': {
    good: [
      {
        name: 'those of the documents',
        is: {
          anyKey: false,
          documents: some({
            document: 'animal-store',
            operations: 3,
            open: 0,
            alternatives: [{ schemes: ['bearerAuth'], operations: 3 }],
            schemes: [
              { name: 'bearerAuth', place: 'header', parameter: 'Authorization', prefix: 'Bearer ', scopes: [] },
            ],
          }),
        },
      },
    ],
  },
  'GET /sandboxes/{id}/keys': {
    good: [{ name: 'all', is: expect.arrayContaining([holding({ key: 'sandbox-key', generated: false })]) }],
  },
  'POST /sandboxes/{id}/keys': {
    good: [
      {
        name: 'with a state and an expiry time',
        body: { state: 'revoked', expires: '2030-12-06T00:00:00Z' },
        status: 201,
        is: {
          key: expect.stringMatching(/^sk_/),
          state: 'revoked',
          expires: '2030-12-06T00:00:00.000Z',
          generated: true,
        },
      },
      { name: 'nothing', status: 201, is: { key: expect.stringMatching(/^sk_/), state: 'active', generated: true } },
      {
        name: 'with scopes',
        body: { scopes: ['read', 'write'] },
        status: 201,
        is: holding({ scopes: ['read', 'write'] }),
      },
    ],
    bad: [{ name: 'an invalid expiry time', body: { expires: 'soon' }, status: 400, says: ['body.expires', '"soon"'] }],
  },
  'PUT /sandboxes/{id}/keys/{key}': {
    good: [
      {
        name: 'a new key',
        params: { key: 'sk_back' },
        body: { expires: '2030-12-06T00:00:00Z', scopes: ['read'] },
        is: { key: 'sk_back', state: 'active', expires: '2030-12-06T00:00:00.000Z', scopes: ['read'], generated: true },
        after: { target: `${ann}/keys`, is: some({ key: 'sk_back', generated: true }) },
      },
      {
        name: 'a key of the fixtures',
        params: { key: 'sandbox-key' },
        body: { state: 'revoked' },
        is: { key: 'sandbox-key', state: 'revoked', generated: false },
      },
    ],
    bad: [
      {
        name: 'an invalid expiry time',
        params: { key: 'sk_back' },
        body: { expires: 'soon' },
        status: 400,
        says: ['body.expires', '"soon"'],
      },
    ],
  },
  'PATCH /sandboxes/{id}/keys/{key}': {
    good: [
      { name: 'its own', body: { state: 'revoked' }, is: holding({ state: 'revoked', generated: true }) },
      {
        name: 'one of the fixtures',
        params: { key: 'sandbox-key' },
        body: { state: 'expired' },
        is: { key: 'sandbox-key', state: 'expired', generated: false },
        after: { target: `${ann}/keys`, is: some({ key: 'sandbox-key', state: 'expired' }) },
      },
      { name: 'scopes alone', body: { scopes: [] }, is: holding({ state: 'active', scopes: [] }) },
    ],
    bad: [
      { name: 'neither state nor scopes', body: {}, status: 400, says: ['state', 'scopes'] },
      { name: 'a scope that is not a string', body: { scopes: [1] }, status: 400, says: ['body.scopes[0]'] },
    ],
  },
  'DELETE /sandboxes/{id}/keys/{key}': {
    good: [
      {
        name: 'one of the fixtures',
        params: { key: 'sandbox-key' },
        status: 204,
        after: { target: `${ann}/keys`, is: expect.not.arrayContaining([holding({ key: 'sandbox-key' })]) },
      },
      { name: 'its own', status: 204 },
    ],
  },
  'GET /sandboxes/{id}/webhooks': {
    good: [
      { name: 'none', is: [] },
      { name: 'one', params: { id: 'default' }, is: list(holding({ id: 'webhook-1', events: [], from: 'sandbox' })) },
    ],
  },
  'POST /sandboxes/{id}/webhooks': {
    good: [
      {
        name: 'a URL',
        body: { url: 'http://localhost:9/hooks' },
        status: 201,
        is: holding({ url: 'http://localhost:9/hooks', secret: expect.stringMatching(/^whsec_/), from: 'sandbox' }),
        after: { target: `${ann}/webhooks`, is: list(holding({ url: 'http://localhost:9/hooks' })) },
      },
      {
        name: 'a URL with its secret',
        body: { url: 'http://127.0.0.1:9', secret: `whsec_${'QUJD'.repeat(8)}`, events: [] },
        status: 201,
        is: holding({ secret: `whsec_${'QUJD'.repeat(8)}` }),
      },
    ],
    bad: [
      {
        name: 'another machine',
        body: { url: 'http://169.254.169.254/' },
        status: 400,
        says: ['body.url', '--allow-webhook-host'],
      },
      { name: 'no URL', body: { url: 'hooks' }, status: 400, says: ['body.url', 'is not a URL'] },
      {
        name: 'a short secret',
        body: { url: 'http://localhost', secret: 'whsec_abc' },
        status: 400,
        says: ['body.secret', '24 to 64 bytes'],
      },
      {
        name: 'an unknown event',
        body: { url: 'http://localhost', events: ['petCreated'] },
        status: 400,
        says: ['body.events', '"petCreated"'],
      },
    ],
  },
  'DELETE /sandboxes/{id}/webhooks/{webhook}': {
    good: [
      { name: 'one', params: { id: 'default' }, status: 204, after: { target: '/sandboxes/default/webhooks', is: [] } },
    ],
    bad: [{ name: 'an unknown one', params: { webhook: 'webhook-2' }, status: 404, says: ['"webhook-2"'] }],
  },
  'GET /sandboxes/{id}/deliveries': {
    good: [
      { name: 'none', is: [] },
      {
        name: 'of an event',
        params: { id: 'default' },
        query: { event: 'petCreated', state: 'dropped', cause: 'a' },
        is: list(holding({ id: 'msg_1', event: 'petCreated', state: 'dropped', dueAt: null })),
      },
      { name: 'in another state', params: { id: 'default' }, query: { state: 'waiting' }, is: [] },
    ],
    bad: [{ name: 'an unknown state', query: { state: 'lost' }, status: 400, says: ['query.state', '"lost"'] }],
  },
  'POST /sandboxes/{id}/deliveries/await': {
    good: [
      {
        name: 'one that is there',
        params: { id: 'default' },
        body: { state: 'dropped' },
        is: holding({ met: true, count: 1, others: [] }),
      },
      {
        name: 'one that does not come',
        body: { timeout: '1ms' },
        is: { met: false, count: 0, deliveries: [], others: [] },
      },
    ],
    bad: [
      { name: 'an invalid time', body: { timeout: 'long' }, status: 400, says: ['body.timeout', '"long"'] },
      { name: 'a timeout over ten minutes', body: { timeout: '11m' }, status: 400, says: ['body.timeout', '10m'] },
    ],
  },
  'POST /sandboxes/{id}/deliveries/{delivery}/redeliver': {
    good: [{ name: 'one', params: { id: 'default' }, status: 202, is: holding({ id: 'msg_1', state: 'sending' }) }],
    bad: [{ name: 'an unknown one', status: 404, says: ['"msg_1"'] }],
  },
  'GET /sandboxes/{id}/requests': {
    good: [
      {
        name: 'with a body',
        query: { operation: 'createPet' },
        is: holding({ method: 'POST', path: '/v1/pets', text: expect.stringContaining('"name"') }),
      },
    ],
    bad: [
      {
        name: 'an unknown operation',
        query: { operation: 'createPets' },
        status: 400,
        says: ['"createPets"', 'createPet'],
      },
    ],
  },
  'POST /sandboxes/{id}/requests': {
    good: [
      {
        name: 'a GET',
        body: { path: '/v1/pets/31' },
        status: 201,
        is: holding({
          sandbox: 'ann',
          sentFrom: null,
          credentials: 'sandbox',
          response: holding({ status: 200, body: { id: 31, name: 'Waffles', categoryId: 1 } }),
        }),
      },
      {
        name: 'a POST without credentials',
        body: { path: '/v1/pets', body: { name: 'Rex', categoryId: 1 }, key: null },
        status: 201,
        is: holding({ credentials: 'none', response: holding({ status: 401 }) }),
      },
      {
        name: 'its own credentials',
        body: { path: '/v1/pets', headers: { authorization: 'Bearer sandbox-key-expired' } },
        status: 201,
        is: holding({ credentials: 'request', response: holding({ status: 401 }) }),
      },
    ],
    bad: [
      { name: 'a path without a slash', body: { path: 'v1/pets' }, status: 400, says: ['body.path', '"v1/pets"'] },
      { name: 'an unknown method', body: { path: '/', method: 'x y' }, status: 400, says: ['body.method'] },
      { name: 'body and text', body: { path: '/', body: null, text: '' }, status: 400, says: ['body.text'] },
    ],
  },
  'GET /sandboxes/{id}/exchanges': {
    good: [
      { name: 'all', is: list(holding({ operation: 'createPet' }), holding({ operation: 'listPets' })) },
      {
        name: 'those that match every filter',
        query: { operation: 'createPet', method: 'post', status: '201', violations: 'false', unmatched: 'false' },
        is: list(holding({ operation: 'createPet' })),
      },
      { name: 'the latest', query: { limit: '1' }, is: list(holding({ operation: 'listPets' })) },
      { name: 'since a time', query: { since: '2030-01-01' }, is: [] },
      { name: 'before a time', query: { before: '2026-01-01' }, is: [] },
      { name: 'of a class of statuses', query: { status: '2xx' }, is: holding({ length: 2 }) },
      { name: 'of another class of statuses', query: { status: '4XX' }, is: [] },
      { name: 'of a scenario', query: { scenario: 'flaky' }, is: [] },
      { name: 'with notices', query: { notices: 'true' }, is: [] },
      { name: 'with a text in a body', query: { q: 'wAFFles' }, is: list(holding({ operation: 'createPet' })) },
      { name: 'with a text in the query', query: { q: 'limit=1' }, is: list(holding({ operation: 'listPets' })) },
      {
        name: 'the newest first, in short',
        query: { order: 'newest', view: 'summary' },
        is: list(
          holding({ path: '/v1/pets?limit=1', status: 200, violations: 0, notices: [] }),
          holding({ method: 'POST', path: '/v1/pets', operation: 'createPet', document: 'animal-store', code: null }),
        ),
      },
    ],
    bad: [
      { name: 'since an unknown point', query: { since: 'lunch' }, status: 400, says: ['query.since', '"lunch"'] },
      { name: 'before an unknown point', query: { before: 'lunch' }, status: 400, says: ['query.before', '"lunch"'] },
      { name: 'a class without statuses', query: { status: '6xx' }, status: 400, says: ['query.status'] },
      { name: 'a status that is not a number', query: { status: '20x' }, status: 400, says: ['query.status'] },
      { name: 'an unknown order', query: { order: 'random' }, status: 400, says: ['query.order'] },
      { name: 'an unknown view', query: { view: 'tiny' }, status: 400, says: ['query.view'] },
      { name: 'an empty text', query: { q: '' }, status: 400, says: ['query.q'] },
      { name: 'a text of 201 characters', query: { q: 'x'.repeat(201) }, status: 400, says: ['query.q'] },
    ],
  },
  'DELETE /sandboxes/{id}/exchanges': {
    good: [{ name: 'all', status: 204, after: { target: `${ann}/exchanges`, is: [] } }],
  },
  'GET /sandboxes/{id}/exchanges/counts': {
    good: [
      {
        name: 'both',
        is: {
          total: 2,
          statuses: { '2xx': 2 },
          operations: list(
            { operation: 'createPet', document: 'animal-store', count: 1 },
            { operation: 'listPets', document: 'animal-store', count: 1 },
          ),
          violations: 0,
          unmatched: 0,
          notices: 0,
          discarded: 0,
        },
      },
    ],
  },
  'POST /sandboxes/{id}/exchanges/await': {
    good: [
      {
        name: 'an exchange that has arrived',
        body: { operation: 'createPet', where: { request: { body: { name: { matches: '^Waf' } } } }, timeout: '1s' },
        is: { met: true, count: 1, exchanges: list(holding({ operation: 'createPet' })), near: [] },
      },
      {
        name: 'an exchange that does not arrive',
        body: { operation: 'getPet', timeout: '1ms' },
        is: holding({ met: false, count: 0, exchanges: [], near: list(holding({}), holding({})) }),
      },
      { name: 'none', body: { method: 'DELETE', exactly: 0, timeout: '1ms' }, is: holding({ met: true, count: 0 }) },
      { name: 'few', body: { status: 200, atMost: 1, since: '2026-01-01', timeout: '1ms' }, is: holding({ count: 1 }) },
    ],
    bad: [
      { name: 'two bounds', body: { count: 1, exactly: 1 }, status: 400, says: ['body.count', 'body.exactly'] },
      {
        name: 'an unknown operation',
        body: { operation: 'creatPet', timeout: '10m' },
        status: 400,
        says: ['body.operation', '"creatPet"', 'Did you mean createPet?'],
      },
      { name: 'an invalid time', body: { timeout: 'long' }, status: 400, says: ['body.timeout', '"long"'] },
      { name: 'a timeout over ten minutes', body: { timeout: '11m' }, status: 400, says: ['body.timeout', '10m'] },
      { name: 'since an unknown point', body: { since: 'lunch' }, status: 400, says: ['body.since', '"lunch"'] },
      {
        name: 'an invalid matcher',
        body: { where: { response: { status: { from: 'x' } } } },
        status: 400,
        says: ['body.where.response.status'],
      },
    ],
  },
}

import { describe, expect, it } from 'vitest'
import { describeSpan } from '../../src/opentelemetry/describe-span.ts'
import type { LogEntry, LoggedRequest } from '../../src/ports.ts'

const entry: LogEntry = {
  requestId: 'req-1',
  method: 'GET',
  target: '/v1/pets?api_key=secret',
  status: 200,
  duration: 2,
}
const request: LoggedRequest = {
  headers: { host: 'localhost:4010' },
  isSecure: false,
  route: '/v1/pets',
  sandbox: 'default',
  trace: undefined,
}

describe('describeSpan', () => {
  it('has the attributes of HTTP servers, without the query', () => {
    expect(describeSpan(entry, request)).toEqual({
      name: 'GET /v1/pets',
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/v1/pets',
        'http.response.status_code': 200,
        'url.path': '/v1/pets',
        'url.scheme': 'http',
        'server.address': 'localhost',
        'server.port': 4010,
        'standin.request.id': 'req-1',
        'standin.sandbox.id': 'default',
      },
    })
  })

  it.each<[string, Partial<LogEntry>, Partial<LoggedRequest>, Record<string, unknown>]>([
    ['a request over TLS', {}, { isSecure: true }, { 'url.scheme': 'https' }],
    ['an address of IPv6', {}, { headers: { host: '[::1]:4010' } }, { 'server.address': '::1', 'server.port': 4010 }],
    ['a host without a port', {}, { headers: { host: 'api.test' } }, { 'server.address': 'api.test' }],
    ['a whole URL', { target: 'http://api.test/v1/pets?a=1' }, {}, { 'url.path': '/v1/pets' }],
    ['OPTIONS *', { target: '*' }, {}, { 'url.path': '*' }],
    ['a scenario', { scenario: ['flaky/1'] }, {}, { 'standin.scenario': ['flaky/1'] }],
    ['a rejection', { code: 'not_found', status: 404 }, {}, { 'standin.rejection': 'not_found' }],
    [
      'notices',
      { notices: [{ kind: 'undocumented-query', names: ['colour'] }] },
      {},
      { 'standin.notices': ['undocumented-query'] },
    ],
    [
      'an unknown method',
      { method: 'BREW' },
      {},
      { 'http.request.method': '_OTHER', 'http.request.method_original': 'BREW' },
    ],
  ])('%s', (_, more, details, expected) => {
    expect(describeSpan({ ...entry, ...more }, { ...request, ...details }).attributes).toMatchObject(expected)
  })

  it('cuts long values, and names no address where Host is missing', () => {
    const { attributes } = describeSpan({ ...entry, target: `/${'a'.repeat(9_000)}` }, { ...request, headers: {} })
    expect(attributes['url.path']).toHaveLength(1_024)
    expect(Object.keys(attributes)).not.toContain('server.address')
    expect(Object.keys(attributes)).not.toContain('server.port')
  })

  it.each([
    ['GET', undefined, 'GET'],
    ['BREW', undefined, 'HTTP'],
    ['BREW', '/v1/pets', 'HTTP /v1/pets'],
  ])('%s of the route %s is named %s', (method, route, name) => {
    expect(describeSpan({ ...entry, method }, { ...request, route }).name).toBe(name)
  })

  it.each<[string, Partial<LogEntry>, string | undefined, string | undefined, number | undefined]>([
    ['a client error', { status: 404, code: 'not_found' }, undefined, undefined, 404],
    ['a server error', { status: 503, code: 'busy', message: 'later' }, '503', 'busy: later', 503],
    ['a scripted server error', { status: 500 }, '500', '', 500],
    ['a broken connection', { fault: 'reset' }, 'reset', 'a scenario broke the connection: reset', undefined],
    ['half a response', { fault: 'truncate' }, 'truncate', 'a scenario broke the connection: truncate', 200],
  ])('%s', (_, more, type, message, status) => {
    const { attributes, error } = describeSpan({ ...entry, ...more }, request)
    expect([attributes['error.type'], error, attributes['http.response.status_code']]).toEqual([type, message, status])
  })
})

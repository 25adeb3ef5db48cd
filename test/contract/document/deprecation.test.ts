/**
 * Deprecated operations: Deprecation (RFC 9745), Sunset (RFC 8594), Link (RFC 8288), and the day on which they are removed.
 */
import { describe, expect, it } from 'vitest'
import { type Files, serveFiles } from '../../support/serve-files.ts'
import { openApi } from '../../support/write-document.ts'

const well = { 204: { description: 'Well.' } }

const withOperation = (operation: object, servers: readonly object[] = []): Files => ({
  'gadgets.json': openApi({
    servers,
    paths: {
      '/old': { get: { operationId: 'old', responses: well, ...operation } },
      '/new': { get: { operationId: 'new', responses: well } },
      '/新しい/{id}': {
        get: {
          operationId: 'unicode',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: well,
        },
      },
    },
  }),
})

const noon = '2026-11-20T12:00:00Z'
const sunset = 'Thu, 05 Dec 2030 00:00:00 GMT'

interface Row {
  readonly name: string
  readonly operation: object
  readonly servers?: readonly object[]
  /** Default: noon of 20 November 2026. */
  readonly now?: string
  readonly status?: number
  /** Undefined: the header is missing. */
  readonly headers: Readonly<Record<'deprecation' | 'sunset' | 'link', string | undefined>>
}

const none = { deprecation: undefined, sunset: undefined, link: undefined }

const rows: readonly Row[] = [
  { name: 'not deprecated', operation: {}, headers: none },
  {
    name: 'deprecated: false',
    operation: { deprecated: false, 'x-standin-deprecated-since': '2026-01-01' },
    headers: none,
  },
  { name: 'deprecated without a date', operation: { deprecated: true }, headers: none },
  {
    name: 'deprecated since a date',
    operation: { deprecated: true, 'x-standin-deprecated-since': '2026-01-01' },
    headers: { ...none, deprecation: '@1767225600' },
  },
  {
    name: 'deprecated since a date-time',
    operation: { deprecated: true, 'x-standin-deprecated-since': '2026-01-01T00:00:01.9Z' },
    headers: { ...none, deprecation: '@1767225601' },
  },
  { name: 'with a sunset', operation: { 'x-sunset': '2030-12-05' }, headers: { ...none, sunset } },
  {
    name: 'with a sunset that is a date-time',
    operation: { 'x-sunset': '2030-12-05T06:30:00Z' },
    headers: { ...none, sunset: 'Thu, 05 Dec 2030 06:30:00 GMT' },
  },
  {
    name: 'with a successor',
    operation: { deprecated: true, 'x-standin-successor': 'new' },
    headers: { ...none, link: '</new>; rel="successor-version"' },
  },
  {
    name: 'with a successor below a base path',
    operation: { deprecated: true, 'x-standin-successor': 'new' },
    servers: [{ url: '/v1' }],
    headers: { ...none, link: '</v1/new>; rel="successor-version"' },
  },
  {
    name: 'with a successor whose path is not ASCII',
    operation: { deprecated: true, 'x-standin-successor': 'unicode' },
    headers: {
      ...none,
      link: expect.stringMatching(/^<\/%E6%96%B0%E3%81%97%E3%81%84\/[\x21-\x7e]+>; rel="successor-version"$/),
    },
  },
  {
    name: 'on its last day',
    operation: { deprecated: true, 'x-sunset': '2030-12-05' },
    now: '2030-12-05T23:59:59.999Z',
    headers: { ...none, sunset },
  },
  {
    name: 'after its last day',
    operation: { deprecated: true, 'x-sunset': '2030-12-05' },
    now: '2030-12-06T00:00:00Z',
    status: 404,
    headers: { ...none, sunset },
  },
  {
    name: 'before its sunset time',
    operation: { 'x-sunset': '2030-12-05T06:30:00Z' },
    now: '2030-12-05T06:29:59.999Z',
    headers: { ...none, sunset: 'Thu, 05 Dec 2030 06:30:00 GMT' },
  },
  {
    name: 'after its sunset time',
    operation: { 'x-sunset': '2030-12-05T06:30:00Z' },
    now: '2030-12-05T06:30:00Z',
    status: 404,
    headers: { ...none, sunset: 'Thu, 05 Dec 2030 06:30:00 GMT' },
  },
]

describe('an operation', () => {
  for (const { name, operation, servers = [], now = noon, status = 204, headers } of rows)
    it(name, async () => {
      await using api = await serveFiles(withOperation(operation, servers), { now: () => Date.parse(now) })
      const answer = await api.call(`${servers.length === 0 ? '' : '/v1'}/old`)
      expect(answer.status, answer.text).toBe(status)
      for (const [field, value] of Object.entries(headers)) expect(answer.headers[field], field).toEqual(value)
      if (status === 404) expect(answer.json).toMatchObject({ code: 'operation_removed' })
    })

  it('that was removed names the day and the successor', async () => {
    const operation = { 'x-sunset': '2030-12-05', 'x-standin-successor': 'new' }
    await using api = await serveFiles(withOperation(operation), { now: () => Date.parse('2031-01-01T00:00:00Z') })
    const { text } = await api.call('/old')
    for (const part of ['2030-12-05', '/new']) expect(text).toContain(part)
  })

  for (const address of ['/~ann', '/~b%C3%A4r%20%2F'])
    it(`called at ${address} links to its successor there`, async () => {
      const operation = { deprecated: true, 'x-standin-deprecated-since': '2026-01-01', 'x-standin-successor': 'new' }
      await using api = await serveFiles(withOperation(operation, [{ url: '/v1' }]))
      const { status, headers } = await api.call(`${address}/v1/old`)
      expect({ status, link: headers.link, deprecation: headers.deprecation }).toEqual({
        status: 204,
        link: `<${address}/v1/new>; rel="successor-version"`,
        deprecation: '@1767225600',
      })
      expect((await api.call(/<(.*)>/.exec(headers.link ?? '')?.[1] ?? '')).status).toBe(204)
      expect((await api.call('/v1/old')).headers.link).toBe('</v1/new>; rel="successor-version"')
    })

  it('that was removed names the successor below the address', async () => {
    const operation = { 'x-sunset': '2030-12-05', 'x-standin-successor': 'new' }
    await using api = await serveFiles(withOperation(operation), { now: () => Date.parse('2031-01-01T00:00:00Z') })
    expect((await api.call('/~ann/old')).text).toContain('use /~ann/new')
  })

  for (const [name, operation] of [
    ['a since that is not a date', { deprecated: true, 'x-standin-deprecated-since': 'long ago' }],
    ['a successor that is not an operation', { deprecated: true, 'x-standin-successor': 'newest' }],
  ] as const)
    it(`with ${name} is a finding at load`, async () => {
      await expect(serveFiles(withOperation(operation)).then((api) => api[Symbol.asyncDispose]())).rejects.toThrow(
        /long ago|newest/,
      )
    })

  it('with a sunset that is not a date gets a warning and is served', async () => {
    await using api = await serveFiles(withOperation({ 'x-sunset': 'soon' }))
    expect((await api.standin.describe()).warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('"soon"'),
    ])
  })
})

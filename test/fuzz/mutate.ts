/**
 * Turns valid requests into hostile ones: other request lines, headers, framing and bodies. What comes out is bytes, because
 * no client would send most of it.
 */
import { deflateSync, gzipSync } from 'node:zlib'
import type { Random } from './random.ts'

export interface FuzzRequest {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

const methods = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'QUERY',
  'PROPFIND',
  'get',
  'CONNECT',
  'X',
  '',
]
const strings = [
  '',
  '0',
  '-1',
  '1e999',
  'null',
  'true',
  '__proto__',
  'constructor',
  '../..',
  '%00',
  '%ff',
  '%',
  '%2F',
  '\u0000',
  '\t',
  '\ud83d',
  '日本',
  '🐈',
  'a'.repeat(300),
  '9'.repeat(40),
  '{$request.body}',
  '[]',
  '{}',
  '"',
  "'",
  ';',
  ',',
  ', ,',
  '*',
  '*/*',
  'é',
  '\u202e',
  '2030-02-30T00:00:00Z',
  '1h',
  '99999999999999d',
] // prettier-ignore
const mediaTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'application/json; charset=nope',
  'text/plain',
  'application/xml',
  'text/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/octet-stream',
  'application/merge-patch+json',
  'application/json-patch+json',
  'image/png',
  '',
  'a',
  ';',
  'application/vnd.x+json;version=2',
  'application/json,text/xml',
]
const headerNames = [
  'Accept',
  'Content-Type',
  'Content-Encoding',
  'Authorization',
  'Prefer',
  'Sandbox-Id',
  'Sandbox-Scenario',
  'If-Match',
  'If-None-Match',
  'Idempotency-Key',
  'Cookie',
  'Origin',
  'Access-Control-Request-Method',
  'Host',
  'Connection',
  'Expect',
  'Range',
  'Forwarded',
  'X-Forwarded-For',
  'Sec-Fetch-Site',
  'Accept-Language',
  'Trailer',
  'TE',
  'Upgrade',
  '__proto__',
  'x-api-key',
  'a b',
  'é',
]
const headerValues = [
  ...strings,
  'Bearer sandbox-key',
  'Bearer x',
  'Basic eDp5',
  'Basic !',
  'Digest username="x"',
  'code=404',
  'code=103',
  'code=999',
  'dynamic=true',
  'example=x, code=200, seed=1',
  'gzip',
  'gzip, br, deflate',
  'gzip,gzip,gzip,gzip,gzip',
  'slow',
  'flaky, none',
  'nowhere',
  '"x"',
  'W/"x", *',
  'close',
  'keep-alive, upgrade',
  '100-continue',
  'nothing',
  'h2c',
  'cross-site',
  'http://evil.example',
  'a=b; c',
  'text/html, */*;q=0',
] // prettier-ignore
const framings: readonly (readonly (readonly [string, string])[])[] = [
  [['Transfer-Encoding', 'chunked']],
  [['Transfer-Encoding', '1E2']],
  [['Transfer-Encoding', 'gzip, chunked']],
  [
    ['Transfer-Encoding', 'chunked'],
    ['Content-Length', '3'],
  ],
  [['Content-Length', '-1']],
  [['Content-Length', '+5']],
  [['Content-Length', '1e2']],
  [['Content-Length', '99999999999999999999']],
  [
    ['Content-Length', '5'],
    ['Content-Length', '6'],
  ],
  [['Content-Length', '0']],
  [['Content-Length', '1']],
  [['Transfer-Encoding ', 'chunked']],
  [['Transfer-Encoding', '\u000bchunked']],
] // prettier-ignore

const mutateText = (text: string, random: Random): string => {
  const at = random.below(text.length + 1)
  switch (random.below(7)) {
    case 0:
      return text.slice(0, at) + random.pick(strings) + text.slice(at)
    case 1:
      return text.slice(0, at)
    case 2:
      return text.slice(0, at) + String.fromCharCode(random.below(256)) + text.slice(at + 1)
    case 3:
      return text.slice(at)
    case 4:
      return text + text
    case 5:
      return text.replace(/[\w.-]+(?!.*[\w.-])/s, () => random.pick(strings))
    default:
      return text.replace(/\d+/, () =>
        random.pick(['0', '-1', '1e400', '0.1', '9007199254740993', '99999999999999999999', 'NaN']),
      )
  }
}

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

const values = [
  'null',
  'true',
  '0',
  '-1.5',
  '1e400',
  '9007199254740993',
  '""',
  '"\\ud83d"',
  '"\\u0000"',
  '[]',
  '{}',
  '{"__proto__":{"a":1}}',
  nested(70),
  nested(2_000),
  '"2030-02-30"',
  `"${'x'.repeat(2_000)}"`,
] // prettier-ignore

const mutateBody = (body: string, random: Random): string => {
  switch (random.below(8)) {
    case 0:
      return body.replace(/:\s*("[^"]*"|[\d.]+|true|false|null|\{\}|\[\])/, () => `:${random.pick(values)}`)
    case 1:
      return random.pick(values)
    case 2:
      return random.pick([
        'a=b&c=d',
        'a[b][c]=1&a[b]=2&=&',
        '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
        '--x\r\n\r\n',
        '<a><b>1</b></a>',
        '<a>&#xD800;</a>',
        '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
        '<a>'.repeat(100),
      ])
    case 3:
      return body.replace(/"(\w+)":/, (_, name: string) => `"${name}":${random.pick(values)},"${name}":`)
    case 4:
      return `[${random.pick(['{"op":"copy","from":"","path":"/a"}', '{"op":"add","path":"/-","value":1}', '{"op":"x"}', '{"op":"remove","path":""}'])}]`
    case 5:
      return body.padEnd(random.pick([10_000, 70_000]), ' ')
    default:
      return mutateText(body, random)
  }
}

const mutateOnce = (request: FuzzRequest, random: Random): FuzzRequest => {
  const { method, target, headers, body } = request
  switch (random.below(9)) {
    case 0:
      return { ...request, method: random.pick(methods) }
    case 1:
    case 2:
      return { ...request, target: mutateText(target, random) }
    case 3:
      return {
        ...request,
        target: `${target}${target.includes('?') ? '&' : '?'}${random.pick(['limit', '__scenario', '__code', '__sandbox', 'a[b]', 'filter', 'page', ''])}=${encodeURI(random.pick(strings).replace(/\p{Surrogate}/gu, ''))}`,
      }
    case 4:
      return { ...request, headers: [...headers, [random.pick(headerNames), random.pick(headerValues)]] }
    case 5:
      return {
        ...request,
        headers: headers.map(([name, value]) => [name, random.oneIn(2) ? mutateText(value, random) : value]),
      }
    case 6:
      return { ...request, headers: headers.filter(() => !random.oneIn(3)) }
    case 7:
      return {
        ...request,
        headers: [
          ...headers.filter(([name]) => name.toLowerCase() !== 'content-type'),
          ['Content-Type', random.pick(mediaTypes)],
        ],
      }
    default:
      return { ...request, method: body === '' && method === 'GET' ? 'POST' : method, body: mutateBody(body, random) }
  }
}

const chunk = (body: Buffer, random: Random): Buffer => {
  const size = random.pick([body.length.toString(16), 'zz', '', 'ffffffff', `${body.length.toString(16)};x=y`])
  return Buffer.concat([
    Buffer.from(`${size}\r\n`),
    body,
    Buffer.from(random.pick(['\r\n0\r\n\r\n', '\r\n0\r\nX: y\r\n\r\n', '0\r\n\r\n', '\r\n'])),
  ])
}

const format = ({ method, target, headers, body }: FuzzRequest, random: Random): Buffer => {
  let bytes: Buffer = Buffer.from(body, random.oneIn(10) ? 'latin1' : 'utf8')
  if (headers.some(([name, value]) => name === 'Content-Encoding' && value === 'gzip'))
    bytes = Buffer.from(random.oneIn(2) ? gzipSync(bytes) : deflateSync(bytes))
  const isFramed = random.oneIn(12)
  const framing = isFramed
    ? random.pick(framings)
    : bytes.length > 0
      ? [['Content-Length', String(bytes.length)] as const]
      : []
  if (framing.some(([name, value]) => name === 'Transfer-Encoding' && value.includes('chunked')))
    bytes = chunk(bytes, random)
  const version = random.oneIn(40) ? random.pick(['1.0', '0.9', '2.0', '1.10', 'x']) : '1.1'
  const lines = [
    `${method} ${target} HTTP/${version}`,
    ...[...headers, ...framing].map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ]
  return Buffer.concat([Buffer.from(lines.join(random.oneIn(60) ? '\n' : '\r\n'), 'utf8'), bytes])
}

const garbage = (random: Random): Buffer =>
  Buffer.from(Array.from({ length: random.below(80) }, () => random.below(256)))

/** The bytes of one attempt, from a valid request. */
export const formatAttempt = (request: FuzzRequest, other: FuzzRequest, random: Random): Buffer => {
  let mutated = request
  for (let left = random.below(4); left > 0; left--) mutated = mutateOnce(mutated, random)
  const bytes = format(mutated, random)
  switch (random.below(24)) {
    case 0:
      return Buffer.concat([bytes, Buffer.from(random.pick(['x', '\r\n', 'GET ', '\u0000', 'garbage\r\n\r\n']))])
    case 1:
      return Buffer.concat([bytes, format(mutateOnce(other, random), random)])
    case 2:
      return bytes.subarray(0, random.below(bytes.length + 1))
    case 3:
      return random.oneIn(4) ? garbage(random) : Buffer.concat([bytes, garbage(random)])
    default:
      return bytes
  }
}

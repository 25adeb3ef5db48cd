/**
 * How responses are written, on connections that note what they get: HTTP/2, faults, headers that cannot be sent.
 */
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { checkHead } from '../../src/http/check-head.ts'
import {
  asHttp1,
  breakStream,
  checkAuthority,
  checkHttp2Size,
  plainHeaders,
  writeHttp2Reply,
} from '../../src/http/http2-exchange.ts'
import { sendableHeaders } from '../../src/http/sendable-headers.ts'
import { truncate } from '../../src/http/truncate.ts'
import { formatRawReply, writeReply } from '../../src/http/write-reply.ts'
import type { Reply } from '../../src/ports.ts'

const reply = (status: number, body?: string, headers: string[] = []): Reply => ({
  status,
  headers,
  ...(body === undefined ? {} : { body }),
})

interface Head {
  readonly status: number
  readonly headers: unknown
}

/** `rejects`: whether the first head is rejected, as Node does with headers that may be given once. */
const createStream = (rejects = false) => {
  const heads: Head[] = []
  const written: string[] = []
  const codes: number[] = []
  const response = {
    headersSent: false,
    stream: { close: (code: number) => codes.push(code) },
    writeHead: (status: number, headers: unknown) => {
      heads.push({ status, headers })
      if (rejects && heads.length === 1) throw new TypeError('given twice')
    },
    write: (bytes: string | Buffer, done: () => void) => {
      written.push(String(bytes))
      done()
    },
    end: (bytes?: Buffer) => written.push(`end ${bytes ?? ''}`),
  }
  return { response: response as unknown as ServerResponse, heads, written, codes }
}

const asRequest = (request: Partial<IncomingMessage>): IncomingMessage => request as unknown as IncomingMessage

describe('a response of HTTP/2', () => {
  const write = (answer: Reply, method = 'GET', rejects = false) => {
    const stream = createStream(rejects)
    writeHttp2Reply(asRequest({ method }), stream.response, answer)
    return { heads: stream.heads, written: stream.written }
  }

  it('has its body and length, and its headers in lower case', () =>
    expect(write(reply(200, 'né', ['X-One', '1', 'Set-Cookie', 'a', 'set-cookie', 'b']))).toEqual({
      heads: [{ status: 200, headers: { 'x-one': ['1'], 'set-cookie': ['a', 'b'], 'content-length': ['3'] } }],
      written: ['end né'],
    }))

  it('to HEAD has the length of the body without it', () =>
    expect(write(reply(200, 'abc'), 'HEAD')).toEqual({
      heads: [{ status: 200, headers: { 'content-length': ['3'] } }],
      written: ['end '],
    }))

  it('without a body has a length, unless its status never has a body', () => {
    const headersOf = (status: number) => write(reply(status)).heads[0]?.headers
    expect([headersOf(200), headersOf(204), headersOf(304)]).toEqual([{ 'content-length': ['0'] }, {}, {}])
  })

  it('has no headers of a connection', () =>
    expect(write(reply(204, undefined, ['Connection', 'close', 'Keep-Alive', '5', 'X-A', 'b'])).heads).toEqual([
      { status: 204, headers: { 'x-a': ['b'] } },
    ]))

  it('has the last one of a header that may be given once, and all cookies', () => {
    const headers = ['ETag', 'a', 'ETag', 'b', 'Set-Cookie', 'a', 'Set-Cookie', 'b']
    const { heads } = write(reply(204, undefined, headers), 'GET', true)
    expect(heads[1]).toEqual({ status: 204, headers: { etag: ['b'], 'set-cookie': ['a', 'b'] } })
  })

  it('ends with the code of its fault', () => {
    const codesOf = (fault: 'reset' | 'empty' | 'garbage' | 'truncate' | 'timeout') => {
      const stream = createStream()
      breakStream(stream.response, reply(200, 'abcd'), fault)
      return [...stream.codes, ...stream.written]
    }
    // RFC 9113, section 7: internal error, cancel, protocol error.
    expect([codesOf('reset'), codesOf('empty'), codesOf('garbage')]).toEqual([[2], [8], [1]])
    expect([codesOf('truncate'), codesOf('timeout')]).toEqual([[2, 'ab'], []])
  })
})

describe('a request of HTTP/2', () => {
  it('has a host: its authority, unless it has a header of its own', () => {
    const hostOf = (headers: Record<string, string>) => {
      const request = { headers, authority: 'a.test' }
      asHttp1(request as unknown as Parameters<typeof asHttp1>[0], {} as unknown as Parameters<typeof asHttp1>[1])
      return request.headers.host
    }
    expect([hostOf({}), hostOf({ host: 'b.test' })]).toEqual(['a.test', 'b.test'])
  })

  it('has pseudo-headers that no handler sees', () =>
    expect(plainHeaders({ ':path': '/', accept: '*/*' })).toEqual({ accept: '*/*' }))

  it('names its host once, or twice the same', () => {
    expect(checkAuthority({ headers: { ':authority': 'a', host: 'a' } })).toBeUndefined()
    expect(checkAuthority({ headers: { host: 'a' } })).toBeUndefined()
    expect(checkAuthority({ headers: { ':authority': 'a', host: 'b' } })).toMatchObject({ status: 400 })
    expect(checkAuthority({ headers: {} })).toMatchObject({ status: 400 })
  })

  it('has headers up to the limit, with two bytes more for each part', () => {
    expect(checkHttp2Size(['abc', 'de'], 9)).toBeUndefined()
    expect(checkHttp2Size(['abc', 'de'], 8)).toMatchObject({ code: 'headers_too_large' })
  })
})

describe('a request of HTTP/1.1', () => {
  const check = (rawHeaders: string[], httpVersion = '1.1', headers = {}) =>
    checkHead(asRequest({ rawHeaders, httpVersion, httpVersionMajor: 1, headers }))?.message

  it('has exactly one host; one of HTTP/1.0 may have none', () => {
    expect([check(['Host', 'a']), check(['hOST', 'host']), check([], '1.0')]).toEqual([undefined, undefined, undefined])
    expect([
      check(['Accept', 'host']),
      check(['Host', 'a', 'host', 'a']),
      check(['Host', 'a', 'host', 'b'], '1.0'),
    ]).toEqual([
      'header.Host is required',
      'header.Host must be given once, got 2 times',
      'header.Host must be given once, got 2 times',
    ])
  })

  it('has no other transfer coding than chunked', () => {
    const coding = (name: string) => check(['Host', 'a'], '1.1', { 'transfer-encoding': name })
    expect([coding('chunked'), coding('CHUNKED')]).toEqual([undefined, undefined])
    expect(coding('gzip, chunked')).toBe('header.Transfer-Encoding must be chunked, got "gzip, chunked"')
  })
})

it('headers that cannot be sent are left out, and characters that no value has are replaced', () =>
  expect(sendableHeaders(['X-A', 'a', 'X B', 'b', 'X-C', 'メ\tç', '', 'd'])).toEqual(['X-A', 'a', 'X-C', '?\tç']))

it('half of a body is sent with the length of the whole', () => {
  expect(truncate(reply(200, 'abcde'))).toEqual({ headers: ['Content-Length', '5'], part: Buffer.from('ab') })
  expect(truncate(reply(200, 'ab'))).toEqual({ headers: ['Content-Length', '2'], part: Buffer.from('a') })
  expect(truncate(reply(200, 'a'))).toEqual({ headers: ['Content-Length', '2'], part: ' ' })
  expect(truncate(reply(204))).toEqual({ headers: ['Content-Length', '2'], part: ' ' })
})

it('a reply to what does not parse is complete, and ends the connection', () => {
  const [head = '', body] = formatRawReply(reply(400, 'né', ['X-A', 'b', 'X-B', 'c'])).split('\r\n\r\n')
  const [line, ...headers] = head.split('\r\n')
  expect([line, body]).toEqual(['HTTP/1.1 400 Bad Request', 'né'])
  expect(headers.slice(0, 4)).toEqual(['X-A: b', 'X-B: c', 'Content-Length: 3', 'Connection: close'])
  expect(headers[4]).toMatch(/^Date: \w{3}, .* GMT$/)
})

describe('a response of HTTP/1.1', () => {
  const respond = async (answer: () => Reply, method = 'GET') => {
    const server = createServer((request, response) => writeReply(request, response, answer()))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const received = new Promise((resolve, reject) => {
      const request = send({ port, host: '127.0.0.1', method, agent: false }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () => {
          const { 'content-length': length, etag } = response.headers
          resolve([response.statusCode, length, Buffer.concat(chunks).toString(), etag])
        })
      })
      request.on('error', reject)
      request.end()
    })
    const result = await received
    server.close()
    return result
  }

  it('has its body and its length', async () => {
    expect(await respond(() => reply(200, 'abc'))).toEqual([200, '3', 'abc', undefined])
    expect(await respond(() => reply(200, 'né 名'))).toEqual([200, '7', 'né 名', undefined])
    expect(await respond(() => reply(201))).toEqual([201, '0', '', undefined])
    expect(await respond(() => reply(204))).toEqual([204, undefined, '', undefined])
    expect(await respond(() => reply(304))).toEqual([304, undefined, '', undefined])
    expect(await respond(() => reply(200, 'abc'), 'HEAD')).toEqual([200, '3', '', undefined])
  })

  it('has its headers as they were written, also those of a connection', async () => {
    const server = createServer((request, response) =>
      writeReply(request, response, reply(200, 'abc', ['X-Rate', '5', 'Connection', 'close'])),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const names = await new Promise<readonly string[]>((resolve, reject) => {
      const request = send({ port, host: '127.0.0.1', agent: false }, (response) => {
        response.resume()
        response.on('end', () => resolve(response.rawHeaders.filter((_, index) => index % 2 === 0)))
      })
      request.on('error', reject)
      request.end()
    })
    server.close()
    expect(names.slice(0, 3)).toEqual(['X-Rate', 'Connection', 'Content-Length'])
  })

  it('is sent without what no header can have', async () =>
    expect(await respond(() => reply(200, 'abc', ['X B', 'c', 'ETag', '"メ"']))).toEqual([200, '3', 'abc', '"?"']))
})

/**
 * Bodies with several content codings, and with other names of codings (RFC 9110, section 8.4). test/interface/hostile.test.ts
 * tests single codings, limits and invalid ones.
 */
import { connect } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { undoCodings } from '../../src/http/read-body.ts'
import { useFiles } from '../support/serve-files.ts'
import { startStandin } from '../support/start-standin.ts'
import { openApi, requestBody, response } from '../support/write-document.ts'

const note = { type: 'object', required: ['text'], properties: { id: { type: 'integer' }, text: { type: 'string' } } }
const api = useFiles({
  'notes.json': openApi({
    paths: {
      '/notes': {
        post: { requestBody: requestBody(note), responses: { 201: response(note), 400: { description: '' } } },
      },
    },
  }),
})

const body = Buffer.from('{"text":"名前"}')

const rows: readonly {
  readonly name: string
  readonly coding: string
  readonly bytes: Uint8Array
  readonly status: number
}[] = [
  { name: 'gzip with its old name', coding: 'x-gzip', bytes: gzipSync(body), status: 201 },
  { name: 'deflate without its wrapper', coding: 'deflate', bytes: deflateRawSync(body), status: 201 },
  {
    name: 'two codings, decoded in reverse order',
    coding: 'gzip, br',
    bytes: brotliCompressSync(gzipSync(body)),
    status: 201,
  },
  {
    name: 'three codings',
    coding: 'deflate,gzip , br',
    bytes: brotliCompressSync(gzipSync(deflateSync(body))),
    status: 201,
  },
  { name: 'identity among others', coding: 'identity, gzip', bytes: gzipSync(body), status: 201 },
  { name: 'an empty member of the list', coding: ', gzip', bytes: gzipSync(body), status: 201 },
  {
    name: 'two codings in the wrong order',
    coding: 'br, gzip',
    bytes: brotliCompressSync(gzipSync(body)),
    status: 400,
  },
  { name: 'one coding that was applied twice', coding: 'gzip', bytes: gzipSync(gzipSync(body)), status: 400 },
  {
    name: 'two members of gzip, one after the other',
    coding: 'gzip',
    bytes: Buffer.concat([gzipSync(body.subarray(0, 5)), gzipSync(body.subarray(5))]),
    status: 201,
  },
  { name: 'an unsupported coding after a supported one', coding: 'gzip, zstd-x', bytes: gzipSync(body), status: 415 },
  {
    name: 'a nested decompression bomb',
    coding: 'gzip, gzip',
    bytes: gzipSync(gzipSync(Buffer.alloc(20 * 1024 * 1024, ' '))),
    status: 413,
  },
]

describe('a body', () => {
  for (const { name, coding, bytes, status } of rows)
    it(`${name}: ${status}`, async () => {
      const headers = { 'content-type': 'application/json', 'content-encoding': coding }
      const answer = await api.call('/notes', { method: 'POST', body: bytes, headers })
      expect(answer.status, answer.text).toBe(status)
      if (status === 201) expect(answer.json).toMatchObject({ text: '名前' })
      if (status === 415) expect(answer.headers['accept-encoding']).toBe('gzip, deflate, br')
    })
})

it('a body that is missing needs no decoding, although clients name a coding for it', async () => {
  const missing = { kind: 'bytes', bytes: Buffer.alloc(0) } as const
  for (const coding of ['gzip', 'br', 'deflate, gzip']) expect(await undoCodings(missing, coding, 10)).toEqual(missing)
})

describe('an upload over the limit', () => {
  const limit = 16_384
  const chunk = `${limit.toString(16)}\r\n${'x'.repeat(limit)}\r\n`

  /** Sends chunks while the server reads them, and resolves with how many were sent and what came back. */
  const upload = (url: string, chunks: number): Promise<{ readonly sent: number; readonly received: string }> =>
    new Promise((resolve) => {
      const { hostname, port } = new URL(url)
      const socket = connect({ host: hostname, port: Number(port) })
      let [sent, received, isOpen] = [0, '', true]
      const send = (): void => {
        while (isOpen && sent < chunks) {
          sent++
          if (!socket.write(chunk)) return
        }
        socket.end('0\r\n\r\n')
      }
      socket.on('connect', () => {
        socket.write('POST /messages HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sandbox-key\r\n')
        socket.write('Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n')
        send()
      })
      socket.on('drain', send)
      socket.on('data', (data) => {
        received += data
      })
      // A connection that is cut while bytes are on their way is reset.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        isOpen = false
        resolve({ sent, received })
      })
    })

  it('is read to its end if it is not much longer, so that the client gets the response', async () => {
    await using standin = await startStandin({ maxBody: limit })
    const { sent, received } = await upload(standin.url, 4)
    expect(sent).toBe(4)
    expect(received).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('is read to its end although the limit is small, so that the client gets the response', async () => {
    await using standin = await startStandin({ maxBody: 5 })
    const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer sandbox-key' }
    for (const length of [6, 100, 100_000]) {
      const response = await fetch(`${standin.url}/messages`, { method: 'POST', headers, body: ' '.repeat(length) })
      expect(response.status).toBe(413)
      await response.text()
    }
  })

  it('is cut off if it never ends', async () => {
    await using standin = await startStandin({ maxBody: limit })
    // 160 MB, far more than fits into the buffers of two sockets.
    const chunks = 10_000
    expect((await upload(standin.url, chunks)).sent).toBeLessThan(chunks)
  })
})

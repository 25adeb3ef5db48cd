/**
 * A body of exactly the limit is read, and one byte more is rejected: with and without its length, at once and in pieces, encoded
 * and not.
 */
import { createServer, IncomingMessage, request as send } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultMaxBody, readBody, takeArrived } from '../../src/http/read-body.ts'

const limit = 1_000

const server = createServer(async (request, response) => {
  // What is not read yet may have arrived.
  if (request.url === '/later') await new Promise((resolve) => setTimeout(resolve, 50))
  if (request.url === '/arrived') {
    await new Promise((resolve) => setTimeout(resolve, 50))
    response.end(JSON.stringify({ length: takeArrived(request, limit)?.length ?? null }))
    return
  }
  const body = await readBody(request, limit)
  response.end(JSON.stringify(body.kind === 'bytes' ? { length: body.bytes.length } : { code: body.code }))
})
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ;({ port } = server.address() as AddressInfo)
})
afterAll(() => server.close())

interface Sent {
  readonly path?: string
  readonly headers?: Record<string, string>
  /** Sent one after another. */
  readonly pieces: readonly Buffer[]
}

const post = ({ path = '/', headers = {}, pieces }: Sent): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const request = send({ port, host: '127.0.0.1', path, method: 'POST', headers, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve(JSON.parse(text)))
    })
    request.on('error', reject)
    const sendRest = async (): Promise<void> => {
      for (const piece of pieces) {
        request.write(piece)
        await new Promise((done) => setTimeout(done, 5))
      }
      request.end()
    }
    void sendRest()
  })

const bytes = (length: number): Buffer => Buffer.alloc(length, 'x')
const withLength = (length: number): Record<string, string> => ({ 'content-length': String(length) })

const ways: readonly (readonly [name: string, sent: (length: number) => Sent])[] = [
  ['with its length', (length) => ({ headers: withLength(length), pieces: [bytes(length)] })],
  [
    'with its length, read late',
    (length) => ({ path: '/later', headers: withLength(length), pieces: [bytes(length)] }),
  ],
  ['in chunks', (length) => ({ pieces: [bytes(400), bytes(length - 400)] })],
  ['in chunks, read late', (length) => ({ path: '/later', pieces: [bytes(400), bytes(length - 400)] })],
  ['compressed', (length) => ({ headers: { 'content-encoding': 'gzip' }, pieces: [gzipSync(bytes(length))] })],
]

describe('a body', () => {
  for (const [name, sent] of ways)
    it(`${name}, of the limit is read, and not one byte more`, async () => {
      expect(await post(sent(limit))).toEqual({ length: limit })
      expect(await post(sent(limit + 1))).toEqual({ code: 'payload_too_large' })
    })

  it('that is empty is read, without and with a length', async () => {
    expect(await post({ pieces: [] })).toEqual({ length: 0 })
    expect(await post({ headers: withLength(0), pieces: [] })).toEqual({ length: 0 })
  })

  it('with four codings is read, and with five is rejected', async () => {
    const codings = (count: number): string => Array.from({ length: count }, () => 'gzip').join(', ')
    const encode = (count: number): Buffer => (count === 0 ? bytes(10) : gzipSync(encode(count - 1)))
    const sent = (count: number): Sent => ({ headers: { 'content-encoding': codings(count) }, pieces: [encode(count)] })
    expect(await post(sent(4))).toEqual({ length: 10 })
    expect(await post(sent(5))).toEqual({ code: 'unsupported_media_type' })
  })
})

describe('a body over the limit', () => {
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  for (const [name, length] of [
    ['with its length', String(100 * defaultMaxBody)],
    ['in chunks', undefined],
  ] as const)
    it(`${name} is received for a while, so that its client reads the response, and then cut`, async () => {
      const request = new IncomingMessage(new Socket())
      // Bytes, however small the limit is.
      const discarded = 16 * defaultMaxBody
      if (length !== undefined) request.headers['content-length'] = length
      const body = readBody(request, limit)
      if (length === undefined) {
        await settle()
        request.push(bytes(limit + 1))
      }
      expect(await body).toMatchObject({ code: 'payload_too_large' })
      request.push(bytes(discarded))
      await settle()
      expect(request.destroyed).toBe(false)
      request.push(bytes(1))
      await settle()
      expect(request.destroyed).toBe(true)
    })
})

describe('a body that nobody has read, for the journal', () => {
  const arrived = (sent: Omit<Sent, 'path'>): Promise<unknown> => post({ path: '/arrived', ...sent })

  it('is there if it has arrived, up to the limit', async () => {
    expect(await arrived({ headers: withLength(limit), pieces: [bytes(limit)] })).toEqual({ length: limit })
    expect(await arrived({ headers: withLength(limit + 1), pieces: [bytes(limit + 1)] })).toEqual({ length: null })
  })

  it('is not there if it is empty or encoded', async () => {
    expect(await arrived({ headers: withLength(0), pieces: [] })).toEqual({ length: null })
    const encoded = gzipSync(bytes(10))
    const headers = { ...withLength(encoded.length), 'content-encoding': 'gzip' }
    expect(await arrived({ headers, pieces: [encoded] })).toEqual({ length: null })
  })
})

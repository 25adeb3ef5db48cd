/**
 * Attacks of clients that do not take what they request: they reset their requests, or never read the responses.
 */
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { unsentLimits } from '../../src/http/unsent-responses.ts'
import {
  codes,
  flags,
  formatCode,
  formatFrame,
  formatHeaders,
  frameTypes,
  openHttp2,
  readFrames,
} from '../support/http2-frames.ts'
import { callSecurely, startSecureStandin } from '../support/secure-standin.ts'
import { serveFiles } from '../support/serve-files.ts'
import { openApi, requestBody, response } from '../support/write-document.ts'

const key = { authorization: 'Bearer sandbox-key' }

describe('a client of HTTP/2', () => {
  it('that opens and resets 5,000 streams in one piece is disconnected', async () => {
    await using secure = await startSecureStandin()
    const socket = await openHttp2(secure.standin.url)
    socket.on('error', () => {})
    const received: Buffer[] = []
    socket.on('data', (chunk: Buffer) => received.push(chunk))
    const goAways = () => readFrames(Buffer.concat(received)).filter(({ type }) => type === frameTypes.goAway)
    const headers = formatHeaders({
      ':method': 'GET',
      ':path': '/v1/pets',
      ':scheme': 'https',
      ':authority': 'localhost',
    })
    const ends = flags.endStream | flags.endHeaders
    const frames = Array.from({ length: 5_000 }, (_, index) => {
      const stream = 2 * index + 1
      return Buffer.concat([
        formatFrame({ type: frameTypes.headers, flags: ends, stream, payload: headers }),
        formatFrame({ type: frameTypes.reset, stream, payload: formatCode(codes.cancel) }),
      ])
    })
    socket.write(Buffer.concat(frames))
    await expect.poll(() => goAways().map(({ payload }) => payload.readUInt32BE(4))).toContain(codes.enhanceYourCalm)
    await expect.poll(() => socket.closed).toBe(true)
    const answer = await callSecurely(`${secure.standin.url}/v1/pets`, secure.authority, { headers: key })
    expect(answer.status).toBe(200)
  })
})

describe('clients that never read', () => {
  const { all } = unsentLimits
  afterEach(() => {
    unsentLimits.all = all
  })
  const note = { type: 'object', properties: { id: { type: 'integer' }, title: { type: 'string' } } }
  const document = openApi({
    paths: {
      '/notes': {
        get: { responses: { 200: response({ type: 'array', items: note }) } },
        post: { requestBody: requestBody(note), responses: { 201: response(note) } },
      },
    },
  })

  /** A server with a list of this number of megabytes. */
  const serveList = async (megabytes: number) => {
    const server = await serveFiles({ 'api.json': document }, { generate: 0 })
    const title = 'x'.repeat(1_000_000)
    for (let count = 0; count < megabytes; count++) await server.call('/notes', { body: { title } })
    return server
  }

  const request = (origin: string, times: number): Socket => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.pause().write('GET /notes HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(times))
    return socket
  }

  // What the system takes is not in memory: a few megabytes of each response.
  it.each([
    ['8 clients that request a list of 20 MB', 8, 1],
    ['one client that requests it 8 times', 1, 8],
  ])('are disconnected when their responses take too much memory: %s', async (_name, clients, times) => {
    await using server = await serveList(20)
    unsentLimits.all = 50_000_000
    const sockets = Array.from({ length: clients }, () => request(server.standin.url, times))
    const closed = Promise.any(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))))
    // A paused socket does not notice that it was closed by the other side.
    const probe = setInterval(() => {
      for (const socket of sockets) socket.write('\r\n')
    }, 100)
    await closed
    clearInterval(probe)
    let answer = await server.call('/notes')
    // On a busy machine the lists of the other clients, which wait as it does, can take all of its time.
    for (let times = 0; answer.status === 503 && times < 10; times++) {
      expect(answer.headers['retry-after']).toBe('1')
      answer = await server.call('/notes')
    }
    expect(answer.status).toBe(200)
    expect(answer.length).toBeGreaterThan(20_000_000)
    for (const socket of sockets) socket.destroy()
  })
})

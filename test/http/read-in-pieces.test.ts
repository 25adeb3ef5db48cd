import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { readInPieces } from '../../src/http/read-in-pieces.ts'
import { createCertificate } from '../../src/tls/create-certificate.ts'
import { converse, requestText, statusesIn } from '../support/raw-conversation.ts'
import { serveAnywhere } from '../support/serve-anywhere.ts'

/** Requests after which no more of a connection is parsed in a turn. */
const most = 2

/** What a kilobyte has of the requests of these tests: as much is parsed at once if no more has arrived. */
const mostAtOnce = 26

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** Responds with the target, and the body if there is one. */
const echo: Handle = async (request, response) => {
  let body = ''
  for await (const data of request) body += data
  response.end(`${request.url} ${body.length}`)
}

/** A server that reads all connections in pieces. */
const serve = async (handle: Handle = echo, server: Server = createServer()) => {
  const seen: string[] = []
  /** For each read: how many requests it brought, and whether something was left. */
  const reads: { readonly requests: number; readonly isLeft: boolean }[] = []
  server.on('request', (request, response) => {
    seen.push(request.url ?? '')
    handle(request, response)
  })
  server.on('setSecureContext' in server ? 'secureConnection' : 'connection', (socket: Socket) => {
    let before = 0
    readInPieces(socket, {
      begin: () => {
        before = seen.length
        return most
      },
      count: () => seen.length,
      end: (isLeft) => {
        reads.push({ requests: seen.length - before, isLeft })
        if (isLeft) setImmediate(() => socket.resume())
      },
    })
  })
  return { seen, reads, ...(await serveAnywhere(server)) }
}

const targets = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `/${index}`)

/** The last of the requests closes the connection. */
const getAll = (paths: readonly string[]): string =>
  paths
    .map((path, index) => requestText(`GET ${path}`, index === paths.length - 1 ? ['Connection: close'] : []))
    .join('')

describe('a connection that is read in pieces', () => {
  it('brings few requests at once, all of them in their order', async () => {
    await using server = await serve()
    using client = await converse(server.url)
    const paths = targets(300)
    client.send(getAll(paths))
    expect(statusesIn(await client.closed())).toEqual(paths.map(() => 200))
    expect(server.seen).toEqual(paths)
    expect(Math.max(...server.reads.map(({ requests }) => requests))).toBeLessThanOrEqual(mostAtOnce)
    expect(server.reads.at(-1)?.isLeft).toBe(false)
  })

  it('brings them with TLS, too', async () => {
    const { key, certificate } = await createCertificate(Date.now())
    await using server = await serve(echo, createSecureServer({ key, cert: certificate }))
    const paths = targets(300)
    const socket = connectSecurely({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false })
    socket.write(getAll(paths))
    let received = ''
    for await (const data of socket) received += data
    expect(statusesIn(received)).toEqual(paths.map(() => 200))
    expect(Math.max(...server.reads.map(({ requests }) => requests))).toBeLessThanOrEqual(mostAtOnce)
  })

  it('brings whole bodies', async () => {
    await using server = await serve()
    using client = await converse(server.url)
    const body = 'x'.repeat(300_000)
    const post = requestText('POST /body', [`Content-Length: ${body.length}`], body)
    client.send(post + getAll(['/0']))
    expect((await client.closed()).match(/^\/\S+ \d+/gm)).toEqual(['/body 300000', '/0 0'])
  })

  it('is not read while its responses are not read, and its requests are not left to the server', async () => {
    const large = Buffer.alloc(1_000_000)
    await using server = await serve((_, response) => response.end(large))
    using client = await converse(server.url)
    client.socket.pause()
    client.send(getAll(targets(90)))
    await expect.poll(() => server.reads.at(-1)?.isLeft).toBe(false)
    expect(server.seen.length).toBeLessThan(30)
    client.socket.resume()
    expect(statusesIn(await client.closed())).toHaveLength(90)
  })

  it('reports that what is left does not parse, after the requests before it', async () => {
    const server = createServer()
    const failed = once(server, 'clientError')
    await using served = await serve(echo, server)
    using client = await converse(served.url)
    client.send(
      `${targets(50)
        .map((path) => requestText(`GET ${path}`))
        .join('')}${'no request\r\n\r\n'.repeat(50)}`,
    )
    expect(await failed).toMatchObject([{ code: 'HPE_INVALID_METHOD' }, {}])
    expect(served.seen).toEqual(targets(50))
  })

  it('carries something else after CONNECT', async () => {
    const server = createServer()
    server.on('connect', (_, socket: Socket, head) => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n')
      socket.unshift(head)
      socket.pipe(socket)
    })
    await using served = await serve(echo, server)
    using client = await converse(served.url)
    const text = 'other '.repeat(1_000)
    client.send(`CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n${text}`)
    expect(await client.until(/(other ){1000}/)).toBe(`HTTP/1.1 200 Connected\r\n\r\n${text}`)
  })

  it('may close in between', async () => {
    await using server = await serve((request, response) => {
      if (request.url === '/5') request.socket.destroy()
      else response.end()
    })
    using client = await converse(server.url)
    client.send(getAll(targets(50)))
    await client.closed()
    expect(server.seen.length).toBeLessThanOrEqual(6 + mostAtOnce)
  })
})

/**
 * `standin health`: what it reports of a server whose address is known. running-servers.test.ts has how it finds those that run.
 */
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type Server } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createStandin, type Standin } from '../../src/index.ts'
import { runStandin, runStandinIn } from '../support/run-standin.ts'

const listen = async (server: Server): Promise<AsyncDisposable & { readonly url: string }> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const respond =
  (status: number, body: string): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(body)

/** A server whose control API is loaded: on a busy machine the first request takes longer than the command waits. */
const startLoaded = async (): Promise<Standin> => {
  const standin = await createStandin({ port: 0 })
  await fetch(`${standin.url}/_sandbox/health`)
  return standin
}

describe('standin health', () => {
  it('exits with 0 if the server responds', async () => {
    await using standin = await startLoaded()
    expect(await runStandin('health', '--url', standin.url)).toEqual({
      code: 0,
      stdout: `${standin.url} healthy\n`,
      stderr: '',
    })
    expect(await runStandin('health', '--ready', '--url', `${standin.url}/v1`)).toEqual({
      code: 0,
      stdout: `${standin.url} ready\n`,
      stderr: '',
    })
  })

  it('reads the address from STANDIN_URL, as the command of standin exec does', async () => {
    await using standin = await startLoaded()
    expect(await runStandinIn({ STANDIN_URL: standin.url }, 'health')).toMatchObject({ code: 0 })
  })

  it('exits with 1 and says why if no server responds', async () => {
    const server = await listen(createServer())
    await server[Symbol.asyncDispose]()
    const { code, stdout, stderr } = await runStandin('health', '--url', server.url)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      new RegExp(`^standin: no server responds at ${server.url} \\(connect ECONNREFUSED .+\\); --url`),
    )
  })

  it('reports why a server is not ready', async () => {
    await using server = await listen(createServer(respond(503, '{"status":"not-ready","reason":"it is stopping"}')))
    const { code, stderr } = await runStandin('health', '--ready', '--url', server.url)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `standin: ${server.url} responds with status 503: it is stopping\n`,
    })
  })

  it('does not take another server for Standin', async () => {
    for (const body of ['', 'hello', '[]', '{}']) {
      await using server = await listen(createServer(respond(200, body)))
      const { code, stderr } = await runStandin('health', '--url', server.url)
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `standin: ${server.url} is not a Standin server; --url sets the address of one\n`,
      })
    }
  })

  it('does not wait for a server that never responds', async () => {
    await using server = await listen(createTcpServer((socket) => socket.on('error', () => {}).resume()))
    const { code, stderr } = await runStandin('health', '--url', server.url)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('(no response within 4 seconds)'),
    })
  })

  it('waits with --wait until the server responds', async () => {
    let attempts = 0
    await using server = await listen(
      createServer((request, response) =>
        (attempts++ < 2 ? respond(503, '{}') : respond(200, '{"status":"ready"}'))(request, response),
      ),
    )
    const { code } = await runStandin('health', '--ready', '--wait', '60s', '--url', server.url)
    expect({ code, attempts }).toEqual({ code: 0, attempts: 3 })
  })

  it('gives up after --wait', async () => {
    await using server = await listen(createServer(respond(503, '{}')))
    expect(await runStandin('health', '--wait', '1s', '--url', server.url)).toMatchObject({ code: 1 })
  })

  it('takes no arguments', async () => {
    expect(await runStandin('health', 'openapi.yaml')).toMatchObject({
      code: 2,
      stderr: 'standin: standin health takes no arguments, got "openapi.yaml"; --url sets the address\n',
    })
  })
})

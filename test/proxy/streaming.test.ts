/**
 * Bodies of any size, both ways, in bounded memory.
 *
 * MEGABYTES=1000 streams as much, and prints the memory that it takes.
 */
import { once } from 'node:events'
import { createServer, type RequestListener, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { createStandin } from '../../src/index.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { openApi } from '../support/write-document.ts'

const megabytes = Number(process.env.MEGABYTES ?? 200)
const chunk = Buffer.alloc(64 * 1024, 'x')

function* chunks(): Generator<Buffer> {
  for (let sent = 0; sent < megabytes * 1024 * 1024; sent += chunk.length) yield chunk
}

const document = openApi({
  paths: {
    '/echo': {
      post: {
        operationId: 'echo',
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses: {
          200: { description: 'The same.', content: { 'application/json': { schema: { type: 'object' } } } },
        },
      },
    },
  },
})

/** A proxy in front of a service that handles requests without reading them first. */
const startProxy = async (handle: RequestListener) => {
  const folder = await createTemporaryFolder({ 'echo.json': JSON.stringify(document) })
  const service = createServer(handle).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const standin = await createStandin({
    port: 0,
    documents: [join(folder.path, 'echo.json')],
    proxy: { upstream: [`http://127.0.0.1:${(service.address() as AddressInfo).port}`] },
  })
  return {
    url: standin.url,
    [Symbol.asyncDispose]: async () => {
      service.close()
      service.closeAllConnections()
      await standin.close()
      await folder.remove()
    },
  }
}

it(`${megabytes} MB are streamed both ways at once, and the memory does not grow with them`, async () => {
  await using proxy = await startProxy((incoming, answer) => {
    answer.writeHead(200, { 'Content-Type': 'application/json' })
    incoming.on('error', () => {})
    incoming.pipe(answer)
  })
  const before = process.memoryUsage().rss
  let largest = 0
  let received = 0
  const outgoing = request(`${proxy.url}/echo`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json' },
  })
  Readable.from(chunks()).pipe(outgoing)
  const [answer] = await once(outgoing, 'response')
  expect(answer.headers['sandbox-notice']).toContain('not-validated')
  for await (const part of answer) {
    received += part.length
    largest = Math.max(largest, process.memoryUsage().rss)
  }
  const growth = Math.round((largest - before) / 1024 / 1024)
  process.stderr.write(
    `${megabytes} MB both ways: ${growth} MB more memory, with client and service in the same process\n`,
  )
  expect(received).toBe(megabytes * 1024 * 1024)
  // Client, proxy and service share the process. What they hold does not depend on the size of the body: usually about 70 MB, most of it
  // garbage.
  expect(growth).toBeLessThan(170)
})

it('a slow reader slows the service down', async () => {
  let written = 0
  await using proxy = await startProxy((_, answer) => {
    answer.writeHead(200, { 'Content-Type': 'application/octet-stream' })
    const more = (): void => {
      while (written < 512 * 1024 * 1024) {
        written += chunk.length
        if (!answer.write(chunk)) {
          answer.once('drain', more)
          return
        }
      }
    }
    answer.on('error', () => {})
    more()
  })
  const outgoing = request(`${proxy.url}/other`, { agent: false })
  outgoing.on('error', () => {})
  outgoing.end()
  const [answer] = await once(outgoing, 'response')
  answer.pause()
  // It stops when the buffers of all sockets are full.
  let before = -1
  await expect
    .poll(
      () => {
        const isSteady = written === before
        before = written
        return isSteady
      },
      { interval: 300 },
    )
    .toBe(true)
  expect(written).toBeLessThan(64 * 1024 * 1024)
  outgoing.destroy()
})

/**
 * Clients that do not read their responses are disconnected; those that read slowly are not.
 */
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { closeSlowReaders } from '../../src/http/slow-readers.ts'
import { scenarioOf, serveScenarios } from '../support/serve-scenarios.ts'

const limit = 1_500

const serve = async (size: number): Promise<Server> => {
  const server = createServer((_request, response) => response.end(Buffer.alloc(size)))
  closeSlowReaders(server, (listener) => server.on('connection', listener), limit)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const request = (server: Server): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
      resolve(socket)
    })
    socket.once('error', reject)
  })

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  })

it('a client that never reads is disconnected at the limit', async () => {
  const server = await serve(50_000_000)
  const socket = await request(server)
  await expect.poll(() => countConnections(server)).toBe(1)
  // What it sends meanwhile does not count.
  const drip = setInterval(() => socket.write('\r\n'), 200)
  socket.on('error', () => undefined)
  await expect.poll(() => countConnections(server)).toBe(0)
  clearInterval(drip)
  socket.destroy()
  await close(server)
})

it('a client that reads slowly gets the whole response', async () => {
  const size = 40_000_000
  const server = await serve(size)
  const socket = await request(server)
  let received = 0
  for (;;) {
    const chunk: Buffer | null = socket.read()
    received += chunk?.length ?? 0
    if (received > size) break
    await wait(chunk === null ? 20 : 1)
  }
  expect(received).toBeGreaterThan(size)
  socket.destroy()
  await close(server)
})

it('a response that is delayed for longer than the limit is sent', async () => {
  const slower = scenarioOf({ when: { operation: 'listPets' }, delay: '2500ms' })
  await using served = await serveScenarios({ slower }, { sendTimeout: 1_000 })
  expect((await served.call('/v1/pets', { scenario: 'slower' })).status).toBe(200)
})

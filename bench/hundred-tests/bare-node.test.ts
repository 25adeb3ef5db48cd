/**
 * The same tests with a server of bare Node that sends constant responses: what vitest, the client and HTTP take by themselves.
 */
import { createServer } from 'node:http'
import { test } from 'vitest'
import { serveAnywhere } from '../../test/support/serve-anywhere.ts'
import { addTests, type PetServer } from './hundred-tests.ts'

const pet = { id: 1, name: 'Rex', categoryId: 1, status: 'available', createdAt: '2026-01-01T00:00:00Z' }
const replies = new Map([
  ['GET', { status: 200, text: JSON.stringify(Array.from({ length: 20 }, () => pet)) }],
  ['POST', { status: 201, text: JSON.stringify(pet) }],
])

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    const { status = 405, text = '{}' } = replies.get(request.method ?? '') ?? {}
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    response.end(text)
  })
})

addTests(
  test.extend<{ listening: string; sandbox: PetServer }>({
    listening: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads the dependencies of a fixture from this pattern
      async ({}, use) => {
        await using served = await serveAnywhere(server)
        await use(served.url)
      },
      { scope: 'worker' },
    ],
    sandbox: ({ listening }, use) => use({ url: listening, key: 'none' }),
  }),
)

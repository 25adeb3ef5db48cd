/**
 * With `--errors`, bodies are held back to be validated, but no more of them than the limit.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { cpuTimeOf } from '../support/cpu-time.ts'
import { openApi, requestBody, response } from '../support/write-document.ts'
import { startProxy } from './start-proxy.ts'

const document = openApi({
  paths: {
    '/files': {
      get: { operationId: 'readFiles', responses: { 200: response({ type: 'object' }) } },
      post: {
        operationId: 'sendFiles',
        requestBody: requestBody({ type: 'string' }, 'text/plain'),
        responses: { 204: { description: 'Done.' } },
      },
    },
  },
})

it.each([
  ['status', 299, 'application/json'],
  ['media type', 200, 'text/csv'],
])('a response of an undocumented %s is not held back to its end', async (_, status, type) => {
  let isClosed = false
  await using proxy = await startProxy({
    document,
    maxBody: 100_000,
    handler: (_request, answer) => {
      answer.writeHead(status, { 'Content-Type': type })
      // It has no end.
      const timer = setInterval(() => answer.write('x'.repeat(50_000)), 5)
      answer.on('close', () => {
        clearInterval(timer)
        isClosed = true
      })
    },
    proxy: { errors: true },
  })
  expect(await proxy.call('/files')).toMatchObject({ status: 500, json: { code: 'response_invalid' } })
  await expect.poll(() => isClosed).toBe(true)
})

it('a request of a hundred thousand chunks is read in linear time', async () => {
  await using proxy = await startProxy({
    document,
    handler: (_request, answer) => answer.writeHead(204).end(),
    proxy: { errors: true },
  })
  const socket = connect(Number(new URL(proxy.standin.url).port), '127.0.0.1')
  const head = 'POST /files HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n'
  const taken = await cpuTimeOf(async () => {
    socket.write(`${head}${'1\r\nx\r\n'.repeat(100_000)}0\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toContain('HTTP/1.1 204')
  })
  socket.destroy()
  expect(taken).toBeLessThan(5_000)
})

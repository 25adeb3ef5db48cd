/**
 * Bytes that are not HTTP, on a connection whose response is still being sent. test/interface/hostile.test.ts has them on new
 * connections.
 */
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { Connections } from '../../src/http/connections.ts'
import { answerProtocolErrors } from '../../src/http/protocol-errors.ts'
import { call } from '../support/client.ts'
import { converse, requestText, statusesIn } from '../support/raw-conversation.ts'
import { startStandin } from '../support/start-standin.ts'

it('a connection ends with a response that has begun before the body of its request turned out to be invalid', async () => {
  // Otherwise Node closes the connection some seconds after the response.
  const server = createServer({ keepAliveTimeout: 0 })
  const connections = new Connections(server, (listener) => server.on('connection', listener))
  const render = (): never => {
    throw new TypeError('there is a response already')
  }
  answerProtocolErrors(server, { render, connections, maxHeaders: 16_384 })
  server.on('request', (request, response) => {
    connections.begin(request, response)
    request.on('error', () => undefined)
    response.writeHead(200, { 'Content-Length': '4' })
    response.write('ab')
    server.once('clientError', () => setImmediate(() => response.end('cd')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const closed = new Promise<string>((resolve, reject) => {
    let received = ''
    socket.on('data', (data) => {
      received += data
      if (received.endsWith('ab')) socket.write('not a size\r\n')
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(received))
  })
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n')
  expect(await closed).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n\r\nabcd$/s)
  server.close()
})

it('no second response is written into one that has begun', async () => {
  const standin = await startStandin()
  using client = await converse(standin.url)
  client.send(requestText('GET /_sandbox/events'))
  await client.until(/listening/)
  client.send('this is not HTTP\r\n\r\n')
  // When this is answered, the server has read what was sent before it.
  expect((await call(`${standin.url}/_sandbox/health`)).status).toBe(200)
  await standin.close()
  expect(statusesIn(await client.closed())).toEqual([200])
})

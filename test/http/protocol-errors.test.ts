/**
 * Bytes that are not HTTP, on a connection whose response is still being sent. test/interface/hostile.test.ts has them on new
 * connections.
 */
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { startStandin } from '../support/start-standin.ts'

/** What the server sends within a second, or until it closes. `next` is sent as soon as the first bytes have arrived. */
const receiveAll = (url: string, first: string, next: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(first))
    let received = ''
    socket.setEncoding('latin1')
    socket.once('data', () => socket.write(next))
    socket.on('data', (text: string) => {
      received += text
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
    setTimeout(() => socket.destroy(), 1_000)
  })

it('no second response is written into one that has begun', async () => {
  await using standin = await startStandin()
  const request = 'GET /_sandbox/events HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const received = await receiveAll(standin.url, request, 'this is not HTTP\r\n\r\n')
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1)
})

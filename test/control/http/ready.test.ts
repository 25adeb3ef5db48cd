/**
 * `GET /_sandbox/ready`: 200 while the server serves, 503 while it does not, also on connections that are open when it stops.
 */
import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { Readiness } from '../../../src/readiness.ts'
import { call } from '../../support/client.ts'
import { startStandin } from '../../support/start-standin.ts'

/** A connection that has sent the first line of a request, so that a server that stops waits for it. */
const beginRequest = (port: number, path: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.off('error', reject).on('error', () => undefined)
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n`, () => resolve(socket))
    })
    socket.once('error', reject)
  })

const endRequest = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    socket.once('close', () => resolve(text))
    socket.write('Connection: close\r\n\r\n')
  })

describe('GET /_sandbox/ready', () => {
  it('is 200 while the server serves, and 503 with Retry-After as soon as it stops', async () => {
    const standin = await startStandin()
    const { port = 0 } = standin
    expect((await call(`${standin.url}/_sandbox/ready`)).json).toEqual({ status: 'ready' })
    const ready = await beginRequest(port, '/_sandbox/ready')
    const health = await beginRequest(port, '/_sandbox/health')
    // The server has read both beginnings when it has answered a later request.
    await call(`${standin.url}/_sandbox/health`)
    const closed = standin.close()
    const [head = '', body = ''] = (await endRequest(ready)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 503 /)
    expect(head).toMatch(/^Retry-After: 1$/im)
    expect(JSON.parse(body)).toEqual({ status: 'not-ready', reason: 'the server is stopping' })
    expect(await endRequest(health), 'the process is alive').toMatch(/^HTTP\/1\.1 200 /)
    await closed
  })
})

describe('readiness', () => {
  it('needs every part to be ready', () => {
    const readiness = new Readiness()
    expect(readiness.state).toEqual({ status: 'ready' })
    readiness.setNotReady('loading', 'the files are being loaded')
    expect(readiness.state).toEqual({ status: 'not-ready', reason: 'the files are being loaded' })
    readiness.setNotReady('draining', 'the server is stopping')
    expect(readiness.state).toEqual({ status: 'not-ready', reason: 'the server is stopping' })
    readiness.setReady('draining')
    readiness.setReady('loading')
    expect(readiness.state).toEqual({ status: 'ready' })
  })
})

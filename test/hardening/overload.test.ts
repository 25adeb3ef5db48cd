/**
 * A client that sends more than the server can handle does not stop it from serving others.
 */
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { isHealthCheck, Overload, overloadLimits } from '../../src/http/overload.ts'
import { call } from '../support/client.ts'
import { startStandin } from '../support/start-standin.ts'

describe('a request is rejected', () => {
  const create = () => {
    let time = 0
    const overload = new Overload(() => time)
    const send = (count: number) => Array.from({ length: count }, () => overload.rejectsNext()).filter(Boolean).length
    const wait = (milliseconds: number): void => {
      time += milliseconds
    }
    return { overload, send, wait }
  }

  it('while many requests keep the event loop busy', () => {
    const { overload, send, wait } = create()
    expect(send(10_000)).toBe(0)
    wait(overloadLimits.busy + 1)
    expect(send(10)).toBe(10)
    overload.pause()
    expect(send(10_000)).toBe(0)
  })

  it('not where few requests take long', () => {
    const { send, wait } = create()
    wait(60_000)
    expect(send(overloadLimits.requests)).toBe(0)
    expect(send(1)).toBe(1)
  })

  it.each([
    ['/_sandbox/health', true],
    ['/_sandbox/ready?verbose', true],
    ['/_sandbox/healthy', false],
    ['/_sandbox/sandboxes', false],
    ['/v1/pets', false],
    [undefined, false],
  ])('never if it is a health check: %s %s', (target, expected) => expect(isHealthCheck(target)).toBe(expected))
})

it('of many pipelined requests some get 503 with Retry-After, and the others are served', async () => {
  await using standin = await startStandin()
  const own = { key: 'sandbox-key' }
  // What is loaded on first use is loaded before.
  expect((await call(`${standin.url}/v1/pets`, own)).status).toBe(200)
  const count = 20_000
  const statuses = new Map<string, number>()
  const heads: string[] = []
  const socket = connect(standin.port ?? 0, '127.0.0.1')
  const done = new Promise<void>((resolve, reject) => {
    let rest = ''
    let answers = 0
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      const parts = (rest + chunk.toString('latin1')).split(/(?=HTTP\/1\.1 )/)
      rest = parts.pop() ?? ''
      for (const part of parts) {
        const status = part.slice(9, 12)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === '503') heads.push(part)
      }
      answers += parts.length
      if (answers >= count - 1) resolve()
    })
  })
  socket.write('GET /v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer sandbox-key\r\n\r\n'.repeat(count))
  await done
  socket.destroy()
  expect([...statuses.keys()].filter((status) => status !== '200' && status !== '503')).toEqual([])
  expect(heads.every((head) => head.includes('\r\nRetry-After: 1\r\n'))).toBe(true)
  expect((await call(`${standin.url}/v1/pets`, own)).status).toBe(200)
}, 60_000)

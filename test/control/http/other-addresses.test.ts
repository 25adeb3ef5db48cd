/**
 * A server that other machines reach needs a token for the control API; on loopback addresses, of IPv6 as well, it needs none.
 */
import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { createStandin } from '../../../src/index.ts'
import { call } from '../../support/client.ts'
import { exchange, formatRequest } from '../../support/raw-http.ts'

const hasIPv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

const rows: readonly { readonly host: string; readonly needsToken: boolean; readonly at: string }[] = [
  { host: '127.0.0.1', needsToken: false, at: '127.0.0.1' },
  { host: '127.0.0.2', needsToken: false, at: '127.0.0.2' },
  { host: 'localhost', needsToken: false, at: 'localhost' },
  { host: '0.0.0.0', needsToken: true, at: '127.0.0.1' },
  { host: '::1', needsToken: false, at: '[::1]' },
  { host: '::', needsToken: true, at: '127.0.0.1' },
  { host: '::ffff:127.0.0.1', needsToken: true, at: '[::ffff:127.0.0.1]' },
]

describe('the control API on', () => {
  for (const { host, needsToken, at } of rows)
    it.skipIf(host.includes(':') && !hasIPv6)(`${host} ${needsToken ? 'needs' : 'needs no'} token`, async () => {
      await using standin = await createStandin({ host, port: 0 })
      expect(standin.url).toBe(`http://${at}:${standin.port}`)
      const { adminToken, console } = await standin.describe()
      const routes = ['sandboxes', 'events', 'metrics', 'sandboxes/default/records/pets']
      for (const route of routes.filter((name) => needsToken || name !== 'events')) {
        const url = `${standin.url}/_sandbox/${route}`
        expect((await call(url)).status, route).toBe(needsToken ? 401 : 200)
        expect((await call(url, { key: `${adminToken}x` })).status, route).toBe(needsToken ? 401 : 200)
        if (route !== 'events') expect((await call(url, { key: adminToken ?? '' })).status, route).toBe(200)
      }
      expect(adminToken === undefined).toBe(!needsToken)
      expect((await call(`${standin.url}/_sandbox/health`)).status).toBe(200)
      expect(console).toBe(`${standin.url}/_sandbox/`)
    })
})

describe('a whole URL as the target of a request', () => {
  const get = (origin: string, target: string, host: string) =>
    exchange(origin, formatRequest({ target, headers: [`Host: ${host}`, 'Connection: close'] }))

  it('leads to the control API and the console; its host counts, and not that of the header', async () => {
    await using standin = await createStandin({ port: 0 })
    const local = `localhost:${standin.port}`
    for (const [target, host, status] of [
      [`http://${local}/_sandbox`, local, 308],
      [`http://${local}/_sandbox/`, local, 200],
      [`http://${local}/_sandbox/health`, local, 200],
      [`HTTP://${local}/_sandbox/sandboxes?limit=1`, local, 200],
      [`http://${local}/_sandbox/sandboxes`, 'other.example', 200],
      ['http://other.example/_sandbox/sandboxes', local, 403],
    ] as const)
      expect((await get(standin.url, target, host)).status, `${target} ${host}`).toBe(status)
  })
})

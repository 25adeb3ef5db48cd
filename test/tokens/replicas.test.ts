/**
 * Tokens that one server has issued are those of all servers with the same store.
 */
import { expect, it } from 'vitest'
import { describeWithRedis } from '../support/describe-with-redis.ts'
import { startRedisServer } from '../support/redis-server.ts'
import { startStandin } from '../support/start-standin.ts'

describeWithRedis('tokens of two servers with one store', (program) => {
  it('are issued, used, revoked and refreshed on either', async () => {
    await using server = await startRedisServer({}, program)
    await using one = await startStandin({ store: server.url })
    await using two = await startStandin({ store: server.url })
    const post = async (url: string, endpoint: string, form: Readonly<Record<string, string>>) => {
      const body = new URLSearchParams({ client_id: 'app', client_secret: 'secret', ...form })
      const answer = await fetch(`${url}/_sandbox/oauth/${endpoint}`, { method: 'POST', body })
      const text = await answer.text()
      return { status: answer.status, json: JSON.parse(text === '' ? '{}' : text) as Record<string, string> }
    }
    const list = async (url: string, token = '') =>
      (await fetch(`${url}/v1/pets`, { headers: { authorization: `Bearer ${token}` } })).status
    const login = { grant_type: 'password', username: 'ann', password: 'x' }
    const { json: issued } = await post(one.url, 'token', login)
    expect([await list(one.url, issued.access_token), await list(two.url, issued.access_token)]).toEqual([200, 200])
    const keysOf = async (url: string) => await (await fetch(`${url}/_sandbox/oauth/jwks`)).json()
    expect(await keysOf(two.url)).toEqual(await keysOf(one.url))
    const refresh = { grant_type: 'refresh_token', refresh_token: issued.refresh_token ?? '' }
    const { status, json: refreshed } = await post(two.url, 'token', refresh)
    expect([status, await list(one.url, refreshed.access_token)]).toEqual([200, 200])
    expect((await post(one.url, 'token', refresh)).status).toBe(400)
    expect([await list(one.url, refreshed.access_token), await list(two.url, refreshed.access_token)]).toEqual([
      401, 401,
    ])
  })
})

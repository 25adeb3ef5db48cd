/**
 * A scenario that is drafted from an exchange can be defined as it is, and returns the response again.
 */
import { expect, it } from 'vitest'
import { startStandin } from '../support/start-standin.ts'

const headers = { Authorization: 'Bearer sandbox-key', 'Content-Type': 'application/json' }

const cases: readonly (readonly [name: string, path: string, init: RequestInit])[] = [
  ['a record', '/v1/pets/7', {}],
  ['a list with a query', '/v1/pets?limit=2&status=available', {}],
  ['a creation', '/v1/pets', { method: 'POST', body: JSON.stringify({ name: 'Rex', categoryId: 1 }) }],
  ['an invalid request', '/v1/pets', { method: 'POST', body: JSON.stringify({ name: 7 }) }],
  ['a missing record', '/v1/pets/9999', {}],
]

it.each(cases)('%s', async (_, path, init) => {
  await using standin = await startStandin()
  const response = await fetch(standin.url + path, { headers, ...init })
  const recorded = { status: response.status, body: await response.json() }
  const control = `${standin.url}/_sandbox`
  const id = response.headers.get('Sandbox-Request-Id')
  const draft: unknown = await (await fetch(`${control}/exchanges/${id}/scenario`)).json()
  const { name, source } = draft as { name: string; source: string }
  const put = { method: 'PUT', headers: { 'Content-Type': 'application/json' } }
  const defined = await fetch(`${control}/scenarios/${name}`, { ...put, body: JSON.stringify({ source }) })
  expect(await defined.text()).toContain(name)
  expect(defined.status).toBe(200)
  const again = await fetch(standin.url + path, { ...init, headers: { ...headers, 'Sandbox-Scenario': name } })
  expect({ status: again.status, body: await again.json() }).toEqual(recorded)
  expect(again.headers.get('Sandbox-Trace')).toContain(`scenario="${name}/1"`)
})

it('a request that matched no operation has none', async () => {
  await using standin = await startStandin()
  const response = await fetch(`${standin.url}/v1/nothing`, { headers })
  const id = response.headers.get('Sandbox-Request-Id')
  const draft = await fetch(`${standin.url}/_sandbox/exchanges/${id}/scenario`)
  expect(draft.status).toBe(409)
  expect(await draft.text()).toContain('matched no operation')
})

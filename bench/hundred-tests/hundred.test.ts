/**
 * A file of tests as a user writes it: each has a sandbox of its own, and its client sends two requests over HTTP.
 */
import { standinTest } from 'standin/vitest'
import { expect } from 'vitest'

const test = standinTest({ port: 0 })

const send = async (sandbox: { readonly url: string; readonly key: string | undefined }, init: RequestInit) => {
  const headers = { Authorization: `Bearer ${sandbox.key}`, 'Content-Type': 'application/json' }
  const response = await fetch(`${sandbox.url}/v1/pets`, { ...init, headers })
  return { status: response.status, body: await response.json() }
}

for (let number = 1; number <= 100; number++)
  test(`a pet is created and listed, ${number}`, async ({ sandbox }) => {
    const created = await send(sandbox, {
      method: 'POST',
      body: JSON.stringify({ name: `Rex ${number}`, categoryId: 1 }),
    })
    expect(created.status).toBe(201)
    expect((await send(sandbox, {})).body).toHaveLength(20)
  })

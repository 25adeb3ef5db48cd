/**
 * A hundred tests as a user writes them: the client of each sends two requests over HTTP.
 */
import { expect, type TestAPI } from 'vitest'

export interface PetServer {
  readonly url: string
  readonly key: string | undefined
}

/** `test` gives each test a server, or a sandbox, of the Animal Store. */
export const addTests = (test: TestAPI<{ sandbox: PetServer }>): void => {
  for (let number = 1; number <= 100; number++)
    test(`a pet is created and listed, ${number}`, async ({ sandbox }) => {
      const created = await send(sandbox, {
        method: 'POST',
        body: JSON.stringify({ name: `Rex ${number}`, categoryId: 1 }),
      })
      expect(created.status).toBe(201)
      expect((await send(sandbox, {})).body).toHaveLength(20)
    })
}

const send = async ({ url, key }: PetServer, init: RequestInit) => {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const response = await fetch(`${url}/v1/pets`, { ...init, headers })
  return { status: response.status, body: await response.json() }
}

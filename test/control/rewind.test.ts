import { describe, expect, it } from 'vitest'
import { createStandin, type Standin } from '../../src/standin.ts'

const headers = { Authorization: 'Bearer sandbox-key', 'Content-Type': 'application/json' }

const createPet = async (standin: Standin, name: string): Promise<string> => {
  const response = await standin.fetch('/v1/pets', {
    method: 'POST',
    headers,
    body: JSON.stringify({ name, categoryId: 1 }),
  })
  expect(response.status).toBe(201)
  return response.headers.get('Sandbox-Request-Id') ?? ''
}

const namesOf = async (standin: Standin, from: string): Promise<readonly unknown[]> => {
  const sandbox = await standin.sandbox({ from })
  return (await sandbox.records('pets').list()).map(({ name }) => name).slice(30)
}

describe('a fork at an exchange', () => {
  it('has the records as they were just after it, or just before it', async () => {
    await using standin = await createStandin({ rewind: true })
    const first = await createPet(standin, 'one')
    const second = await createPet(standin, 'two')
    await standin.defaultSandbox.store.remove('pets', 31)
    await standin.defaultSandbox.commit()
    const third = await createPet(standin, 'three')
    expect(await namesOf(standin, `default@${first}-`)).toEqual([])
    expect(await namesOf(standin, `default@${first}`)).toEqual(['one'])
    expect(await namesOf(standin, `default@${second}-`)).toEqual(['one'])
    expect(await namesOf(standin, `default@${second}`)).toEqual(['one', 'two'])
    expect(await namesOf(standin, `default@${third}-`)).toEqual(['two'])
    expect(await namesOf(standin, `default@${third}`)).toEqual(['two', 'three'])
    expect(await namesOf(standin, 'default')).toEqual(['two', 'three'])
  })

  it('gives out the ids that were next then', async () => {
    await using standin = await createStandin({ rewind: true })
    const first = await createPet(standin, 'one')
    await createPet(standin, 'two')
    const fork = await standin.sandbox({ from: `default@${first}` })
    const response = await fork.fetch('/v1/pets', { method: 'POST', body: '{"name":"x","categoryId":1}', headers })
    expect(await response.json()).toMatchObject({ id: 32 })
  })

  it('is rejected if the exchange is not in the journal', async () => {
    await using standin = await createStandin({ rewind: true })
    await createPet(standin, 'one')
    await expect(standin.sandbox({ from: 'default@req-none' })).rejects.toThrow(
      'is not in the journal of sandbox "default"',
    )
    await expect(standin.sandbox({ from: 'missing@req-none' })).rejects.toThrow('there is no sandbox')
  })

  it('needs rewind where nothing is stored', async () => {
    await using standin = await createStandin({ port: 0 })
    const first = await createPet(standin, 'one')
    const problem = 'the earlier states of sandbox "default" are not known; start the server with --rewind'
    await expect(standin.sandbox({ from: `default@${first}` })).rejects.toThrow(problem)
    const address = `${standin.url}/_sandbox/sandboxes/default`
    const response = await fetch(`${address}/records/pets?at=${first}`)
    expect([response.status, await response.json()]).toMatchObject([404, { detail: expect.stringContaining(problem) }])
    expect(await (await fetch(address)).json()).toMatchObject({ rewind: false })
  })

  it('is available in sandboxes that have it, as their description says', async () => {
    await using standin = await createStandin({ port: 0, rewind: true })
    const created = await fetch(`${standin.url}/_sandbox/sandboxes`, { method: 'POST' })
    expect(await created.json()).toMatchObject({ rewind: true })
    const found = await fetch(`${standin.url}/_sandbox/sandboxes/default`)
    expect(await found.json()).toMatchObject({ rewind: true })
  })
})

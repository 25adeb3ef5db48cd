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
    await using standin = await createStandin()
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
    await using standin = await createStandin()
    const first = await createPet(standin, 'one')
    await createPet(standin, 'two')
    const fork = await standin.sandbox({ from: `default@${first}` })
    const response = await fork.fetch('/v1/pets', { method: 'POST', body: '{"name":"x","categoryId":1}', headers })
    expect(await response.json()).toMatchObject({ id: 32 })
  })

  it('is rejected if the exchange is not in the journal', async () => {
    await using standin = await createStandin()
    await createPet(standin, 'one')
    await expect(standin.sandbox({ from: 'default@req-none' })).rejects.toThrow(
      'is not in the journal of sandbox "default"',
    )
    await expect(standin.sandbox({ from: 'missing@req-none' })).rejects.toThrow('there is no sandbox')
  })
})

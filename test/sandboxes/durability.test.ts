import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createStandin, type Standin } from '../../src/standin.ts'

const folders: string[] = []
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'standin-data-'))
  folders.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const auth = { Authorization: 'Bearer sandbox-key', 'Content-Type': 'application/json' }

const create = (standin: Standin, name: string, path = '/v1/pets', headers: Record<string, string> = auth) =>
  standin.fetch(path, { method: 'POST', headers, body: JSON.stringify({ name, categoryId: 1 }) })

const get = async (standin: Standin, path: string, headers: Record<string, string> = auth): Promise<unknown> =>
  (await standin.fetch(path, { headers })).json()

/** Runs against one server, closes it, and runs against the next on the same folder. */
const restart = async (...runs: readonly ((standin: Standin) => Promise<void>)[]): Promise<void> => {
  const data = newFolder()
  for (const run of runs) {
    const standin = await createStandin({ data })
    try {
      await run(standin)
    } finally {
      await standin.close()
    }
  }
}

describe('with --data, after a restart', () => {
  it('records that were created, changed and deleted are as they were', () =>
    restart(
      async (standin) => {
        expect((await create(standin, 'Rex')).status).toBe(201)
        const patched = await standin.defaultSandbox.store.update('pets', 2, (record) => ({
          ...record,
          value: { ...record.value, name: 'Changed' },
          json: record.json.replace('Bramble', 'Changed'),
        }))
        expect(patched).toBeDefined()
        await standin.defaultSandbox.store.remove('pets', 1)
        await standin.defaultSandbox.commit()
      },
      async (standin) => {
        expect(await get(standin, '/v1/pets/31')).toMatchObject({ name: 'Rex' })
        expect(await get(standin, '/v1/pets/2')).toMatchObject({ name: 'Changed' })
        expect(await get(standin, '/v1/pets/1')).toMatchObject({ code: 'not_found' })
      },
    ))

  it('ids go on after the highest that there ever was', () =>
    restart(
      async (standin) => {
        await create(standin, 'first')
        await create(standin, 'second')
        await standin.defaultSandbox.store.remove('pets', 32)
        await standin.defaultSandbox.commit()
      },
      async (standin) => {
        expect(await (await create(standin, 'third')).json()).toMatchObject({ id: 33 })
      },
    ))

  it('integers have all their digits', () =>
    restart(
      async (standin) => {
        const body = '{"name":"Rex","categoryId":9007199254740993}'
        const response = await standin.fetch('/v1/pets', { method: 'POST', headers: auth, body })
        expect(await response.text()).toContain('9007199254740993')
      },
      async (standin) => {
        expect(await (await standin.fetch('/v1/pets/31', { headers: auth })).text()).toContain('9007199254740993')
      },
    ))

  it('a sandbox with its key, clock, scenario and snapshots is as it was', () => {
    let key = ''
    return restart(
      async (standin) => {
        const sandbox = await standin.sandbox({ id: 'checkout', clock: '2030-01-01T00:00:00Z', scenario: 'flaky' })
        key = sandbox.key
        await sandbox.clock.freeze()
        await sandbox.records('pets').put([{ id: 5, name: 'Five', categoryId: 1 }])
        await sandbox.snapshot('five')
        await sandbox.records('pets').put([])
      },
      async (standin) => {
        const sandbox = standin.defaultSandbox
        expect(sandbox.id).toBe('default')
        const own = { ...auth, Authorization: `Bearer ${key}` }
        expect(await get(standin, '/v1/pets', own)).toEqual([])
        const response = await standin.fetch('/v1/pets', { headers: own })
        expect(response.headers.get('Sandbox-Id')).toBe('checkout')
        // flaky: each third call fails, and two were counted before this one.
        expect(response.status).toBe(200)
      },
      async (standin) => {
        const own = { ...auth, Authorization: `Bearer ${key}` }
        expect((await standin.fetch('/v1/pets', { headers: own })).status).toBe(503)
      },
    )
  })

  it('a sandbox that was deleted stays deleted', () =>
    restart(
      async (standin) => {
        const sandbox = await standin.sandbox({ id: 'gone' })
        await sandbox.delete()
        await standin.sandbox({ id: 'stays' })
      },
      async (standin) => {
        await expect(standin.sandbox({ id: 'stays' })).rejects.toThrow('already exists')
        await standin.sandbox({ id: 'gone' })
      },
    ))

  it('a fork has the records of its parent, and a reset returns to them', () => {
    let key = ''
    return restart(
      async (standin) => {
        const parent = await standin.sandbox({ id: 'parent' })
        await parent.records('pets').put([{ id: 1, name: 'One', categoryId: 1 }])
        const fork = await parent.fork({ id: 'fork' })
        key = fork.key
        await fork.records('pets').add({ name: 'Two', categoryId: 1 })
        await parent.delete()
      },
      async (standin) => {
        const own = { ...auth, Authorization: `Bearer ${key}` }
        expect(await get(standin, '/v1/pets', own)).toMatchObject([{ name: 'One' }, { name: 'Two' }])
        await standin.fetch('/v1/pets', { headers: own })
      },
    )
  })

  it('a reset keeps the key that the sandbox was created with', async () => {
    const data = newFolder()
    let key = ''
    {
      await using standin = await createStandin({ data })
      key = (await standin.sandbox({ id: 'own' })).key
    }
    await using standin = await createStandin({ data, port: 0 })
    const reset = await fetch(`${standin.url}/_sandbox/sandboxes/own/reset`, { method: 'POST' })
    expect(reset.status).toBe(200)
    const response = await standin.fetch('/v1/pets', { headers: { Authorization: `Bearer ${key}` } })
    expect([response.status, response.headers.get('Sandbox-Id')]).toEqual([200, 'own'])
  })

  it('many requests at once are all stored', () =>
    restart(
      async (standin) => {
        const responses = await Promise.all(Array.from({ length: 100 }, (_, index) => create(standin, `pet ${index}`)))
        expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
      },
      async (standin) => {
        const all = (await get(standin, '/v1/pets?limit=100')) as readonly { id: number }[]
        expect(all).toHaveLength(100)
        expect(await standin.defaultSandbox.store.count('pets')).toBe(130)
      },
    ))
})

describe('with --data, after the fixtures were edited and a restart', () => {
  const serveFixtures = async <Result>(data: string, name: string, run: (standin: Standin) => Promise<Result>) => {
    const fixtures = newFolder()
    writeFileSync(join(fixtures, 'pets.json'), JSON.stringify([{ id: 1, name, categoryId: 1 }]))
    await using standin = await createStandin({ data, fixtures })
    return await run(standin)
  }

  const named = (id: string): Record<string, string> => ({ ...auth, 'Sandbox-Id': id })

  it('a sandbox that was not written to has the new records; another one keeps its own, with a notice', async () => {
    const data = newFolder()
    await serveFixtures(data, 'before', async (standin) => {
      for (const id of ['read', 'written'])
        expect((await standin.fetch('/v1/pets', { headers: named(id) })).status).toBe(200)
      expect((await create(standin, 'Rex', '/v1/pets', named('written'))).status).toBe(201)
    })
    for (let start = 0; start < 2; start++)
      await serveFixtures(data, 'after', async (standin) => {
        const [read, written] = await Promise.all(
          ['read', 'written'].map((id) => standin.fetch('/v1/pets/1', { headers: named(id) })),
        )
        expect(await read?.json()).toMatchObject({ name: 'after' })
        expect(read?.headers.get('Sandbox-Notice')).toBeNull()
        expect(await written?.json()).toMatchObject({ name: 'before' })
        expect(written?.headers.get('Sandbox-Notice')).toContain('fixtures-changed')
      })
  })
})

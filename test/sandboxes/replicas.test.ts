/**
 * Several replicas on one storage: each sees at once what the others have done.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryStorage } from '../log/memory-log.ts'
import { expireLogs, openSharedMemoryLog, type SharedMemoryStorage } from '../log/shared-memory-log.ts'
import { loadReplicaSetup, type Replica, startReplica } from '../support/replica.ts'
import { noon } from '../support/serve-scenarios.ts'

let now = noon
const setup = await loadReplicaSetup({ documents: ['spec'], fixtures: 'fixtures/default', now: () => now })
await setup.openSet('demo')

const opened: AsyncDisposable[] = []
afterEach(async () => {
  now = noon
  for (const replica of opened.splice(0)) await replica[Symbol.asyncDispose]()
})

const createStorage = (): SharedMemoryStorage => ({
  ...createMemoryStorage(() => now),
  listeners: new Set(),
  turns: () => 1,
})

const start = async (storage: SharedMemoryStorage): Promise<Replica> => {
  const report = (error: unknown): never => {
    throw error
  }
  const durability = { log: openSharedMemoryLog(storage), place: 'a test', report }
  const replica = await startReplica({ setup, now: () => now, durability })
  opened.push(replica)
  return replica
}

const startTwo = async () => {
  const storage = createStorage()
  return { storage, a: await start(storage), b: await start(storage), startThird: () => start(storage) }
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

const read = async (response: Response): Promise<Answer> => {
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

interface RequestOptions {
  readonly sandbox?: string
  readonly key?: string
  readonly body?: object
}

/** A POST where there is a body. */
const request = async (
  { fetch }: Replica,
  path: string,
  { sandbox, key = 'sandbox-key', body }: RequestOptions = {},
): Promise<Answer> =>
  read(
    await fetch(path, {
      method: body ? 'POST' : 'GET',
      headers: {
        Authorization: `Bearer ${key}`,
        ...(sandbox === undefined ? {} : { 'Sandbox-Id': sandbox }),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
  )

const control = async ({ control }: Replica, method: string, path: string, body?: object): Promise<Answer> =>
  read(await control(method, path, body))

const pet = { name: 'Rex', categoryId: 1 }

describe('a sandbox that one replica creates on first use', () => {
  it('exists on the others, even if its first request changed nothing', async () => {
    const { a, b } = await startTwo()
    expect((await request(a, '/v1/pets', { sandbox: 'x' })).status).toBe(200)
    expect((await control(b, 'GET', '/sandboxes/x')).status).toBe(200)
  })

  it('expires on all of them', async () => {
    const { a, b, storage, startThird } = await startTwo()
    await request(a, '/v1/pets', { sandbox: 'x', body: { name: 7 } })
    await request(b, '/v1/pets', { sandbox: 'x' })
    now += 2 * 3_600_000
    expireLogs(storage)
    expect((await control(a, 'GET', '/sandboxes')).body).toHaveLength(1)
    expect((await control(b, 'GET', '/sandboxes')).body).toHaveLength(1)
    expect((await control(await startThird(), 'GET', '/sandboxes')).body).toHaveLength(1)
  })
})

describe('a sandbox that another replica deletes', () => {
  it('does not exist where its first request was rejected', async () => {
    const { a, b } = await startTwo()
    await request(a, '/v1/pets', { sandbox: 'x', body: { name: 7 } })
    await request(b, '/v1/pets', { sandbox: 'x' })
    await control(b, 'DELETE', '/sandboxes/x')
    expect((await control(a, 'GET', '/sandboxes/x')).status).toBe(404)
  })
})

describe('what one replica changes takes effect on the others at once', () => {
  it('a key of the default sandbox that is deleted no longer creates sandboxes', async () => {
    const { a, b } = await startTwo()
    await control(a, 'DELETE', '/sandboxes/default/keys/sandbox-key')
    expect((await request(b, '/v1/pets', { sandbox: 'x' })).status).toBe(401)
  })

  it('a key also where an operation is not described', async () => {
    const { a, b } = await startTwo()
    expect((await request(b, '/v1/store/orders')).status).toBe(501)
    await control(a, 'DELETE', '/sandboxes/default/keys/sandbox-key')
    expect((await request(b, '/v1/store/orders')).status).toBe(401)
  })

  it('the clock of the default sandbox', async () => {
    const { a, b } = await startTwo()
    expect((await request(b, '/v1/pets/1')).status).toBe(200)
    await control(a, 'PUT', '/sandboxes/default/clock', { now: '2031-01-01T00:00:00Z' })
    expect((await request(b, '/v1/pets/1')).body).toMatchObject({ code: 'operation_removed' })
  })

  it('a record', async () => {
    const { a, b } = await startTwo()
    await request(a, '/v1/pets', { body: pet })
    expect((await request(b, '/v1/pets', { body: pet })).body).toMatchObject({ id: 32 })
    expect((await request(a, '/v1/pets/32')).status).toBe(200)
  })
})

/**
 * Several replicas on one storage: each sees at once what the others have done.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { shareTraffic } from '../../src/journal/shared-journal.ts'
import { type Log, LogError } from '../../src/log/log.ts'
import { createMemoryStorage } from '../log/memory-log.ts'
import { expireLogs, openSharedMemoryLog, type SharedMemoryStorage } from '../log/shared-memory-log.ts'
import { loadReplicaSetup, type Replica, startReplica } from '../support/replica.ts'
import { noon } from '../support/serve-scenarios.ts'
import { createSharedMessages } from '../support/shared-messages.ts'

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

/** Calls `run` once, before the first change of the sandbox x is stored. */
const beforeFirstAppend =
  (run: () => Promise<unknown>) =>
  (log: Log): Log => {
    let isFirst = true
    return {
      ...log,
      append: async (name, ...rest) => {
        if (isFirst && name === 'sandbox:x') {
          isFirst = false
          await run()
        }
        return log.append(name, ...rest)
      },
    }
  }

const start = async (
  storage: SharedMemoryStorage,
  wrap = (log: Log): Log => log,
  maxSandboxes?: number,
): Promise<Replica> => {
  const report = (error: unknown): never => {
    throw error
  }
  const durability = { log: wrap(openSharedMemoryLog(storage)), place: 'a test', report }
  const replica = await startReplica({
    setup,
    now: () => now,
    durability,
    ...(maxSandboxes === undefined ? {} : { maxSandboxes }),
  })
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

  it('is what another one has stored meanwhile, even if its first request changes nothing', async () => {
    const storage = createStorage()
    const a = await start(storage)
    const b = await start(
      storage,
      beforeFirstAppend(() => request(a, '/v1/pets', { sandbox: 'x', body: pet })),
    )
    const answer = await request(b, '/v1/pets?limit=100', { sandbox: 'x' })
    expect(answer).toEqual(await request(a, '/v1/pets?limit=100', { sandbox: 'x' }))
    expect(JSON.stringify(answer.body)).toContain('"Rex"')
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

  it('leaves the memory of the others', async () => {
    const { a, b } = await startTwo()
    const messages = createSharedMessages()
    for (const [index, { sandboxes }] of [a, b].entries())
      await shareTraffic({
        messages: messages.connect(),
        traffic: sandboxes.traffic,
        replica: `replica-${index}`,
        findOperation: () => undefined,
      })
    await request(a, '/v1/pets', { sandbox: 'x', body: pet })
    expect(a.sandboxes.all().map(({ id }) => id)).toEqual(['default', 'x'])
    await control(b, 'DELETE', '/sandboxes/x')
    await expect.poll(() => a.sandboxes.all().map(({ id }) => id)).toEqual(['default'])
  })

  it('does not count for the limit of the others, even if they do not learn of it', async () => {
    const storage = createStorage()
    const unwrapped = (log: Log): Log => log
    const [a, b] = [await start(storage, unwrapped, 5), await start(storage, unwrapped, 5)]
    for (let life = 0; life < 20; life++) {
      expect((await request(a, '/v1/pets', { sandbox: `life-${life}`, body: pet })).status).toBe(201)
      expect((await control(b, 'DELETE', `/sandboxes/life-${life}`)).status).toBe(204)
      now += 11_000
    }
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

/** Runs all at once. */
const together = <Result>(...runs: readonly (() => Promise<Result>)[]): Promise<readonly Result[]> =>
  Promise.all(runs.map((run) => run()))

const create = (replica: Replica, body: object): Promise<Answer> => control(replica, 'POST', '/sandboxes', body)

const keyOf = ({ body }: Answer): string =>
  typeof body === 'object' && body !== null && 'key' in body ? String(body.key) : ''

const idsOf = (answers: readonly Answer[]): readonly unknown[] =>
  answers.map(({ body }) => (typeof body === 'object' && body !== null && 'id' in body ? body.id : body))

describe('replicas that do the same at once', () => {
  it('create a sandbox on first use once', async () => {
    const { a, b } = await startTwo()
    const answers = await together(
      ...[a, b, a, b, a, b].map((replica) => () => request(replica, '/v1/pets', { sandbox: 'x', body: pet })),
    )
    expect([...idsOf(answers)].sort()).toEqual([31, 32, 33, 34, 35, 36])
    for (const replica of [a, b])
      expect((await control(replica, 'GET', '/sandboxes/x/records/pets')).body).toHaveLength(36)
  })

  it('create a sandbox through the control API once', async () => {
    const { a, b } = await startTwo()
    const answers = await together(...[a, b, a, b].map((replica) => () => create(replica, { id: 'x' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    const key = keyOf(answers.find(({ status }) => status === 201) ?? { status: 0, body: undefined })
    for (const replica of [a, b]) expect((await request(replica, '/v1/pets', { key })).status).toBe(200)
  })

  it('agree on a sandbox that one creates while another one uses it first', async () => {
    const storage = createStorage()
    const a = await start(storage)
    await request(a, '/v1/pets', { sandbox: 'parent', body: pet })
    for (const init of [{ fixtures: 'demo' }, { from: 'parent' }]) {
      let created: Answer = { status: 0, body: undefined }
      const createFirst = async (): Promise<void> => {
        created = await create(a, { id: 'x', scenario: 'after-sunset', ...init })
      }
      const b = await start(storage, beforeFirstAppend(createFirst))
      expect((await request(b, '/v1/pets', { sandbox: 'x', body: pet })).status).toBe(201)
      expect(created.status).toBe(201)
      for (const replica of [b, a]) {
        expect((await request(replica, '/v1/pets', { key: keyOf(created) })).status).toBe(200)
        await control(replica, 'POST', '/sandboxes/x/reset')
        expect((await control(replica, 'GET', '/sandboxes/x')).body).toMatchObject({
          fixtures: init.fixtures ?? null,
          scenario: 'after-sunset',
        })
        const last = init.fixtures ? 101 : 31
        expect((await control(replica, 'GET', `/sandboxes/x/records/pets/${last}`)).status).toBe(200)
        expect((await request(replica, '/v1/pets', { key: keyOf(created) })).status).toBe(200)
      }
      await control(a, 'DELETE', '/sandboxes/x')
    }
  })

  const startWithDeletion = async (): Promise<{ readonly a: Replica; readonly b: Replica }> => {
    const storage = createStorage()
    const a = await start(storage)
    await request(a, '/v1/pets', { sandbox: 'x', body: pet })
    const b = await start(
      storage,
      beforeFirstAppend(() => control(a, 'DELETE', '/sandboxes/x')),
    )
    return { a, b }
  }

  it('handle a request again that finds its sandbox deleted: it is stored in a new one', async () => {
    const { a, b } = await startWithDeletion()
    expect(await request(b, '/v1/pets', { sandbox: 'x', body: pet })).toMatchObject({ status: 201, body: { id: 31 } })
    expect((await control(a, 'GET', '/sandboxes/x/records/pets')).body).toHaveLength(31)
  })

  it('answer a change through the control API that finds its sandbox deleted with 404', async () => {
    const { b } = await startWithDeletion()
    const { status, body } = await control(b, 'PUT', '/sandboxes/x/clock', { frozen: true })
    expect({ status, body }).toMatchObject({ status: 404, body: { detail: expect.stringContaining('no sandbox "x"') } })
  })

  it.each([
    ['deleted', false, 400],
    ['deleted and created again', true, 200],
  ])('issue a token with what exists then, where a sandbox is %s meanwhile', async (_, isCreated, status) => {
    const storage = createStorage()
    const a = await start(storage)
    await request(a, '/v1/pets', { sandbox: 'x', body: pet })
    const replace = async (): Promise<void> => {
      await control(a, 'DELETE', '/sandboxes/x')
      if (isCreated) await create(a, { id: 'x' })
    }
    const b = await start(storage, beforeFirstAppend(replace))
    const form = { grant_type: 'password', client_id: 'app', client_secret: 'secret', username: 'ann', password: 'x' }
    const issued = await b.fetch('/_sandbox/oauth/token', {
      method: 'POST',
      headers: { 'Sandbox-Id': 'x' },
      body: new URLSearchParams(form),
    })
    expect(issued.status).toBe(status)
    const error = { error_description: "there is no sandbox 'x'; create it first" }
    expect(await issued.json()).toMatchObject(isCreated ? { token_type: 'Bearer' } : error)
  })

  it('report to the owner of a handle that its sandbox does not exist, where it finds it deleted', async () => {
    const { b } = await startWithDeletion()
    await control(b, 'GET', '/sandboxes/x')
    await expect(b.handleOf('x', 'sandbox-key')?.clock.freeze()).rejects.toMatchObject({ status: 404 })
  })

  it('give up what finds its sandbox deleted each time', async () => {
    const storage = createStorage()
    let tries = 0
    const a = await start(storage, (log) => ({
      ...log,
      append: async (name, head, ...rest) => {
        if (name !== 'sandbox:x' || head === undefined) return log.append(name, head, ...rest)
        tries++
        throw new LogError('deleted', 'another process deletes it')
      },
    }))
    await request(a, '/v1/pets', { sandbox: 'x' })
    expect((await control(a, 'PUT', '/sandboxes/x/clock', { frozen: true })).status).toBe(503)
    expect(tries).toBe(5)
    expect((await request(a, '/v1/pets', { sandbox: 'x', body: pet })).status).toBe(503)
    expect(tries).toBe(10)
  })

  it('find the sandbox that exists, where another one has created it first', async () => {
    const storage = createStorage()
    const a = await start(storage)
    const answers: Promise<Answer>[] = []
    const b: Replica = await start(
      storage,
      beforeFirstAppend(async () => {
        expect((await create(a, { id: 'x', scenario: 'after-sunset' })).status).toBe(201)
        // They find the sandbox that b is about to lose.
        answers.push(create(b, { id: 'x' }), control(b, 'GET', '/sandboxes/x'))
        answers.push(request(b, '/v1/pets', { sandbox: 'x' }), request(b, '/v1/pets', { sandbox: 'x', body: pet }))
      }),
    )
    expect((await create(b, { id: 'x' })).status).toBe(409)
    const found = await Promise.all(answers)
    expect(found.map(({ status }) => status)).toEqual([409, 200, 200, 201])
    expect(found[1]?.body).toMatchObject({ scenario: 'after-sunset' })
    expect((await control(a, 'GET', '/sandboxes/x/records/pets/31')).status).toBe(200)
  })

  it('lose no record of a sandbox that is a fork', async () => {
    const { a, b } = await startTwo()
    await request(a, '/v1/pets', { sandbox: 'parent', body: pet })
    await create(a, { id: 'fork', from: 'parent' })
    const runs = Array.from(
      { length: 20 },
      (_, index) => () => request(index % 2 ? a : b, '/v1/pets', { sandbox: 'fork', body: pet }),
    )
    expect([...idsOf(await together(...runs))].sort()).toEqual(Array.from({ length: 20 }, (_, index) => index + 32))
  })

  it('count calls of a scenario once', async () => {
    const { a, b } = await startTwo()
    await create(a, { id: 'x', scenario: 'flaky' })
    const runs = Array.from(
      { length: 12 },
      (_, index) => () => request(index % 2 ? a : b, '/v1/pets', { sandbox: 'x' }),
    )
    const answers = await together(...runs)
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(4)
  })
})

describe('a sandbox that one replica deletes and creates again', () => {
  it('has other keys, fixtures and records on all replicas', async () => {
    const { a, b } = await startTwo()
    const before = keyOf(await create(a, { id: 'x', fixtures: 'demo' }))
    expect((await request(b, '/v1/pets', { key: before, body: pet })).status).toBe(201)
    await control(a, 'DELETE', '/sandboxes/x')
    const after = keyOf(await create(a, { id: 'x' }))
    expect((await request(b, '/v1/pets', { key: before })).status).toBe(401)
    expect((await request(b, '/v1/pets/1', { key: after })).status).toBe(200)
    await control(b, 'POST', '/sandboxes/x/reset')
    expect((await request(b, '/v1/pets/1', { key: after })).status).toBe(200)
    expect((await control(b, 'GET', '/sandboxes/x')).body).toMatchObject({ fixtures: null })
  })

  it('has other tokens on all replicas', async () => {
    const { a, b } = await startTwo()
    const issue = async ({ fetch }: Replica): Promise<string> => {
      const form = { grant_type: 'client_credentials', client_id: 'app', client_secret: 's' }
      const body = new URLSearchParams(form).toString()
      const headers = { 'Sandbox-Id': 'x', 'Content-Type': 'application/x-www-form-urlencoded' }
      const response = await fetch('/_sandbox/oauth/token', { method: 'POST', headers, body })
      return ((await response.json()) as { access_token: string }).access_token
    }
    await create(a, { id: 'x' })
    const before = await issue(a)
    expect((await request(b, '/v1/pets', { key: before })).status).toBe(200)
    await control(a, 'DELETE', '/sandboxes/x')
    await create(a, { id: 'x' })
    const after = await issue(a)
    for (const replica of [b, a]) {
      expect((await request(replica, '/v1/pets', { key: after })).status).toBe(200)
      expect((await request(replica, '/v1/pets', { key: before })).status).toBe(401)
    }
    expect((await request(a, '/v1/pets', { key: await issue(b) })).status).toBe(200)
  })

  it('is not written to by requests that came before', async () => {
    for (let round = 0; round < 5; round++) {
      const { a, b } = await startTwo()
      await request(a, '/v1/pets', { sandbox: 'x', body: pet })
      await request(b, '/v1/pets', { sandbox: 'x', body: pet })
      const writing = Array.from({ length: 10 }, () => request(b, '/v1/pets', { sandbox: 'x', body: pet }))
      await control(a, 'DELETE', '/sandboxes/x')
      await Promise.all(writing)
      await control(a, 'DELETE', '/sandboxes/x')
      expect((await create(a, { id: 'x' })).status).toBe(201)
      for (const replica of [a, b])
        expect((await control(replica, 'GET', '/sandboxes/x/records/pets')).body).toHaveLength(30)
    }
  })
})

it('a sandbox that is looked for while it is deleted here is the one that another replica has created since', async () => {
  const storage = createStorage()
  const a = await start(storage)
  let lookedFor: Promise<void> | undefined
  const b = await start(storage, (log) => ({
    ...log,
    remove: async (name) => {
      await log.remove(name)
      lookedFor ??= b.sandboxes.refresh('x')
      await request(a, '/v1/pets', { sandbox: 'x', body: pet })
    },
  }))
  await request(b, '/v1/pets', { sandbox: 'x' })
  expect((await control(b, 'DELETE', '/sandboxes/x')).status).toBe(204)
  await lookedFor
  expect(b.sandboxes.all().map(({ id }) => id)).toEqual(['default', 'x'])
  expect((await request(b, '/v1/pets/31', { sandbox: 'x' })).body).toMatchObject({ name: 'Rex' })
})

it('a request that waits behind a deletion here is stored in the sandbox that another replica has created since', async () => {
  const storage = createStorage()
  const a = await start(storage)
  let waiting: Promise<Answer> | undefined
  const b: Replica = await start(storage, (log) => ({
    ...log,
    remove: async (name) => {
      await log.remove(name)
      expect((await create(a, { id: 'x', scenario: 'after-sunset' })).status).toBe(201)
      waiting = request(b, '/v1/pets', { sandbox: 'x', body: pet })
      // It finds the sandbox that is being deleted.
      await delay(50)
    },
  }))
  await request(b, '/v1/pets', { sandbox: 'x' })
  expect((await control(b, 'DELETE', '/sandboxes/x')).status).toBe(204)
  expect(await waiting).toMatchObject({ status: 201, body: { id: 31 } })
  expect((await control(a, 'GET', '/sandboxes/x/records/pets')).body).toHaveLength(31)
})

describe('the journal of a sandbox that one replica has created while another one was about to', () => {
  const createTwice = async (createIt: (b: Replica) => Promise<Answer>): Promise<readonly (readonly unknown[])[]> => {
    const storage = createStorage()
    const a = await start(storage)
    let isFirst = true
    const b = await start(storage, (log) => ({
      ...log,
      load: async (names) => {
        const found = await log.load(names)
        if (!isFirst || !names.includes('sandbox:x')) return found
        isFirst = false
        expect((await request(a, '/v1/pets', { sandbox: 'x', body: pet })).status).toBe(201)
        await expect.poll(() => b.sandboxes.traffic.find('x')?.journal.size).toBe(1)
        return found
      },
    }))
    const messages = createSharedMessages()
    for (const [index, { sandboxes }] of [a, b].entries())
      await shareTraffic({
        messages: messages.connect(),
        traffic: sandboxes.traffic,
        replica: `replica-${index}`,
        findOperation: () => undefined,
      })
    await expect.poll(() => a.sandboxes.traffic.sharing?.isLive).toBe(true)
    const { status } = await createIt(b)
    const exchanges = await Promise.all([a, b].map((one) => control(one, 'GET', '/sandboxes/x/exchanges?view=summary')))
    return [[status], ...exchanges.map(({ body }) => (Array.isArray(body) ? body.map(() => 'exchange') : [body]))]
  }

  it('retains the requests to that one', async () =>
    expect(await createTwice((b) => create(b, { id: 'x' }))).toEqual([[409], ['exchange'], ['exchange']]))

  it('has the requests of both', async () =>
    expect(await createTwice((b) => request(b, '/v1/pets', { sandbox: 'x', body: pet }))).toEqual([
      [201],
      ['exchange', 'exchange'],
      ['exchange', 'exchange'],
    ]))
})

describe('a fork that is deleted, with what it starts from, while another replica reads it', () => {
  const startReading = async (deleteIt: (a: Replica) => Promise<unknown>): Promise<Replica> => {
    const storage = createStorage()
    const a = await start(storage)
    await request(a, '/v1/pets', { sandbox: 'parent', body: pet })
    await create(a, { id: 'x', from: 'parent' })
    return start(storage, (log) => ({
      ...log,
      loadPoint: async () => {
        await deleteIt(a)
        throw new LogError('damaged', 'what a log starts from is missing')
      },
    }))
  }

  it('does not exist', async () => {
    const b = await startReading((a) => control(a, 'DELETE', '/sandboxes/x'))
    expect((await control(b, 'GET', '/sandboxes/x')).status).toBe(404)
    expect(await request(b, '/v1/pets', { sandbox: 'x', body: pet })).toMatchObject({ status: 201, body: { id: 31 } })
  })

  it('is damaged if it still exists', async () => {
    let reads = 0
    const b = await startReading(async () => reads++)
    expect((await control(b, 'GET', '/sandboxes/x')).status).toBe(503)
    expect(reads).toBe(1)
  })

  it('is given up if it is deleted and created again each time', async () => {
    let reads = 0
    const b = await startReading(async (a) => {
      reads++
      await control(a, 'DELETE', '/sandboxes/x')
      await create(a, { id: 'x', from: 'parent' })
    })
    expect((await control(b, 'GET', '/sandboxes/x')).status).toBe(503)
    expect(reads).toBe(10)
  })
})

describe('a key that one replica generates', () => {
  it('works on another one, until it is revoked anywhere', async () => {
    const { a, b } = await startTwo()
    await create(a, { id: 'x' })
    const key = keyOf(await control(a, 'POST', '/sandboxes/x/keys', {}))
    expect((await request(b, '/v1/pets', { key })).status).toBe(200)
    await control(b, 'PATCH', `/sandboxes/x/keys/${key}`, { state: 'revoked' })
    expect((await request(a, '/v1/pets', { key })).status).toBe(401)
  })
})

describe('a fork', () => {
  it('of a sandbox that nobody has changed has its own scenarios and clock on all replicas', async () => {
    const { a, b } = await startTwo()
    await create(a, { id: 'x', from: 'default', scenario: 'flaky', clock: '2030-01-01T00:00:00Z' })
    const expected = { scenario: 'flaky', clock: { now: '2030-01-01T00:00:00.000Z' } }
    expect((await control(b, 'GET', '/sandboxes/x')).body).toMatchObject(expected)
    await control(b, 'POST', '/sandboxes/x/reset')
    expect((await control(a, 'GET', '/sandboxes/x')).body).toMatchObject(expected)
  })

  it('of a snapshot on another replica starts from it, and a reset returns to it', async () => {
    const { a, b, startThird } = await startTwo()
    await request(a, '/v1/pets', { sandbox: 'x', body: pet })
    await control(a, 'POST', '/sandboxes/x/snapshots', { name: 'one' })
    await request(b, '/v1/pets', { sandbox: 'x', body: pet })
    await create(b, { id: 'y', from: 'x/one' })
    await request(a, '/v1/pets', { sandbox: 'y', body: { ...pet, name: 'Other' } })
    await control(b, 'DELETE', '/sandboxes/x')
    for (const replica of [b, await startThird()])
      expect((await request(replica, '/v1/pets/32', { sandbox: 'y' })).body).toMatchObject({ name: 'Other' })
    await control(b, 'POST', '/sandboxes/y/reset')
    expect((await control(a, 'GET', '/sandboxes/y/records/pets')).body).toHaveLength(31)
  })
})

/**
 * The sandbox handle that a test uses: each of its methods, on a Standin without a port.
 */
import { describe, expect, it } from 'vitest'
import { AwaitError, ControlError, createStandin } from '../../src/index.ts'
import { startStandin } from '../support/start-standin.ts'

interface Pet {
  readonly id: number
  readonly name: string
  readonly categoryId: number
  readonly status?: string
}

const start = async () => {
  const standin = await createStandin()
  const sandbox = await standin.sandbox()
  const { fetch } = sandbox
  const create = (name: string) =>
    fetch('/v1/pets', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name, categoryId: 1 }),
    })
  return { standin, sandbox, fetch, create, pets: sandbox.records<Pet>('pets'), [Symbol.asyncDispose]: standin.close }
}

/** As JavaScript calls it. */
const untyped = (options: object): object => options

const rejection = (status: number) => expect.objectContaining({ name: 'ControlError', status })

describe('a sandbox', () => {
  it('is reached by its address, its headers and its key', async () => {
    await using standin = await startStandin()
    await using sandbox = await standin.sandbox({ id: 'check out/ü' })
    expect(sandbox.url).toBe(`${standin.url}/~check%20out%2F%C3%BC`)
    await sandbox.records('pets').put([{ id: 5, name: 'Rex', categoryId: 1 }])
    const Authorization = `Bearer ${sandbox.key}`
    const answers = [
      await fetch(`${sandbox.url}/v1/pets`, { headers: { Authorization } }),
      await fetch(`${standin.url}/v1/pets`, { headers: sandbox.headers }),
      await fetch(`${standin.url}/v1/pets`, { headers: { Authorization } }),
      await standin.fetch(`${standin.url}/v1/pets`, { headers: { Authorization } }),
      await sandbox.fetch('/v1/pets'),
    ]
    for (const answer of answers) expect(await answer.json()).toEqual([{ id: 5, name: 'Rex', categoryId: 1 }])
  })

  it('accepts its settings and rejects invalid ones', async () => {
    await using standin = await createStandin()
    await using sandbox = await standin.sandbox({ id: 'one', scenario: 'unauthorized', clock: '2030-12-06T00:00:00Z' })
    expect(sandbox.id).toBe('one')
    expect((await sandbox.fetch('/v1/pets')).status).toBe(401)
    await expect(standin.sandbox({ id: 'one' })).rejects.toEqual(rejection(409))
    await expect(standin.sandbox({ scenario: 'flakey' })).rejects.toThrow('flaky')
    await expect(standin.sandbox({ clock: 'noon' })).rejects.toBeInstanceOf(ControlError)
  })

  it('no longer exists after it is deleted or disposed', async () => {
    await using api = await start()
    const { sandbox } = api
    await sandbox.delete()
    expect((await sandbox.fetch('/v1/pets')).status).toBe(401)
    await expect(sandbox.reset()).rejects.toEqual(rejection(404))
    await sandbox[Symbol.asyncDispose]()
    {
      await using brief = await api.standin.sandbox({ id: 'brief' })
      expect(brief.id).toBe('brief')
    }
    await using again = await api.standin.sandbox({ id: 'brief' })
    expect(again.id).toBe('brief')
  })

  it('has its initial state after a reset', async () => {
    await using api = await start()
    await api.pets.put([])
    await api.sandbox.scenario('flaky')
    await api.sandbox.reset()
    expect(await api.pets.list()).toHaveLength(30)
    expect((await api.sandbox.fetch('/v1/pets')).status).toBe(200)
    expect(await api.sandbox.exchanges.list()).toHaveLength(1)
  })

  it('switches scenarios on and off', async () => {
    await using api = await start()
    await api.sandbox.scenario('unauthorized')
    expect((await api.fetch('/v1/pets')).status).toBe(401)
    await api.sandbox.scenario(null)
    expect((await api.fetch('/v1/pets')).status).toBe(200)
    await expect(api.sandbox.scenario('nowhere')).rejects.toEqual(rejection(400))
  })

  it('stores snapshots and restores them', async () => {
    await using api = await start()
    await api.sandbox.snapshot('before')
    await api.create('Rex')
    expect(await api.pets.list()).toHaveLength(31)
    await api.sandbox.restore('before')
    expect(await api.pets.list()).toHaveLength(30)
    await expect(api.sandbox.restore('befour')).rejects.toThrow('before')
  })

  it('is forked: a change of one does not change the other', async () => {
    await using api = await start()
    await api.create('Rex')
    await using fork = await api.sandbox.fork({ id: 'fork' })
    await api.create('Waffles')
    expect(await fork.records('pets').list()).toHaveLength(31)
    expect(await api.pets.list()).toHaveLength(32)
    expect(fork.key).not.toBe(api.sandbox.key)
  })

  it('reports its coverage', async () => {
    await using api = await start()
    await api.fetch('/v1/pets?status=sold')
    const { operations, summary } = await api.sandbox.coverage()
    expect(operations.find(({ operation }) => operation === 'listPets')).toMatchObject({ count: 1 })
    expect(summary.covered).toBe(1)
  })
})

describe('records', () => {
  it('are put, added, set, patched, read and deleted', async () => {
    await using api = await start()
    const { pets } = api
    expect(await pets.put([{ id: 7, name: 'Rex', categoryId: 1, status: 'sold' }])).toHaveLength(1)
    expect(await pets.add({ name: 'Waffles', categoryId: 2 })).toEqual({ id: 31, name: 'Waffles', categoryId: 2 })
    expect(await pets.set(9, { name: 'Bo', categoryId: 3 })).toMatchObject({ id: 9 })
    expect(await pets.patch(7, { status: null, name: 'Max' })).toEqual({ id: 7, name: 'Max', categoryId: 1 })
    expect(await pets.get(7)).toEqual({ id: 7, name: 'Max', categoryId: 1 })
    await pets.delete(9)
    expect((await pets.list()).map(({ id }) => id)).toEqual([7, 31])
    expect(await (await api.fetch('/v1/pets')).json()).toEqual(await pets.list())
  })

  it('are rejected if they do not match their schema, and the error names the property', async () => {
    await using api = await start()
    await expect(api.pets.put([{ id: 1, name: 'Rex', categoryId: 1, status: 'lost' }])).rejects.toThrow('status')
    await expect(api.pets.get(999)).rejects.toEqual(rejection(404))
    await expect(api.pets.delete('x')).rejects.toEqual(rejection(404))
    await expect(api.sandbox.records('petz').list()).rejects.toThrow('pets')
  })

  it('are copies: changing them afterwards does not change the store', async () => {
    await using api = await start()
    const rex = { id: 1, name: 'Rex', categoryId: 1 }
    await api.pets.put([rex])
    rex.name = 'Max'
    const read = await api.pets.get(1)
    Object.assign(read, { name: 'Bo' })
    expect(await api.pets.get(1)).toEqual({ id: 1, name: 'Rex', categoryId: 1 })
  })

  it('preserve every digit of a long id', async () => {
    await using api = await start()
    const long = api.sandbox.records('pets')
    await long.put([{ id: 9223372036854775807n, name: 'Rex', categoryId: 1 }])
    expect(await long.get('9223372036854775807')).toMatchObject({ id: 9223372036854775807n })
    expect(await (await api.fetch('/v1/pets')).text()).toContain('9223372036854775807')
  })
})

describe('the clock', () => {
  const noon = '2030-12-06T12:00:00.000Z'

  it('is set, frozen, advanced and cleared', async () => {
    await using api = await start()
    const { clock } = api.sandbox
    for (const time of [noon, new Date(noon), Date.parse(noon)]) {
      await clock.set(time, { frozen: true })
      expect(clock.now().toISOString()).toBe(noon)
    }
    await clock.advance('2s')
    expect(clock.now().toISOString()).toBe('2030-12-06T12:00:02.000Z')
    await clock.advance('-1d')
    expect(clock.now().toISOString()).toBe('2030-12-05T12:00:02.000Z')
    await clock.clear()
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(60_000)
    await clock.freeze()
    const frozen = clock.now()
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(clock.now()).toEqual(frozen)
  })

  it('rejects an invalid time', async () => {
    await using api = await start()
    await expect(api.sandbox.clock.set('noon')).rejects.toEqual(rejection(400))
    await expect(api.sandbox.clock.set(new Date(Number.NaN))).rejects.toEqual(rejection(400))
    await expect(api.sandbox.clock.advance('soon')).rejects.toEqual(rejection(400))
  })

  it('determines the response of an operation with a sunset date', async () => {
    await using api = await start()
    await api.sandbox.clock.set('2030-12-06T12:00:00Z')
    expect(await (await api.fetch('/v1/pets/1')).json()).toMatchObject({ code: 'operation_removed' })
  })
})

describe('keys', () => {
  it('are listed, generated, changed and deleted', async () => {
    await using api = await start()
    const { keys, key } = api.sandbox
    expect((await keys.list()).map((known) => known.key)).toContain(key)
    const expires = new Date('2040-01-01T00:00:00Z')
    const made = await keys.generate({ expires })
    expect(made).toEqual({ key: expect.stringMatching(/^sk_/), state: 'active', expires })
    const status = async () =>
      (await api.standin.fetch('/v1/pets', { headers: { Authorization: `Bearer ${made.key}` } })).status
    expect(await status()).toBe(200)
    await keys.change(made.key, 'revoked')
    expect(await status()).toBe(401)
    await keys.delete(made.key)
    expect((await keys.list()).map((known) => known.key)).not.toContain(made.key)
    await expect(keys.change('nobody', 'active')).rejects.toEqual(rejection(404))
    await expect(keys.delete('nobody')).rejects.toEqual(rejection(404))
    await expect(keys.generate({ expires: 'soon' })).rejects.toEqual(rejection(400))
  })
})

describe('exchanges', () => {
  it('are listed, and cleared', async () => {
    await using api = await start()
    await api.create('Rex')
    await api.fetch('/v1/pets/999')
    const [first] = await api.sandbox.exchanges.list({ operation: 'createPet' })
    expect(first).toMatchObject({
      sandbox: api.sandbox.id,
      request: { method: 'POST', path: '/v1/pets', body: { name: 'Rex', categoryId: 1 } },
      response: { status: 201 },
    })
    expect(JSON.stringify(first)).not.toContain(api.sandbox.key)
    expect(await api.sandbox.exchanges.list({ status: 404 })).toHaveLength(1)
    await api.sandbox.exchanges.clear()
    expect(await api.sandbox.exchanges.list()).toEqual([])
  })

  it('are awaited: earlier exchanges count, and a new one is reported at once, not at the timeout', async () => {
    await using api = await start()
    await api.create('Rex')
    const { exchanges } = api.sandbox
    expect(await exchanges.await({ operation: 'createPet' })).toHaveLength(1)
    // Longer than a test may take.
    const waiting = exchanges.await({ operation: 'createPet', count: 2, timeout: '10m' })
    await new Promise((resolve) => setTimeout(resolve, 20))
    await api.create('Waffles')
    expect(await waiting).toHaveLength(2)
  })

  it('that do not arrive are reported by an error that lists the exchanges that arrived', async () => {
    await using api = await start()
    await api.create('Max')
    const where = { request: { body: { name: 'Rex' } } }
    const waiting = api.sandbox.exchanges.await({ operation: 'createPet', where, timeout: '20ms' })
    const error = await waiting.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(AwaitError)
    expect(error).toMatchObject({ count: 0, near: [{ exchange: { operation: 'createPet' } }] })
    expect(String(error)).toBe(
      [
        'AwaitError: expected at least 1 exchange of createPet where {"request":{"body":{"name":"Rex"}}} within 20ms, got 0; instead there were:',
        '  POST /v1/pets → 201 (createPet)',
        '    request.body.name must be "Rex", got "Max"',
      ].join('\n'),
    )
  })

  it('that arrive too often are listed in the error', async () => {
    await using api = await start()
    await api.create('Rex')
    const waiting = api.sandbox.exchanges.await({ operation: 'createPet', exactly: 0 })
    await expect(waiting).rejects.toThrow(
      'expected exactly 0 exchanges of createPet within 4s, got 1; there were:\n  POST /v1/pets → 201 (createPet)',
    )
    await expect(api.sandbox.exchanges.await({ operation: 'getPet', timeout: '1ms' })).rejects.toThrow('createPet')
    await api.sandbox.exchanges.clear()
    await expect(api.sandbox.exchanges.await({ timeout: '1ms' })).rejects.toThrow('there were no other exchanges')
  })
})

it('fifty concurrent sandboxes are isolated from each other', async () => {
  await using standin = await createStandin()
  const work = Array.from({ length: 50 }, async (_, index) => {
    await using sandbox = await standin.sandbox()
    const pets = sandbox.records<Pet>('pets')
    await pets.put([])
    const names = Array.from({ length: index % 5 }, (__, number) => `pet ${index}.${number}`)
    for (const name of names) {
      const answer = await sandbox.fetch('/v1/pets', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ name, categoryId: 1 }),
      })
      expect(answer.status).toBe(201)
    }
    if (index % 2 === 0) await sandbox.scenario('unauthorized')
    expect((await sandbox.fetch('/v1/pets')).status).toBe(index % 2 === 0 ? 401 : 200)
    expect((await pets.list()).map(({ name }) => name)).toEqual(names)
    expect(await sandbox.exchanges.list()).toHaveLength(names.length + 1)
  })
  await Promise.all(work)
  expect(await standin.defaultSandbox.store.count('pets')).toBe(30)
})

describe('an error names the argument of the call, without terms of HTTP', () => {
  type Sandbox = Awaited<ReturnType<typeof start>>['sandbox']
  const rows: readonly {
    readonly name: string
    readonly act: (sandbox: Sandbox) => Promise<unknown>
    readonly says: string
  }[] = [
    { name: 'a duration', act: ({ clock }) => clock.advance('soon'), says: 'by must be a duration' },
    {
      name: 'a duration beyond the range of times',
      act: ({ clock }) => clock.advance('3000000d'),
      says: 'by moves the clock out of the range',
    },
    { name: 'a time', act: ({ clock }) => clock.set('noon'), says: 'time must be a time such as' },
    {
      name: 'an expiry time',
      act: ({ keys }) => keys.generate({ expires: 'soon' }),
      says: 'expires must be a time such as',
    },
    { name: 'a clock', act: (sandbox) => sandbox.fork({ clock: 'noon' }), says: 'clock must be a time such as' },
    { name: 'a time to live', act: (sandbox) => sandbox.fork({ ttl: 'long' }), says: 'ttl must be a duration' },
    { name: 'a name', act: (sandbox) => sandbox.fork({ id: '' }), says: 'id must have 1 to 200 bytes' },
    {
      name: 'an option that a sandbox does not have',
      act: (sandbox) => sandbox.fork(untyped({ scenarios: 'unauthorized' })),
      says: 'a sandbox has no option "scenarios". Did you mean scenario?',
    },
    {
      name: 'an option that a key does not have',
      act: ({ keys }) => keys.generate(untyped({ scope: ['read'] })),
      says: 'a key has no option "scope". Did you mean scopes?',
    },
    {
      name: 'an option that a condition does not have',
      act: ({ exchanges }) => exchanges.await(untyped({ path: '/v1/pets' })),
      says: 'a condition for exchanges has no option "path". ',
    },
    {
      name: 'an option that a filter does not have',
      act: ({ exchanges }) => exchanges.list(untyped({ opertion: 'listPets' })),
      says: 'a filter of exchanges has no option "opertion". Did you mean operation?',
    },
    {
      name: 'an option that a condition for deliveries does not have',
      act: ({ webhooks }) => webhooks.await(untyped({ events: 'petAdded' })),
      says: 'a condition for deliveries has no option "events". Did you mean event?',
    },
    {
      name: 'an option that a filter of deliveries does not have',
      act: ({ webhooks }) => webhooks.deliveries(untyped({ status: 'waiting' })),
      says: 'a filter of deliveries has no option "status". Did you mean state?',
    },
    {
      name: 'an option that a receiver does not have',
      act: ({ webhooks }) => webhooks.add({ url: 'http://127.0.0.1:9/', ...untyped({ event: ['petAdded'] }) }),
      says: 'a receiver of webhooks has no option "event". Did you mean events?',
    },
    {
      name: 'an option that a clock does not have',
      act: ({ clock }) => clock.set('2030-01-01T00:00:00Z', untyped({ freeze: true })),
      says: 'the clock has no option "freeze". ',
    },
    {
      name: 'a deleted sandbox',
      act: async (sandbox) => {
        await sandbox.delete()
        await sandbox.reset()
      },
      says: 'there is no sandbox',
    },
    { name: 'a key', act: ({ keys }) => keys.change('sk_nobody', 'revoked'), says: 'does not have this key' },
    {
      name: 'an operation to wait for that no document has',
      act: ({ exchanges }) => exchanges.await({ operation: 'listPest', timeout: '10m' }),
      says: 'operation: no document has an operation "listPest". Did you mean listPets?',
    },
    {
      name: 'a timeout',
      act: ({ exchanges }) => exchanges.await({ timeout: 'long' }),
      says: 'timeout must be a duration',
    },
    {
      name: 'a timeout over ten minutes',
      act: ({ exchanges }) => exchanges.await({ timeout: '11m' }),
      says: 'timeout must be',
    },
    {
      name: 'two bounds',
      act: ({ exchanges }) => exchanges.await({ count: 1, atMost: 2 }),
      says: 'only one of count, exactly and atMost',
    },
    {
      name: 'a condition on the response',
      act: ({ exchanges }) => exchanges.await({ where: { response: { status: { from: 'x' } } } }),
      says: 'where.response.status',
    },
    {
      name: 'a starting point',
      act: ({ exchanges }) => exchanges.list({ since: 'lunch' }),
      says: 'since must be a time',
    },
    {
      name: 'a record',
      act: (sandbox) => sandbox.records('pets').add({ name: 1, categoryId: 1 }),
      says: 'record.name must be',
    },
    {
      name: 'one of several records',
      act: (sandbox) => sandbox.records('pets').put([{ id: 1, categoryId: 1 }]),
      says: 'record[0].name is required',
    },
    {
      name: 'an id that differs from that of the record',
      act: (sandbox) => sandbox.records('pets').set(2, { id: 1, name: 'Rex', categoryId: 1 }),
      says: 'record.id must be "2", the id of the record, got 1',
    },
  ]
  for (const { name, act, says } of rows)
    it(`${name}: ${says}`, async () => {
      await using api = await start()
      const error: unknown = await act(api.sandbox).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(ControlError)
      const { message } = error as ControlError
      expect(message.startsWith(says) || message.includes(` ${says}`), message).toBe(true)
      expect(message).not.toMatch(/\bbody\b|\bPOST\b|\bGET\b|_sandbox|sk_/)
    })
})

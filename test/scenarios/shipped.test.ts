/**
 * The built-in scenarios: each does what its description says, over HTTP, in every way of activating it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { assert, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { expectAnimal, expectError, expectList, expectMessage, expectOne } from '../interface/expect-shape.ts'
import type { Answer } from '../support/client.ts'
import { projectFolder } from '../support/run-command.ts'
import { type ScenarioCall, type ScenarioServer, serveScenarios } from '../support/serve-scenarios.ts'

interface Operation {
  readonly path: string
  readonly body?: object
  /** Its location in the documents: file, path and method. */
  readonly place: readonly [string, string, string]
  /** Checks the normal response. */
  readonly check: (answer: Answer) => unknown
}

const operations = {
  listPets: { path: '/v1/pets', place: ['animal-store', '/pets', 'get'], check: expectList },
  createPet: {
    path: '/v1/pets',
    body: { name: 'Rex', categoryId: 1 },
    place: ['animal-store', '/pets', 'post'],
    check: (answer) => expectOne(answer, 201),
  },
  getPet: { path: '/v1/pets/1', place: ['animal-store', '/pets/{petId}', 'get'], check: expectOne },
  sendMessage: {
    path: '/messages',
    body: { message: 'Hello' },
    place: ['messages', '/messages', 'post'],
    check: expectMessage,
  },
} as const satisfies Record<string, Operation>

type OperationId = keyof typeof operations
const operationIds = Object.keys(operations) as OperationId[]

/** The example bodies in the document for a status of an operation. */
const documentedBodies = (id: OperationId, status: number): readonly unknown[] => {
  const [file, path, method] = operations[id].place
  const document = parse(readFileSync(`${projectFolder}spec/${file}.yaml`, 'utf8'))
  const response = document.paths[path][method].responses[status]
  const { content } = response.$ref === undefined ? response : document.components.responses[lastOf(response.$ref)]
  return Object.values<{ value: unknown }>(content['application/json'].examples).map(({ value }) => value)
}

const lastOf = (pointer: string): string => pointer.split('/').at(-1) ?? ''

/** A way of activating a scenario, and the calls under it. */
interface Stage extends AsyncDisposable {
  readonly server: ScenarioServer
  readonly call: (id: OperationId, options?: ScenarioCall) => Promise<Answer>
}

const ways = {
  'named in the request': async (name) => {
    const server = await serveScenarios()
    return { server, scenario: name }
  },
  'set on the sandbox': async (name) => {
    const server = await serveScenarios()
    await server.control('PUT', '/sandboxes/default/scenario', { scenario: name })
    return { server, scenario: undefined }
  },
  'on for all': async (name) => ({ server: await serveScenarios({}, { scenario: [name] }), scenario: undefined }),
} as const satisfies Record<string, (name: string) => Promise<{ server: ScenarioServer; scenario: string | undefined }>>

type Way = keyof typeof ways

const enter = async (way: Way, name: string): Promise<Stage> => {
  const { server, scenario } = await ways[way](name)
  return {
    server,
    call: (id, options = {}) => {
      const operation: Operation = operations[id]
      const body = operation.body === undefined ? {} : { body: operation.body }
      return server.call(operation.path, { scenario, ...body, ...options })
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** Operations that document the status return it; others return their normal response with a notice. */
const expectStatus =
  (status: number, where: readonly OperationId[]) =>
  async ({ call }: Stage): Promise<void> => {
    for (const id of operationIds) {
      const answer = await call(id)
      if (where.includes(id)) {
        expectError(answer, status)
        expect(documentedBodies(id, status), id).toContainEqual(answer.json)
        expect(answer.headers, id).not.toHaveProperty('sandbox-notice')
      } else {
        operations[id].check(answer)
        expect(answer.headers['sandbox-notice'], id).toContain('scenario-passed-over')
      }
    }
  }

const timed = async <Value>(run: () => Promise<Value>): Promise<{ value: Value; took: number }> => {
  const started = performance.now()
  const value = await run()
  return { value, took: performance.now() - started }
}

/** The check for each scenario, by its name. */
const checks: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  unauthorized: expectStatus(401, operationIds),
  'not-found': expectStatus(404, ['getPet']),
  'invalid-request': expectStatus(400, ['createPet', 'sendMessage']),

  'expired-key': async ({ call }) => {
    for (const id of operationIds) {
      const answer = await call(id)
      expect(expectError(answer, 401).message, id).toMatch(/expired/)
      expect(answer.headers['www-authenticate'], id).toMatch(/^Bearer .*error="invalid_token".*expired/)
    }
  },

  'messages-left-queued': async ({ server, call }) => {
    const { id } = expectMessage(await call('sendMessage'))
    await server.control('POST', '/sandboxes/default/clock/advance', { by: '1d' })
    expect(await messagesOf(server)).toEqual([expect.objectContaining({ id, status: 'queued' })])
    operations.listPets.check(await call('listPets'))
  },

  'adoption-day': async ({ server, call }) => {
    const { value, took } = await timed(() => call('listPets'))
    expectList(value)
    expect(took).toBeGreaterThan(390)
    for (const isAccepted of [true, true, false, true, true, false, true]) {
      const answer = await call('createPet')
      if (isAccepted) expectOne(answer, 201)
      else {
        expectError(answer, 503, 'unavailable')
        expect(answer.headers['retry-after']).toBe('1')
      }
    }
    const { id } = expectMessage(await call('sendMessage'))
    await server.control('POST', '/sandboxes/default/clock/advance', { by: '1d' })
    expect(await messagesOf(server)).toEqual([expect.objectContaining({ id, status: 'queued' })])
    expectOne(await call('getPet'))
  },

  'message-outage': async ({ call }) => {
    for (let index = 1; index <= 2; index++) expectMessage(await call('sendMessage'))
    await expect(call('sendMessage')).rejects.toThrow()
    for (let index = 4; index <= 5; index++) {
      const answer = await call('sendMessage')
      expectError(answer, 503, 'unavailable')
      expect(answer.headers['retry-after']).toBe('2')
    }
    for (let index = 6; index <= 7; index++) expectMessage(await call('sendMessage'))
    operations.listPets.check(await call('listPets'))
  },

  flaky: async ({ call }) => {
    const ids: readonly OperationId[] = ['listPets', 'createPet', 'getPet', 'sendMessage', 'listPets', 'listPets']
    for (const [index, id] of ids.entries()) {
      const answer = await call(id)
      if (index % 3 === 2) {
        expectError(answer, 503, 'unavailable')
        expect(answer.headers['retry-after']).toBe('1')
      } else operations[id].check(answer)
    }
  },

  slow: async ({ call }) => {
    const timings = await Promise.all(operationIds.map((id) => timed(() => call(id))))
    for (const [index, { value, took }] of timings.entries()) {
      operations[operationIds[index] ?? 'listPets'].check(value)
      // Timers can fire slightly early; how late they fire depends on the machine.
      expect(took).toBeGreaterThan(990)
      expect(took).toBeLessThan(15_000)
    }
  },

  'rate-limited': async ({ server, call }) => {
    for (let index = 0; index < 10; index++) expectList(await call('listPets'))
    const rejected = await call('createPet')
    expectError(rejected, 429, 'rate_limited')
    expect(rejected.headers['retry-after']).toBe('60')
    await server.control('POST', '/sandboxes/default/clock/advance', { by: '1m' })
    expectList(await call('listPets'))
  },

  'connection-reset': async ({ call }) => {
    for (const id of operationIds) await expect(call(id), id).rejects.toMatchObject({ code: 'ECONNRESET' })
  },

  'server-error': async ({ call }) => {
    for (const id of operationIds) expectError(await call(id), 500, 'internal_error')
  },

  'empty-store': async ({ server, call }) => {
    expect(expectList(await call('listPets'))).toEqual([])
    expectError(await call('getPet'), 404)
    const made = expectOne(await call('createPet'), 201)
    expect(expectList(await call('listPets'))).toEqual([made])
    const outside = expectList(await server.call('/v1/pets?limit=100', { scenario: 'none' }))
    expect(outside).toHaveLength(30)
    expect(outside.map(({ name }) => name)).not.toContain('Rex')
  },

  'after-sunset': async ({ call }) => {
    expectError(await call('getPet'), 404, 'operation_removed')
    expectList(await call('listPets'))
    expectOne(await call('createPet'), 201)
    expect(expectMessage(await call('sendMessage')).createdAt).toBe('2030-12-06T00:00:00.000Z')
  },
}

/** The current messages of a sandbox. */
const messagesOf = async (server: ScenarioServer): Promise<readonly Record<string, unknown>[]> => {
  const { json } = await server.control('GET', '/sandboxes/default/records/messages')
  assert(Array.isArray(json))
  return json
}

const shipped = readdirSync(`${projectFolder}scenarios`)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => name.replace('.yaml', ''))

describe('the built-in scenarios', () => {
  it('are all tested below', () => expect(Object.keys(checks).sort()).toEqual([...shipped].sort()))

  it('are listed with their descriptions', async () => {
    await using server = await serveScenarios()
    const { json } = await server.control('GET', '/scenarios')
    const expected = shipped.map((name) => ({
      name,
      description: parse(readFileSync(`${projectFolder}scenarios/${name}.yaml`, 'utf8')).description,
    }))
    expect(json).toEqual(expected.map((entry) => expect.objectContaining(entry)))
  })
})

for (const way of Object.keys(ways) as Way[])
  describe(way, () => {
    for (const [name, perform] of Object.entries(checks))
      it(`${name} does what its description says`, async () => {
        await using stage = await enter(way, name)
        await perform(stage)
      })
  })

describe('a scenario in a request applies to that request only', () => {
  const rows: readonly { readonly scenario: string; readonly id: OperationId }[] = [
    { scenario: 'unauthorized', id: 'listPets' },
    { scenario: 'expired-key', id: 'sendMessage' },
    { scenario: 'not-found', id: 'getPet' },
    { scenario: 'invalid-request', id: 'createPet' },
    { scenario: 'server-error', id: 'getPet' },
    { scenario: 'after-sunset', id: 'getPet' },
  ]
  for (const { scenario, id } of rows)
    it(`${scenario} on ${id}`, async () => {
      await using stage = await enter('named in the request', scenario)
      expect((await stage.call(id)).status).toBeGreaterThanOrEqual(400)
      operations[id].check(await stage.call(id, { scenario: undefined }))
    })
})

describe('a scripted error', () => {
  const rows: readonly { readonly scenario: string; readonly status: number; readonly ids: readonly OperationId[] }[] =
    [
      { scenario: 'unauthorized', status: 401, ids: operationIds },
      { scenario: 'not-found', status: 404, ids: ['getPet'] },
      { scenario: 'invalid-request', status: 400, ids: ['createPet', 'sendMessage'] },
    ]
  for (const { scenario, status, ids } of rows)
    for (const id of ids) {
      it(`${status} of ${id} has the documented body, and Sandbox-Trace names scenario and step`, async () => {
        await using stage = await enter('named in the request', scenario)
        const answer = await stage.call(id)
        expectError(answer, status)
        expect(answer.json).toEqual(documentedBodies(id, status)[0])
        expect(answer.headers['sandbox-trace']).toContain(`scenario="${scenario}/1"`)
      })

      it(`${status} of ${id} is 401 without a key, because authentication comes before scenarios`, async () => {
        await using stage = await enter('named in the request', scenario)
        const answer = await stage.call(id, { key: null })
        expect(expectError(answer, 401).message).toContain('Authorization header is missing')
      })
    }

  for (const id of operationIds)
    it(`401 of ${id} has a challenge, like every 401 (RFC 9110, section 15.5.2)`, async () => {
      await using stage = await enter('named in the request', 'unauthorized')
      expect((await stage.call(id)).headers['www-authenticate']).toMatch(/^Bearer/)
    })

  it('changes nothing: an animal that was rejected does not exist', async () => {
    await using stage = await enter('named in the request', 'server-error')
    await stage.call('createPet')
    const { json } = await stage.call('listPets', { scenario: undefined })
    assert(Array.isArray(json))
    expect(json.map(expectAnimal).map(({ name }) => name)).not.toContain('Rex')
  })
})

describe('messages left queued', () => {
  const send = async (server: ScenarioServer, message: string, scenario?: string): Promise<void> => {
    expectMessage(await server.call('/messages', { body: { message }, scenario }))
  }
  const statesOf = async (server: ScenarioServer): Promise<Readonly<Record<string, unknown>>> =>
    Object.fromEntries((await messagesOf(server)).map(({ message, status }) => [String(message), status]))
  const advance = (server: ScenarioServer, by: string) =>
    server.control('POST', '/sandboxes/default/clock/advance', { by })
  const set = (server: ScenarioServer, scenario: string | null) =>
    server.control('PUT', '/sandboxes/default/scenario', { scenario })

  it('by the header of the POST: it is still queued a day later, and a message without the header is delivered', async () => {
    await using server = await serveScenarios()
    await send(server, 'held', 'messages-left-queued')
    await send(server, 'free')
    expect(await statesOf(server)).toEqual({ held: 'queued', free: 'queued' })
    await advance(server, '1d')
    expect(await statesOf(server)).toEqual({ held: 'queued', free: 'delivered' })
  })

  it('active in the sandbox: a message is still queued a day later; one sent without a scenario is delivered', async () => {
    await using server = await serveScenarios()
    await set(server, 'messages-left-queued')
    await send(server, 'held')
    await send(server, 'free', 'none')
    await advance(server, '1d')
    expect(await statesOf(server)).toEqual({ held: 'queued', free: 'delivered' })
  })

  it('other messages advance from queued to sent to delivered', async () => {
    await using server = await serveScenarios()
    await set(server, 'messages-left-queued')
    await send(server, 'held')
    await send(server, 'free', 'none')
    const seen: unknown[] = []
    for (const by of ['0s', '1999ms', '1ms', '1999ms', '1ms', '1h']) {
      await advance(server, by)
      const { held, free } = await statesOf(server)
      expect(held).toBe('queued')
      seen.push(free)
    }
    expect(seen).toEqual(['queued', 'queued', 'sent', 'sent', 'delivered', 'delivered'])
  })

  it('the messages advance after the scenario of the sandbox is deactivated', async () => {
    await using server = await serveScenarios()
    await set(server, 'messages-left-queued')
    await send(server, 'held')
    await advance(server, '1d')
    await set(server, null)
    const seen = []
    for (const by of ['0s', '1999ms', '1ms', '2s']) {
      await advance(server, by)
      seen.push((await statesOf(server)).held)
    }
    expect(seen).toEqual(['queued', 'queued', 'sent', 'delivered'])
  })

  it('the messages advance after the scenario is replaced by another', async () => {
    await using server = await serveScenarios()
    await set(server, 'messages-left-queued')
    await send(server, 'held')
    await set(server, 'flaky')
    await advance(server, '4s')
    expect(await statesOf(server)).toEqual({ held: 'delivered' })
  })

  it('a hold of a scenario in the header continues when the scenario of the sandbox is deactivated', async () => {
    await using server = await serveScenarios()
    await set(server, 'flaky')
    await send(server, 'held', 'messages-left-queued')
    await set(server, null)
    await advance(server, '1d')
    expect(await statesOf(server)).toEqual({ held: 'queued' })
  })

  it('when activated again, it holds new messages, and earlier ones advance', async () => {
    await using server = await serveScenarios()
    await set(server, 'messages-left-queued')
    await send(server, 'old')
    await set(server, null)
    await set(server, 'messages-left-queued')
    await send(server, 'new')
    await advance(server, '1d')
    expect(await statesOf(server)).toEqual({ old: 'delivered', new: 'queued' })
  })
})

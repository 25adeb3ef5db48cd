/**
 * Three replicas with one store, and 100 clients that use all of them: what holds for one server holds for them together.
 * RECORDS sets how many records each client creates, ROUNDS how often a scenario runs.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWithRedis } from '../support/describe-with-redis.ts'
import { type RedisServer, startRedisServer } from '../support/redis-server.ts'
import { atOnce, type ReplicaProcesses, startReplicaProcesses } from '../support/replica-processes.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'

const records = Number(process.env.RECORDS ?? 3)
const rounds = Number(process.env.ROUNDS ?? 50)
const clients = 100

const scenarios = {
  'second.yaml': 'description: x\nsteps: [{ when: { operation: listPets, call: 2 }, respond: { status: 401 } }]',
  'ten.yaml': "description: x\nsteps: [{ when: { operation: '*' }, limit: { requests: 10, per: 1h } }]",
}

const pet = (name: string) => ({ name, categoryId: 1 })
const list = '/v1/pets?limit=1'

describeWithRedis('three replicas', (program) => {
  let server: RedisServer
  let folder: TemporaryFolder
  let replicas: ReplicaProcesses
  beforeAll(async () => {
    folder = await createTemporaryFolder(scenarios)
    server = await startRedisServer({}, program)
    replicas = await startReplicaProcesses(3, ['--store', server.url, '--scenarios', folder.path])
  })
  afterAll(async () => {
    await replicas?.[Symbol.asyncDispose]()
    await server?.[Symbol.asyncDispose]()
    await folder?.remove()
  })

  it('give out ids without duplicates and gaps, and each record can be read from another one at once', async () => {
    let stale = 0
    const started = performance.now()
    const ids = await atOnce(clients, async (client) => {
      const own: number[] = []
      for (let count = 0; count < records; count++) {
        const name = `pet ${count} of client ${client}`
        const created = await replicas.at(client + count).call('/v1/pets', { body: pet(name), sandbox: 'ids' })
        expect(created.status, created.text).toBe(201)
        const { id } = created.json as { readonly id: number }
        own.push(id)
        const read = await replicas.at(client + count + 1).call(`/v1/pets/${id}`, { sandbox: 'ids' })
        if (read.status !== 200 || (read.json as { readonly name: string }).name !== name) stale++
      }
      return own
    })
    const sorted = ids.flat().sort((a, b) => a - b)
    const seconds = (performance.now() - started) / 1_000
    const distinct = new Set(sorted).size
    console.log(
      `${program}: ${clients} clients, ${sorted.length} records: ${sorted.length - distinct} duplicate ids, ` +
        `${(sorted.at(-1) ?? 0) - 30 - distinct} gaps, ${stale} stale reads, ${Math.round((2 * sorted.length) / seconds)} requests/s`,
    )
    expect(sorted).toEqual(Array.from({ length: clients * records }, (_, index) => 31 + index))
    expect(stale).toBe(0)
  }, 300_000)

  it(`run the step for call 2 exactly once in each of ${rounds} rounds`, async () => {
    const options = { sandbox: 'second' }
    await replicas.at(0).control('POST', '/sandboxes', { id: 'second' })
    let wrong = 0
    for (let round = 0; round < rounds; round++) {
      await replicas.at(round).control('PUT', '/sandboxes/second/scenario', { scenario: 'second' })
      const pair = await atOnce(2, (client) => replicas.at(round + client).call(list, options))
      const statuses = pair.map(({ status }) => status).sort((a, b) => a - b)
      if (statuses.join() !== '200,401') wrong++
    }
    console.log(`${program}: ${rounds} rounds of call 2 over three replicas, ${wrong} wrong`)
    expect(wrong).toBe(0)
  }, 300_000)

  it('let exactly 10 of 100 requests pass a limit of 10', async () => {
    await replicas.at(0).control('POST', '/sandboxes', { id: 'ten', scenario: 'ten' })
    const answers = await atOnce(clients, (client) => replicas.at(client).call(list, { sandbox: 'ten' }))
    const passed = answers.filter(({ status }) => status === 200).length
    const limited = answers.filter(({ status }) => status === 429).length
    console.log(`${program}: ${passed} of ${clients} requests passed a limit of 10`)
    expect({ passed, limited }).toEqual({ passed: 10, limited: 90 })
  })

  it('create a sandbox on its first use once, also if all of them receive requests to it at the same time', async () => {
    const answers = await atOnce(30, (client) =>
      replicas.at(client).call('/v1/pets', { body: pet(`pet ${client}`), sandbox: 'first use' }),
    )
    const ids = answers.map(({ json }) => (json as { readonly id: number }).id).sort((a, b) => a - b)
    expect(ids).toEqual(Array.from({ length: 30 }, (_, index) => 31 + index))
  })

  it('give an id to one sandbox only, if all of them receive requests to create it at the same time (each round)', async () => {
    for (let round = 0; round < rounds; round++) {
      const answers = await atOnce(9, (client) =>
        replicas.at(client).call('/_sandbox/sandboxes', { body: { id: `contested-${round}` } }),
      )
      expect(answers.map(({ status }) => status).sort(), JSON.stringify(answers)).toEqual([201, ...Array(8).fill(409)])
    }
  })
})

/**
 * Three replicas with one store: what the control API of one of them changes holds for the next request to any other.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeWithRedis } from '../support/describe-with-redis.ts'
import { type RedisServer, startRedisServer } from '../support/redis-server.ts'
import { type ReplicaProcess, type ReplicaProcesses, startReplicaProcesses } from '../support/replica-processes.ts'

const list = '/v1/pets?limit=100'

interface Pet {
  readonly id: number
  readonly name: string
}

describeWithRedis('what one replica changes', (program) => {
  let server: RedisServer
  let replicas: ReplicaProcesses
  beforeAll(async () => {
    server = await startRedisServer({}, program)
    replicas = await startReplicaProcesses(3, ['--store', server.url])
  })
  afterAll(async () => {
    await replicas?.[Symbol.asyncDispose]()
    await server?.[Symbol.asyncDispose]()
  })

  describe.each([0, 1, 2])('by the control API of replica %i', (first) => {
    const sandbox = `checkout-${first}`
    const path = `/sandboxes/${sandbox}`
    const here = (): ReplicaProcess => replicas.at(first)
    const others = (): readonly ReplicaProcess[] => [replicas.at(first + 1), replicas.at(first + 2)]

    const names = async (replica: ReplicaProcess, options: { sandbox?: string; key?: string } = { sandbox }) => {
      const answer = await replica.call(list, options)
      expect(answer.status, answer.text).toBe(200)
      return (answer.json as readonly Pet[]).map(({ name }) => name).slice(30)
    }
    const create = async (replica: ReplicaProcess, name: string): Promise<Pet> => {
      const answer = await replica.call('/v1/pets', { sandbox, body: { name, categoryId: 1 } })
      expect(answer.status, answer.text).toBe(201)
      return answer.json as Pet
    }
    /** Runs on this replica, and then looks at each of the others. */
    const onOthers = async (look: (replica: ReplicaProcess) => Promise<void>): Promise<void> => {
      for (const other of others()) await look(other)
    }

    it('holds for the others: create, records, clock and scenario', async () => {
      const created = await here().control('POST', '/sandboxes', { id: sandbox })
      const { key } = created.json as { readonly key: string }
      await onOthers(async (other) => expect(await names(other, { key })).toEqual([]))
      await here().control('POST', `${path}/records/pets`, { name: 'by control', categoryId: 1 })
      await onOthers(async (other) => expect(await names(other)).toEqual(['by control']))

      await here().control('PUT', `${path}/clock`, { now: '2030-01-01T00:00:00Z', frozen: true })
      await onOthers(async (other) => {
        const { json } = await other.control('GET', `${path}/clock`)
        expect(json).toMatchObject({ now: '2030-01-01T00:00:00.000Z', frozen: true })
      })
      await here().control('POST', `${path}/clock/advance`, { by: '1h' })
      await onOthers(async (other) => {
        const { json } = await other.control('GET', `${path}/clock`)
        expect(json).toMatchObject({ now: '2030-01-01T01:00:00.000Z' })
      })
      await here().control('DELETE', `${path}/clock`)
      await onOthers(async (other) =>
        expect((await other.control('GET', `${path}/clock`)).json).toMatchObject({ frozen: false }),
      )

      await here().control('PUT', `${path}/scenario`, { scenario: 'unauthorized' })
      await onOthers(async (other) => expect((await other.call(list, { sandbox })).status).toBe(401))
      await here().control('PUT', `${path}/scenario`, { scenario: null })
      await onOthers(async (other) => expect((await other.call(list, { sandbox })).status).toBe(200))
    })

    it('holds for the others: keys', async () => {
      const generated = await here().control('POST', `${path}/keys`, {})
      const { key } = generated.json as { readonly key: string }
      const status = async (replica: ReplicaProcess) => (await replica.call(list, { key })).status
      await onOthers(async (other) => expect(await status(other)).toBe(200))
      await here().control('PATCH', `${path}/keys/${key}`, { state: 'revoked' })
      await onOthers(async (other) => expect(await status(other)).toBe(401))
      await here().control('PATCH', `${path}/keys/${key}`, { state: 'active' })
      await onOthers(async (other) => expect(await status(other)).toBe(200))
      await here().control('DELETE', `${path}/keys/${key}`)
      await onOthers(async (other) => expect(await status(other)).toBe(401))
    })

    it('holds for the others: snapshot, restore, fork and reset', async () => {
      const [next, last] = others()
      if (!next || !last) throw new TypeError('there are three replicas')
      await here().control('POST', `${path}/snapshots`, { name: 'one' })
      await create(next, 'after the snapshot')
      expect(await names(last)).toEqual(['by control', 'after the snapshot'])
      await last.control('POST', `${path}/snapshots/one/restore`)
      expect(await names(here())).toEqual(['by control'])
      expect(await names(next)).toEqual(['by control'])

      await here().control('POST', '/sandboxes', { id: `${sandbox} fork`, from: sandbox })
      await here().control('POST', '/sandboxes', { id: `${sandbox} snapshot`, from: `${sandbox}/one` })
      const { id } = await create(next, 'in the parent')
      await onOthers(async (other) => {
        expect(await names(other, { sandbox: encodeURIComponent(`${sandbox} fork`) })).toEqual(['by control'])
        expect(await names(other, { sandbox: encodeURIComponent(`${sandbox} snapshot`) })).toEqual(['by control'])
        expect(await names(other)).toEqual(['by control', 'in the parent'])
      })

      const undo = `${sandbox}@${(await last.call(`/v1/pets/${id}`, { sandbox, method: 'DELETE' })).headers['sandbox-request-id']}-`
      await here().control('POST', '/sandboxes', { id: `${sandbox} earlier`, from: undo })
      expect(await names(next, { sandbox: encodeURIComponent(`${sandbox} earlier`) })).toContain('in the parent')

      await here().control('POST', `${path}/reset`)
      await onOthers(async (other) => expect(await names(other)).toEqual([]))
      expect((await create(next, 'after the reset')).id).toBe(31)
      expect(await names(last)).toEqual(['after the reset'])
    })

    it('holds for the others: journal, await and explain', async () => {
      const [next, last] = others()
      if (!next || !last) throw new TypeError('there are three replicas')

      await here().control('DELETE', `${path}/exchanges`)
      await onOthers(async (other) => expect((await other.control('GET', `${path}/exchanges`)).json).toEqual([]))

      const { headers } = await here().call(list, { sandbox })
      const request = headers['sandbox-request-id'] ?? ''
      await onOthers(async (other) => {
        expect((await other.control('GET', `${path}/exchanges`)).json).toMatchObject([{ id: request }])
        expect((await other.control('GET', `/exchanges/${request}`)).json).toMatchObject({ sandbox })
      })
    })

    it('holds for the others: delete', async () => {
      await onOthers(async (other) => {
        await other.control('GET', path)
      })
      await here().control('DELETE', path)
      await onOthers(async (other) => expect((await other.call(`/_sandbox${path}`)).status).toBe(404))
      // Its first use creates it again, with the fixtures.
      const [next, last] = others()
      if (!next || !last) throw new TypeError('there are three replicas')
      expect((await create(next, 'in the new one')).id).toBe(31)
      expect(await names(last)).toEqual(['in the new one'])
      expect(await names(here())).toEqual(['in the new one'])
    })
  })
})

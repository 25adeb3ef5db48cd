/**
 * Three servers with one store behind the balancer that deploy/haproxy.cfg describes: where requests go, and what clients
 * notice when a server is killed or stopped.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type CallOptions, call } from './support/client.ts'
import { findFreePorts } from './support/free-ports.ts'
import { localConfiguration } from './support/local-balancer.ts'
import { findRedisServers, type RedisServer, startRedisServer, withoutRedis } from './support/redis-server.ts'
import { expectSuccess, projectFolder } from './support/run-command.ts'
import { type RunningProcess, startProcess } from './support/start-process.ts'
import { createTemporaryFolder, type TemporaryFolder } from './support/temporary-folder.ts'

const configuration = readFileSync(join(projectFolder, 'deploy/haproxy.cfg'), 'utf8')
const hasBalancer = spawnSync('haproxy', ['-v']).status === 0
const missing = hasBalancer ? (findRedisServers().length === 0 ? withoutRedis : undefined) : 'haproxy is not installed'
const title = missing === undefined ? 'behind the balancer' : `behind the balancer (skipped: ${missing})`

describe.skipIf(!hasBalancer)(
  `the balancer's configuration${hasBalancer ? '' : ' (skipped: haproxy is not installed)'}`,
  () => {
    it('is valid as it is', () => expectSuccess('haproxy', ['-c', '-q', '-f', 'deploy/haproxy.cfg']))
  },
)

/** Instead of a status. */
const connectionBroken = 0

/** More tries than anything here needs. */
const maxTries = 10_000

describe.skipIf(missing !== undefined)(title, () => {
  const agent = new Agent({ keepAlive: true })
  const servers = new Map<string, RunningProcess>()
  let ports: readonly number[] = []
  let redis: RedisServer | undefined
  let folder: TemporaryFolder | undefined
  let balancer: RunningProcess | undefined

  const start = async (name: string): Promise<void> => {
    const port = ports[Number(name.at(-1))]
    const bin = join(projectFolder, 'dist/bin.js')
    const args = [bin, 'serve', '--store', redis?.url ?? '', '--port', String(port), '--log', 'silent']
    const server = startProcess(process.execPath, args)
    servers.set(name, server)
    await server.said(/listening on/)
  }

  const send = (path: string, options: CallOptions & { readonly sandbox?: string } = {}): Promise<Answer> => {
    const { sandbox, ...rest } = options
    const headers = { ...(sandbox === undefined ? {} : { 'sandbox-id': sandbox }), ...rest.headers }
    return call(`http://127.0.0.1:${ports[0]}${path}`, { agent, key: 'sandbox-key', ...rest, headers })
  }

  const serverOf = ({ headers, status }: Answer): string => {
    expect(status).toBeLessThan(300)
    return headers['x-served-by'] ?? ''
  }

  /** Repeats a request until one of these servers responds to it. */
  const waitFor = async (names: readonly string[], sandbox: string): Promise<void> => {
    for (let tries = 0; tries < maxTries; tries++) {
      const { status, headers } = await send('/v1/pets/1', { sandbox })
      if (status === 200 && names.includes(headers['x-served-by'] ?? '')) return
    }
    expect.fail(`none of ${names} responds to the requests of ${sandbox}`)
  }

  /** A sandbox for each server, by the name of the server. */
  const findSandboxes = async (prefix: string): Promise<ReadonlyMap<string, string>> => {
    const found = new Map<string, string>()
    for (let number = 0; number < 100 && found.size < 3; number++) {
      const sandbox = `${prefix}-${number}`
      found.set(serverOf(await send('/v1/pets/1', { sandbox })), sandbox)
    }
    expect([...found.keys()].sort()).toEqual(['standin-1', 'standin-2', 'standin-3'])
    return found
  }

  interface Created {
    readonly sandbox: string
    readonly id: number
    readonly name: string
  }

  /** Clients that create records until `isEnough`; returns what was acknowledged and the statuses of the rest. */
  const createUntil = async (sandboxes: Iterable<string>, isEnough: (created: readonly Created[]) => boolean) => {
    const created: Created[] = []
    const failed: number[] = []
    const names = [...sandboxes]
    const client = async (number: number): Promise<void> => {
      const sandbox = names[number % names.length] ?? ''
      for (let count = 0; count < maxTries && !isEnough(created); count++) {
        const name = `${number} ${count}`
        const answer = await send('/v1/pets', { sandbox, body: { name, categoryId: 1 } }).catch(() => undefined)
        if (answer?.status === 201) created.push({ sandbox, id: (answer.json as { id: number }).id, name })
        else failed.push(answer?.status ?? connectionBroken)
      }
    }
    await Promise.all(Array.from({ length: 12 }, (_, number) => client(number)))
    return { created, failed }
  }

  const countIn = (created: readonly Created[], sandbox: string | undefined): number =>
    created.filter((one) => one.sandbox === sandbox).length

  const readRecords = async (sandbox: string): Promise<ReadonlyMap<number, string>> => {
    const records = new Map<number, string>()
    let after = 0
    for (let size = 1; size > 0; ) {
      const { json } = await send(`/_sandbox/sandboxes/${sandbox}/records/pets?limit=1000&after=${after}`)
      const page = json as readonly { readonly id: number; readonly name: string }[]
      for (const { id, name } of page) records.set(id, name)
      size = page.length
      after = page.at(-1)?.id ?? 0
    }
    return records
  }

  const expectStored = async (created: readonly Created[]): Promise<void> => {
    for (const sandbox of new Set(created.map((one) => one.sandbox))) {
      const own = created.filter((one) => one.sandbox === sandbox)
      expect(new Set(own.map(({ id }) => id)).size, `ids given twice in ${sandbox}`).toBe(own.length)
      const stored = await readRecords(sandbox)
      expect(
        own.filter(({ id, name }) => stored.get(id) !== name),
        `lost in ${sandbox}`,
      ).toEqual([])
    }
  }

  beforeAll(async () => {
    redis = await startRedisServer()
    ports = await findFreePorts(4)
    folder = await createTemporaryFolder({ 'haproxy.cfg': localConfiguration(configuration, ports) })
    await Promise.all(['standin-1', 'standin-2', 'standin-3'].map(start))
    balancer = startProcess('haproxy', ['-db', '-f', join(folder.path, 'haproxy.cfg')])
    // A busy server may miss a check of the balancer, which then uses it only after the next ones.
    const seen = new Set<string | undefined>()
    for (let tries = 0; tries < maxTries; tries++) {
      const answer = await send('/_sandbox/ready').catch(() => undefined)
      if (answer?.status === 200) seen.add(answer.headers['x-served-by'])
      if (seen.size === 3) return
    }
    expect.fail(`the balancer uses only ${[...seen]}`)
  })

  afterAll(async () => {
    agent.destroy()
    for (const one of [balancer, ...servers.values()]) await one?.stop('SIGKILL')
    await redis?.[Symbol.asyncDispose]()
    await folder?.remove()
  })

  it('all requests of a sandbox reach one server, however they name it, and sandboxes are spread over all servers', async () => {
    const used = new Set<string>()
    for (const sandbox of ['default', 'caf%C3%A9', 'team_a', 'one', 'two', 'three', 'four', 'five', 'six', 'seven']) {
      const server = serverOf(await send('/v1/pets', { sandbox }))
      used.add(server)
      const control = `/_sandbox/sandboxes/${sandbox}`
      const key = (await send(`${control}/keys`, { body: {} })).json as { readonly key: string }
      const answers = [
        await send(`/~${sandbox}/v1/pets`),
        await send('/v1/pets', { sandbox, body: { name: 'Rex', categoryId: 1 } }),
        await send('/v1/pets', { key: key.key }),
        await send(`/v1/pets?__sandbox=${sandbox}`),
        await send(control),
        await send(`${control}/exchanges`),
        await send(`${control}/clock`),
        ...(sandbox === 'default' ? [await send('/v1/pets')] : []),
      ]
      expect(answers.map(serverOf)).toEqual(answers.map(() => server))
    }
    expect([...used].sort()).toEqual(['standin-1', 'standin-2', 'standin-3'])
  })

  it('requests that are about no sandbox are spread over all servers', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => send('/_sandbox/sandboxes')))
    expect(new Set(answers.map(serverOf)).size).toBe(3)
  })

  it('when a server is killed, the others take over without losing anything, and it is used again when it is back', async () => {
    const sandboxes = await findSandboxes('killed')
    const victim = 'standin-2'
    const own = sandboxes.get(victim) ?? ''
    let atKill: number | undefined
    const { created, failed } = await createUntil(sandboxes.values(), (all) => {
      if (atKill === undefined && countIn(all, own) >= 50) {
        atKill = countIn(all, own)
        void servers.get(victim)?.stop('SIGKILL')
      }
      return atKill !== undefined && countIn(all, own) >= atKill + 50
    })
    // Each of its clients may have had one request under way.
    expect(failed.length).toBeLessThanOrEqual(12)
    expect(failed.filter((status) => status !== 502 && status !== connectionBroken)).toEqual([])
    await expectStored(created)
    await start(victim)
    await waitFor([victim], own)
    await expectStored(created)
  })

  it('a server that is stopped finishes what is under way, and no client notices', async () => {
    const sandboxes = await findSandboxes('stopped')
    const victim = 'standin-3'
    const own = sandboxes.get(victim) ?? ''
    let ended: Promise<{ readonly code: number | null }> | undefined
    let hasEnded = false
    // The scenario delays the response by a second or two.
    const underWay = send('/v1/pets', { sandbox: own, headers: { 'sandbox-scenario': 'slow' } })
    const { created, failed } = await createUntil(sandboxes.values(), (all) => {
      if (!ended && countIn(all, own) >= 50) {
        ended = servers.get(victim)?.stop('SIGTERM')
        void ended?.then(() => {
          hasEnded = true
        })
      }
      return hasEnded
    })
    expect(failed).toEqual([])
    expect((await ended)?.code).toBe(0)
    expect(serverOf(await underWay)).toBe(victim)
    expect(serverOf(await send('/v1/pets', { sandbox: own }))).not.toBe(victim)
    await expectStored(created)
    await start(victim)
    await waitFor([victim], own)
  })
})

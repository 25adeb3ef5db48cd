/**
 * The compose files and the balancer's configuration, without Docker: what they name exists, and what they would start works.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { optionEntries, variableOf } from '../src/options/option-table.ts'
import { call } from './support/client.ts'
import { findFreePorts } from './support/free-ports.ts'
import { localConfiguration } from './support/local-balancer.ts'
import { expectSuccess, projectFolder } from './support/run-command.ts'
import { startProcess } from './support/start-process.ts'
import { createTemporaryFolder } from './support/temporary-folder.ts'

interface Service {
  readonly image?: string
  readonly build?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>
  readonly command?: string
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly read_only?: boolean
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
}

const read = (file: string): string => readFileSync(join(projectFolder, file), 'utf8')

const readCompose = (file: string): ComposeFile => parse(read(file), { merge: true })

const alone = readCompose('compose.yaml')
const replicas = readCompose('compose.replicas.yaml')
const { services } = replicas
const balancer = read('deploy/haproxy.cfg')
const dockerfile = read('Dockerfile')

const namesOf = ({ depends_on = [] }: Service): readonly string[] =>
  Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)

const built = Object.entries(services).filter(([, { build }]) => build !== undefined)

for (const [file, { services: all, volumes }] of Object.entries({
  'compose.yaml': alone,
  'compose.replicas.yaml': replicas,
}))
  describe.each(Object.entries(all))(`the service %s of ${file}`, (_name, service) => {
    it('has either an image or a folder to build', () => {
      expect([service.image, service.build].filter(Boolean)).toHaveLength(1)
      if (service.build !== undefined) expect(existsSync(join(projectFolder, service.build, 'Dockerfile'))).toBe(true)
    })

    it('uses files and volumes that exist', () => {
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':')
        if (source.startsWith('.')) expect(existsSync(join(projectFolder, source)), source).toBe(true)
        else expect(Object.keys(volumes)).toContain(source)
      }
    })

    it('waits for services that exist; a health check is there where one is waited for', () => {
      for (const name of namesOf(service)) expect(Object.keys(all)).toContain(name)
      if (!Array.isArray(service.depends_on))
        for (const name of namesOf(service)) expect(all[name]?.healthcheck).toBeDefined()
    })

    it('if it is Standin, has options as variables, and a read-only root', () => {
      if (service.build === undefined) return
      const known = new Set(optionEntries.map(([name]) => variableOf(name)))
      for (const name of Object.keys(service.environment ?? {})) expect(known).toContain(name)
      expect(service.read_only).toBe(true)
    })
  })

it('the servers of compose.replicas.yaml are configured in the same way', () => {
  expect(built).toHaveLength(3)
  for (const [, { environment }] of built) expect(environment).toEqual(built[0]?.[1].environment)
})

it('the server of compose.yaml has each mount that the Dockerfile lists, and only /data can be written to', () => {
  const listed = [...dockerfile.matchAll(/^# {3}-v \S+?:(\/\w+)(:ro)? /gm)].map(
    ([, path, mode]) => `${path}${mode ?? ''}`,
  )
  const mounted = alone.services.standin?.volumes?.map((volume) => volume.replace(/^[^:]+:/, ''))
  expect(listed).toHaveLength(4)
  expect(mounted).toEqual(listed)
  expect(alone.services.standin?.environment?.STANDIN_DATA).toBe('/data')
})

it('the store of the servers is the Redis of compose.replicas.yaml, which keeps what it stores and evicts nothing', () => {
  const store = new URL(built[0]?.[1].environment?.STANDIN_STORE ?? '')
  const redis = services[store.hostname]
  expect(redis?.command).toMatch(/--appendonly yes/)
  expect(redis?.command).toMatch(/--maxmemory-policy noeviction/)
  expect(redis?.volumes?.[0]).toMatch(/:\/data$/)
})

it('the balancer has the servers of compose.replicas.yaml, at the port of the Dockerfile, and listens where that says', () => {
  const servers = [...balancer.matchAll(/^ *server (\S+) (\S+):(\d+)/gm)].map(([, ...parts]) => parts)
  const [, port = ''] = /^EXPOSE (\d+)/m.exec(dockerfile) ?? []
  expect(servers).toEqual(built.map(([name]) => [name, name, port]))
  const [, bound] = /^ *bind :(\d+)/m.exec(balancer) ?? []
  expect(services.balancer?.ports?.map((one) => one.split(':')[1])).toEqual([bound])
})

/** `${NAME:?message}` and `${NAME:-default}`, as Compose replaces them. */
const interpolate = (value: string, variables: Readonly<Record<string, string>>): string =>
  value.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_, name: string, kind: string, rest: string) => {
    const given = variables[name]
    if (given === undefined && kind === '?') throw new TypeError(`${name} is not set: ${rest}`)
    return given ?? rest
  })

const programs = ['redis-server', 'redis-cli', 'haproxy'].filter((name) => spawnSync(name, ['--version']).error)
const missing = programs.length === 0 ? '' : ` (skipped: ${programs.join(', ')} not installed)`

describe.skipIf(programs.length > 0)(`what compose.replicas.yaml starts${missing}`, () => {
  const token = 'open-sesame'

  it('serves the same sandboxes with three servers behind the balancer, and the control API with the token', async () => {
    await using folder = await createTemporaryFolder()
    const [redisPort = 0, ...ports] = await findFreePorts(5)
    await writeFile(join(folder.path, 'haproxy.cfg'), localConfiguration(balancer, ports))

    const [program = '', ...args] = services.redis?.command?.split(' ') ?? []
    const local = ['--port', String(redisPort), '--bind', '127.0.0.1', '--dir', folder.path]
    await using redis = startProcess(program, [...args, ...local])
    await redis.said(/eady to accept connections/)
    const [, cli = '', ...ping] = services.redis?.healthcheck?.test ?? []
    expect(await expectSuccess(cli, ['-p', String(redisPort), ...ping])).toBe('PONG\n')

    const servers = built.map(([, { environment = {} }], index) => {
      const given = Object.entries(environment).map(([name, value]) => [
        name,
        interpolate(value, { STANDIN_ADMIN_TOKEN: token }),
      ])
      const { STANDIN_STORE: store = '', ...rest }: Record<string, string> = Object.fromEntries(given)
      return startProcess(process.execPath, [join(projectFolder, 'dist/bin.js')], {
        folder: folder.path,
        environment: {
          ...rest,
          STANDIN_STORE: store.replace('redis:6379', `127.0.0.1:${redisPort}`),
          STANDIN_HOST: '127.0.0.1',
          STANDIN_PORT: String(ports[index + 1]),
        },
      })
    })
    await using _ended = {
      [Symbol.asyncDispose]: async () => {
        await Promise.all(servers.map((server) => server.stop('SIGKILL')))
      },
    }
    await Promise.all(servers.map((server) => server.said(/listening on/)))
    await using _balancer = startProcess('haproxy', ['-db', '-f', join(folder.path, 'haproxy.cfg')])
    const origin = `http://127.0.0.1:${ports[0]}`
    const ask = (path: string) => call(origin + path, { key: token }).catch(() => undefined)
    const seen = new Set<string | undefined>()
    await expect
      .poll(async () => {
        const answer = await ask('/_sandbox/ready')
        if (answer?.status === 200) seen.add(answer.headers['x-served-by'])
        seen.delete(undefined)
        return [...seen].sort()
      })
      .toEqual(['standin-1', 'standin-2', 'standin-3'])

    const created = await call(`${origin}/v1/pets`, { key: 'sandbox-key', body: { name: 'Rex', categoryId: 1 } })
    expect(created).toMatchObject({ status: 201, json: { id: 31 } })
    for (const port of ports.slice(1)) {
      const read = await call(`http://127.0.0.1:${port}/v1/pets/31`, { key: 'sandbox-key' })
      expect(read).toMatchObject({ status: 200, json: { name: 'Rex' } })
    }
    expect((await ask('/_sandbox/sandboxes'))?.status).toBe(200)
    expect((await call(`${origin}/_sandbox/sandboxes`)).status).toBe(401)
    const ends = await Promise.all(servers.map((server) => server.stop('SIGTERM')))
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0])
  })
})

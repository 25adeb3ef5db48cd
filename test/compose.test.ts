/**
 * compose.yaml and the balancer's configuration, without Docker: what they name exists.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { optionEntries, variableOf } from '../src/options/option-table.ts'
import { projectFolder } from './support/run-command.ts'

interface Service {
  readonly image?: string
  readonly build?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>
  readonly command?: string
  readonly healthcheck?: { readonly test: readonly string[] }
}

const read = (file: string): string => readFileSync(join(projectFolder, file), 'utf8')

const {
  services,
  volumes,
}: Record<'services' | 'volumes', Record<string, Service>> = parse(read('compose.yaml'), {
  merge: true,
})
const balancer = read('deploy/haproxy.cfg')
const dockerfile = read('Dockerfile')

const namesOf = ({ depends_on = [] }: Service): readonly string[] =>
  Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)

const built = Object.entries(services).filter(([, { build }]) => build !== undefined)

describe.each(Object.entries(services))('the service %s of compose.yaml', (_name, service) => {
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
    for (const name of namesOf(service)) expect(Object.keys(services)).toContain(name)
    if (!Array.isArray(service.depends_on))
      for (const name of namesOf(service)) expect(services[name]?.healthcheck).toBeDefined()
  })
})

it('the servers of compose.yaml are configured by variables that are options, and all in the same way', () => {
  const known = new Set(optionEntries.map(([name]) => variableOf(name)))
  expect(built).toHaveLength(3)
  for (const [, { environment = {} }] of built) {
    for (const name of Object.keys(environment)) expect(known).toContain(name)
    expect(environment).toEqual(built[0]?.[1].environment)
  }
})

it('the store of the servers is the Redis of compose.yaml, which keeps what it stores and evicts nothing', () => {
  const store = new URL(built[0]?.[1].environment?.STANDIN_STORE ?? '')
  const redis = services[store.hostname]
  expect(redis?.command).toMatch(/--appendonly yes/)
  expect(redis?.command).toMatch(/--maxmemory-policy noeviction/)
  expect(redis?.volumes?.[0]).toMatch(/:\/data$/)
})

it('the balancer has the servers of compose.yaml, at the port of the Dockerfile, and listens where compose.yaml says', () => {
  const servers = [...balancer.matchAll(/^ *server (\S+) (\S+):(\d+)/gm)].map(([, ...parts]) => parts)
  const [, port = ''] = /^EXPOSE (\d+)/m.exec(dockerfile) ?? []
  expect(servers).toEqual(built.map(([name]) => [name, name, port]))
  const [, bound] = /^ *bind :(\d+)/m.exec(balancer) ?? []
  expect(services.balancer?.ports?.map((one) => one.split(':')[1])).toEqual([bound])
})

/**
 * Wires everything: documents, fixtures, sandbox, handler, application, server. State is made here and passed on; two of
 * these in one process share nothing.
 */
import { randomBytes } from 'node:crypto'
import type Koa from 'koa'
import { type Finding, type Refusal, UsageError } from './errors.ts'
import { createHandle } from './handle.ts'
import { createApp } from './http/app.ts'
import { defaultMaxBody } from './http/read-body.ts'
import { listen } from './http/server.ts'
import { defaultFixtures, locateDocuments, locateFixtures } from './locate-files.ts'
import type { Clock, RequestLog } from './ports.ts'
import type { Key, KeyRing } from './sandboxes/keys.ts'
import { type FixtureSet, hasFixturesFor, loadFixtures } from './sandboxes/load-fixtures.ts'
import { createSandbox, type Sandbox } from './sandboxes/sandbox.ts'
import { loadService, type Service } from './service.ts'
import { createEmbeddedStore } from './store/embedded-store.ts'
import { readVersion } from './version.ts'

export interface StandinOptions {
  /** Files or folders of OpenAPI documents. Default: ./spec, else the Animal Store that ships. */
  readonly documents?: readonly string[]
  /** Default 0: any free port. */
  readonly port?: number
  /** Default 127.0.0.1. */
  readonly host?: string
  /** Name or folder of the fixture set. Default: `default`. */
  readonly fixtures?: string
  /** API keys that are good besides those of the fixtures. */
  readonly keys?: readonly string[]
  /** Take any well-formed credential. */
  readonly anyKey?: boolean
  /** Seed of all that is made up. Default 1. */
  readonly seed?: number
  /** Largest request body in bytes. Default 1 MiB. */
  readonly maxBody?: number
  /** The time as the sandbox sees it, in epoch milliseconds. Default: real time. */
  readonly now?: Clock
  /** Called after each reply. Default: nothing is logged. */
  readonly log?: RequestLog
  /** The folder that ./spec and ./fixtures are looked for in. Default: the current one. */
  readonly folder?: string
}

/** What a started Standin can tell of itself. */
export interface Description {
  readonly documents: readonly {
    readonly file: string
    readonly title: string
    readonly url: string
    readonly operations: number
  }[]
  readonly resources: readonly { readonly name: string; readonly document: string; readonly count: number }[]
  /** Folder of the fixture set; undefined where none was loaded. */
  readonly fixtures: string | undefined
  /** Good keys; undefined where any well-formed one is good. */
  readonly keys: readonly string[] | undefined
  /** A request to copy: a curl command. Undefined where no operation offers itself. */
  readonly sample: string | undefined
  /** Remarks that a person should read. */
  readonly notes: readonly string[]
  readonly warnings: readonly Finding[]
}

export interface Standin extends AsyncDisposable {
  /** The origin, `http://127.0.0.1:4010`, without a slash at its end. */
  readonly url: string
  readonly port: number
  readonly describe: () => Promise<Description>
  /** The sandbox that requests reach. */
  readonly sandbox: Sandbox
  readonly close: () => Promise<void>
}

/** Loads, listens and resolves when the first request can be answered. Rejects with LoadError, UsageError or ListenError. */
export const createStandin = async (options: StandinOptions = {}): Promise<Standin> => {
  const clock = options.now ?? Date.now
  const folder = options.folder ?? '.'
  const located = await locateDocuments(options.documents ?? [], folder)
  const service = await loadService(located.files)
  const { set, notes } = await loadFixtureSet(service, options, folder, located.shipped, clock)
  const seeds = Object.fromEntries(service.resources.map(({ key }) => [key, set?.records.get(key) ?? []]))
  const base = await createEmbeddedStore(
    service.resources.map(({ key, filterable }) => ({ name: key, filterable })),
    seeds,
  )
  const sandbox = createSandbox({ base, keys: makeKeyRing(set?.keys, options), clock, seed: options.seed ?? 1 })

  const refuse = (refusal: Refusal, requestId: string) => {
    const [first] = service.documents
    const reply = (first ?? service.ownerOf('/')).errors.render({
      refusal,
      operation: undefined,
      request: { id: requestId, path: '' },
      now: clock(),
    })
    reply.headers.push('Sandbox-Request-Id', requestId, 'Sandbox-Trace', `refused=${refusal.code}`)
    return reply
  }
  const nextId = createIds()
  let origin = ''
  const describeDocuments = () =>
    service.documents.map(({ document }) => ({ title: document.title, url: origin + document.basePath }))
  const app = createApp({
    handle: createHandle({ service, sandbox }),
    refuse,
    control: lazily(async () =>
      (await import('./control/control.ts')).createControl({ version: readVersion(), documents: describeDocuments() }),
    ),
    nextId,
    maxBody: options.maxBody ?? defaultMaxBody,
    log: options.log,
  })
  const listening = await listen({
    listener: app.callback(),
    renderError: (refusal) => refuse(refusal, nextId()),
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
  })
  origin = `http://${formatHost(listening.host)}:${listening.port}`
  return {
    url: origin,
    port: listening.port,
    sandbox,
    describe: () => describe({ service, sandbox, set, notes, origin }),
    close: listening.close,
    [Symbol.asyncDispose]: listening.close,
  }
}

interface LoadedFixtures {
  readonly set: FixtureSet | undefined
  readonly notes: readonly string[]
}

/** The set that was asked for, else the first default one that fits the documents. */
const loadFixtureSet = async (
  service: Service,
  options: StandinOptions,
  folder: string,
  shipped: boolean,
  clock: Clock,
): Promise<LoadedFixtures> => {
  const target = {
    resources: service.resources,
    compilerOf: (resource: Service['resources'][number]) => service.of(resource.document).compiler,
    now: clock(),
  }
  if (options.fixtures !== undefined)
    return { set: await loadFixtures(await locateFixtures(options.fixtures, folder), target), notes: [] }
  const notes: string[] = []
  for (const candidate of await defaultFixtures(folder, shipped)) {
    if (await hasFixturesFor(candidate, service.resources)) return { set: await loadFixtures(candidate, target), notes }
    notes.push(`${candidate} is left alone: it has no file for a resource of these documents`)
  }
  return { set: undefined, notes }
}

const makeKeyRing = (
  fixtureKeys: readonly Key[] | undefined,
  { keys = [], anyKey = false }: StandinOptions,
): KeyRing => {
  const added = keys.map((key): Key => ({ key, state: 'active' }))
  for (const { key } of added)
    if (/\s/.test(key)) throw new UsageError(`--key must hold no white space, got ${JSON.stringify(key)}`)
  const any = anyKey || (fixtureKeys === undefined && added.length === 0)
  return { any, keys: new Map([...(fixtureKeys ?? []), ...added].map((key) => [key.key, key])) }
}

/** Ids that no other process uses and that sort by time within this one. */
const createIds = (): (() => string) => {
  const prefix = `req-${randomBytes(4).toString('hex')}-`
  let count = 0
  return () => prefix + (++count).toString(36)
}

/** The control API and its router are loaded when they are first asked for: most test runs never do. */
const lazily = (create: () => Promise<Koa.Middleware>): Koa.Middleware => {
  let middleware: Promise<Koa.Middleware> | undefined
  return async (ctx, next) => {
    middleware ??= create()
    return (await middleware)(ctx, next)
  }
}

/** Brackets for IPv6 (RFC 3986, section 3.2.2); an address that means "all" is reached at the loopback one. */
const formatHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

interface DescribeParts {
  readonly service: Service
  readonly sandbox: Sandbox
  readonly set: FixtureSet | undefined
  readonly notes: readonly string[]
  readonly origin: string
}

const describe = async ({ service, sandbox, set, notes, origin }: DescribeParts): Promise<Description> => ({
  documents: service.documents.map(({ document, entries }) => ({
    file: document.source.file,
    title: document.title,
    url: origin + document.basePath,
    operations: entries.reduce((count, { operations }) => count + operations.size, 0),
  })),
  resources: await Promise.all(
    service.resources.map(async ({ key, name, document }) => ({
      name,
      document: document.name,
      count: await sandbox.store.count(key),
    })),
  ),
  fixtures: set?.folder,
  keys: sandbox.keys.any
    ? undefined
    : [...sandbox.keys.keys.values()].filter(({ state }) => state === 'active').map(({ key }) => key),
  sample: sampleRequest(service, sandbox, origin),
  notes,
  warnings: service.warnings,
})

/** The first list of a resource as a curl command, or the first GET that needs nothing in its path. */
const sampleRequest = (service: Service, { keys }: Sandbox, origin: string): string | undefined => {
  const lists = [...service.behaviours].filter(([, { kind }]) => kind === 'list').map(([operation]) => operation)
  const gets = service.documents.flatMap(({ entries }) =>
    entries.flatMap(({ operations }) => operations.get('GET') ?? []),
  )
  const operation = lists[0] ?? gets.find(({ path }) => !path.includes('{'))
  if (!operation) return undefined
  const key = keys.any ? 'any-key' : [...keys.keys.values()].find(({ state }) => state === 'active')?.key
  const header =
    operation.security.challenge?.startsWith('Bearer') && key !== undefined ? `-H 'Authorization: Bearer ${key}' ` : ''
  return `curl ${header}${origin}${operation.document.basePath}${operation.path}`
}

/**
 * What a started Standin tells of itself: to the banner, to the log, to a program.
 */
import type { Finding } from './errors.ts'
import type { Sandbox } from './sandboxes/sandbox.ts'
import type { Service } from './service.ts'
import type { Setup } from './setup.ts'

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
  readonly scenarios: readonly { readonly name: string; readonly description: string }[]
  /** Names of the scenarios that are on for all. */
  readonly activeScenarios: readonly string[]
  /** The token that the control API asks for; undefined where it asks for none. */
  readonly adminToken: string | undefined
  /** A request to copy: a curl command. Undefined where no operation offers itself. */
  readonly sample: string | undefined
  /** Remarks that a person should read. */
  readonly notes: readonly string[]
  readonly warnings: readonly Finding[]
}

export interface DescribeParts {
  readonly setup: Setup
  readonly sandbox: Sandbox
  readonly origin: string
  readonly adminToken: string | undefined
}

export const describeStandin = async ({ setup, sandbox, origin, adminToken }: DescribeParts): Promise<Description> => {
  const { service } = setup
  return {
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
    fixtures: setup.fixtures,
    keys: sandbox.keys.any
      ? undefined
      : [...sandbox.keys.keys.values()].filter(({ state }) => state === 'active').map(({ key }) => key),
    scenarios: [...setup.scenarios.values()].map(({ name, description }) => ({ name, description })),
    activeScenarios: sandbox.scenarios,
    adminToken,
    sample: sampleRequest(service, sandbox, origin),
    notes: setup.notes,
    warnings: setup.warnings,
  }
}

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

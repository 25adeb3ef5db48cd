/**
 * The description of a running server: for the banner, the JSON log and programs.
 */
import type { Finding } from '../errors.ts'
import { isActive } from '../sandboxes/keys.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import type { TlsDescription } from '../tls/read-tls.ts'
import { operationsOf } from './service.ts'
import type { Setup } from './setup.ts'

/** The description of a running server. */
export interface Description {
  readonly documents: readonly {
    /** The file name without its extension. */
    readonly name: string
    readonly file: string
    readonly title: string
    readonly url: string
    readonly operations: number
  }[]
  readonly resources: readonly {
    readonly name: string
    readonly document: string
    /** Number of records; undefined if they are generated when the resource is first used. */
    readonly count: number | undefined
  }[]
  /** Number of records that are generated for each resource without fixtures. */
  readonly generated: number
  /** Whether it is `standin mock`, which has no records. */
  readonly stateless?: boolean
  /** Where requests are forwarded to; absent: the sandboxes answer them. */
  readonly forwarding?: Forwarding | undefined
  /** Folder of the fixture set; undefined if none was loaded. */
  readonly fixtures: string | undefined
  /** The folder in which sandboxes are stored, and how many it had at the start; undefined: they are in memory only. */
  readonly stored:
    | {
        /** A folder, or the address of a store without its password. */
        readonly place: string
        readonly sandboxes: number
        /** Whether other processes use it, too. */
        readonly isShared: boolean
      }
    | undefined
  /** Active keys, those with all scopes first; undefined if any syntactically valid key is accepted. */
  readonly keys: readonly string[] | undefined
  /** Whether any operation needs or accepts a key. */
  readonly usesKeys: boolean
  readonly scenarios: readonly { readonly name: string; readonly description: string }[]
  /** Scenarios that are on in every sandbox. */
  readonly activeScenarios: readonly string[]
  /** The address of the console. */
  readonly console: string
  /** The token that the control API requires; undefined if it requires none. */
  readonly adminToken: string | undefined
  /** A curl command that succeeds; undefined if no operation is suitable. */
  readonly sample: string | undefined
  /** Undefined: the server does not use TLS. */
  readonly tls?: TlsDescription
  /** The issuer of tokens, if a document uses oauth2 or openIdConnect. */
  readonly issuer?: string
  /** Messages for the user. */
  readonly notes: readonly string[]
  readonly warnings: readonly Finding[]
}

/** How requests are forwarded to a real service. */
export interface Forwarding {
  /** The address of each document. */
  readonly upstreams: readonly { readonly document: string; readonly url: string }[]
  /** Whether the certificate of the service is not checked. */
  readonly insecure: boolean
  /** Whether what breaks the contract becomes an error. */
  readonly errors: boolean
  /** Operations that the sandbox answers. */
  readonly mock: readonly string[]
}

export interface DescriptionSources {
  readonly setup: Setup
  readonly sandbox: Sandbox
  readonly origin: string
  readonly stored: Description['stored']
  readonly adminToken: string | undefined
  readonly sample: string | undefined
  readonly stateless: boolean
  readonly tls: TlsDescription | undefined
  readonly issuer: string | undefined
  readonly forwarding: Forwarding | undefined
}

/** The records of at most this number of resources are generated for a description. More would delay the start. */
const maxCounted = 6

export const describeStandin = async ({
  setup,
  sandbox,
  origin,
  stored,
  adminToken,
  sample,
  stateless,
  tls,
  issuer,
  forwarding,
}: DescriptionSources): Promise<Description> => {
  const { service } = setup
  const isCounted = service.resources.length <= maxCounted
  return {
    documents: service.documents.map(({ document, entries }) => ({
      name: document.name,
      file: document.source.file,
      title: document.title,
      url: origin + document.basePath,
      operations: entries.reduce((count, { operations }) => count + operations.size, 0),
    })),
    resources: await Promise.all(
      service.resources.map(async ({ key, name, document }) => ({
        name,
        document: document.name,
        count: isCounted || !sandbox.state.store.isGenerated(key) ? await sandbox.store.count(key) : undefined,
      })),
    ),
    generated: setup.generated,
    ...(stateless ? { stateless } : {}),
    ...(tls ? { tls } : {}),
    ...(issuer === undefined ? {} : { issuer }),
    ...(forwarding ? { forwarding } : {}),
    fixtures: setup.fixtures,
    stored,
    keys: sandbox.keys.acceptsAny
      ? undefined
      : sandbox.keys
          .list()
          .filter((key) => isActive(key, sandbox.now()))
          .sort((a, b) => Number(a.scopes !== undefined) - Number(b.scopes !== undefined))
          .map(({ key }) => key),
    usesKeys: operationsOf(service).some(({ security }) => security.alternatives.length > 0),
    scenarios: [...setup.scenarios.values()].map(({ name, description }) => ({ name, description })),
    activeScenarios: sandbox.scenarios,
    console: `${origin}/_sandbox/`,
    adminToken,
    sample,
    notes: setup.notes,
    warnings: setup.warnings,
  }
}

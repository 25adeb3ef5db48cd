/**
 * What the routes of the control API have in common: their type, their dependencies, and how they read a request.
 */

import type { Readable } from 'node:stream'
import type { Operation } from '../../contract/operation/operation.ts'
import type { Input } from '../../contract/operation/validate-request.ts'
import type { WhenGone } from '../../http/when-gone.ts'
import type { Service } from '../../loading/service.ts'
import type { Json, JsonObject, Send } from '../../ports.ts'
import type { Readiness } from '../../readiness.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import type { Webhooks } from '../../webhooks/delivery/webhooks.ts'
import type { ScenarioDeps } from '../actions/edit-scenarios.ts'
import { findSandbox } from '../actions/find-sandbox.ts'
import type { ContractRule } from '../actions/given-record.ts'
import type { RecordFinder } from '../actions/record-finder.ts'
import { requireRoomForSnapshot } from '../actions/require-room.ts'

/** Dependencies of the routes. */
export interface ControlDeps extends ScenarioDeps {
  readonly version: string
  /** The server's origin. */
  readonly origin: () => string
  readonly service: () => Service
  readonly sandboxes: Sandboxes
  readonly webhooks: Webhooks
  readonly readiness: Readiness
  /** Sends requests to this server. */
  readonly send: Send
  /** Whether a real service answers the operation, and not the sandbox. */
  readonly isForwarded: (operation: Operation) => boolean
  readonly finder: RecordFinder
  /** The control API's own OpenAPI document, as JSON. */
  readonly description: Json
}

export type ControlResponse =
  | {
      readonly kind: 'json'
      readonly status: number
      readonly body: Json
      readonly headers?: Readonly<Record<string, string>>
    }
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly type: string; readonly body: string | Readable }

/** What takes minutes ends when its client is gone. */
export type Route = (input: Input, deps: ControlDeps, whenGone: WhenGone) => ControlResponse | Promise<ControlResponse>

export const json = (body: Json, status = 200): ControlResponse => ({ kind: 'json', status, body })
export const empty: ControlResponse = { kind: 'empty' }

export const pathOf = ({ parameters }: Input, name: string): string => String(parameters.path.get(name) ?? '')

export const sandboxOf = (input: Input, { sandboxes }: ControlDeps): Sandbox =>
  findSandbox(sandboxes, pathOf(input, 'id'))

/**
 * The one place where values of a request get their type. Each has been validated against its schema in openapi.yaml, so
 * the types of the actions and that document must agree.
 */
const asValidated = <Type>(value: unknown): Type => value as Type

/** The body, as its schema in openapi.yaml describes it; an omitted body is an empty object. */
export const bodyOf = <Body = JsonObject>({ body }: Input): Body => asValidated(body?.exact ?? {})

/** The query parameters, as openapi.yaml describes them, with their defaults. */
export const queryOf = <Query>({ parameters: { query } }: Input): Query => asValidated(Object.fromEntries(query))

/** A route that reads what other replicas have recorded too. */
export const reading =
  (route: Route): Route =>
  async (input, deps, gone) => {
    await deps.sandboxes.settleJournals()
    return route(input, deps, gone)
  }

/** The documented header parameters, by their name in openapi.yaml in lower case. */
export const headersOf = <Headers>({ parameters: { header } }: Input): Headers =>
  asValidated(Object.fromEntries([...header].map(([name, value]) => [name.toLowerCase(), value])))

/** Of routes that store records. */
export interface ContractQuery {
  readonly contract?: ContractRule
}

/** Of routes that delete much: the name of a snapshot to take first. */
export interface SnapshotQuery {
  readonly snapshot?: string
}

/** Saves a sandbox before a route changes it, so that the change can be undone. Throws ControlError 507. */
export const takeSnapshot = (sandbox: Sandbox, name: string | undefined, { sandboxes }: ControlDeps): void => {
  if (name === undefined) return
  requireRoomForSnapshot(sandbox, name)
  sandbox.takeSnapshot(name, sandboxes.realTime())
}

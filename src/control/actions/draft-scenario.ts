/**
 * Writes a scenario that returns the response of an exchange to the same request again: a draft to read, change and define.
 */
import { stringify } from 'yaml'
import { isJsonObject } from '../../contract/values/json-object.ts'
import type { Exchange } from '../../journal/exchange.ts'
import { checkScenario } from '../../loading/edit-scenarios.ts'
import type { Setup } from '../../loading/setup.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import { ControlError, quote } from './control-error.ts'
import { findExchange } from './find-exchange.ts'
import { type ExchangeView, viewExchange } from './view-exchange.ts'

interface Step {
  readonly when: JsonObject
  readonly respond?: JsonObject
  readonly fault?: string
}

/** Rejects with ControlError 404 and 409. */
export const draftScenario = async (sandboxes: Sandboxes, setup: Setup, id: string): Promise<JsonObject> => {
  await sandboxes.settleJournals()
  const exchange = findExchange(sandboxes, id)
  const { operation } = exchange
  if (!operation)
    throw new ControlError(
      409,
      `exchange ${quote(id)} matched no operation, and a scenario applies to operations; choose one that did`,
    )
  const view = viewExchange(exchange)
  const name = chooseName(setup, `${toKebab(operation.id)}-${view.response.fault ?? view.response.status}`)
  const when = describeRequest(operation.id, exchange, view)
  const { fault } = view.response
  const step: Step = fault === undefined ? { when, respond: describeResponse(view) } : { when, fault }
  const description = `${operation.id} ${fault === undefined ? `returns the recorded response, ${view.response.status}` : `fails as recorded: ${fault}`}.`
  const source = format(description, step)
  // What the document does not describe needs permission.
  const isCorrect = (await checkScenario(setup, name, source)).length === 0
  return { name, source: isCorrect ? source : format(description, { ...step, contract: 'ignore' }) }
}

const format = (description: string, step: object): string =>
  stringify({ description, steps: [step] }, { lineWidth: 0, aliasDuplicateObjects: false })

/** More would make the scenario apply to this very request only. */
const maxConditions = 8

/** The operation with its parameters, and the scalars of the body. What the journal hides is left out. */
const describeRequest = (operation: string, { pathParams }: Exchange, { request }: ExchangeView): JsonObject => ({
  operation,
  ...describePart('params', Object.entries(pathParams)),
  ...describePart(
    'query',
    Object.entries(request.query).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '[redacted]' ? [[name, value] as const] : [],
    ),
  ),
  ...describePart('body', isJsonObject(request.body) ? Object.entries(request.body).filter(isScalar) : []),
})

const describePart = (part: string, entries: readonly (readonly [string, Json])[]): JsonObject =>
  entries.length === 0 ? {} : { [part]: Object.fromEntries(entries.slice(0, maxConditions)) }

const isScalar = ([, value]: readonly [string, Json]): boolean => value !== null && typeof value !== 'object'

const describeResponse = ({ response }: ExchangeView): JsonObject => {
  const headers = Object.entries(response.headers).filter(
    ([name, value]) => !ownHeaders.test(name) && !value.includes('[redacted]'),
  )
  const isJson = response.body !== null && typeof response.body !== 'string'
  return {
    status: response.status,
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    // A scripted body is JSON.
    ...(isJson ? { body: response.body } : {}),
  }
}

/** Headers that the server sets for each response. */
const ownHeaders =
  /^(access-control-.*|connection|content-.*|date|etag|idempotent-replayed|keep-alive|sandbox-.*|server|transfer-encoding|vary)$/i

const chooseName = ({ scenarios }: Setup, stem: string): string => {
  let name = stem
  for (let count = 2; scenarios.has(name); count++) name = `${stem}-${count}`
  return name
}

/** `createPet` as create-pet: what can be the name of a scenario. */
const toKebab = (id: string): string =>
  id
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 80) || 'recorded'

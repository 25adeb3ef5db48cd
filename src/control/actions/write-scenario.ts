/**
 * Writes the text of a scenario that responds to requests like a recorded one as it was responded to. It passes the check of
 * scenarios; its comments say what to change.
 */
import { Document, isMap, isScalar } from 'yaml'
import { findResponse, viewResponses } from '../../contract/document/operation-view.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import type { Finding } from '../../errors.ts'
import type { Exchange } from '../../journal/exchange.ts'
import { checkScenario } from '../../loading/edit-scenarios.ts'
import { findOperation } from '../../loading/service.ts'
import type { Setup } from '../../loading/setup.ts'
import type { JsonObject } from '../../ports.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import { ControlError, quote } from './control-error.ts'
import { conditionOf, type WrittenPart } from './exchange-condition.ts'
import { responseOf } from './exchange-response.ts'
import { findExchange } from './find-exchange.ts'
import { createSecretHider } from './hide-secrets.ts'

/** Rejects with ControlError 404, 409. */
export const writeScenario = async (sandboxes: Sandboxes, setup: Setup, id: string): Promise<JsonObject> => {
  const exchange = findExchange(sandboxes, id)
  const operation = exchange.operation && findOperation(setup.service, exchange.operation.key)
  if (!operation)
    throw new ControlError(
      409,
      `no document has ${exchange.method} at the path of exchange ${quote(id)}, and a scenario responds only for operations of the documents`,
    )
  const name = nameFor(exchange, operation, setup)
  const secrets = createSecretHider(exchange)
  const { operations } = setup.scenarioPlaces.targets
  const isAmbiguous = operations.filter((one) => one.id === operation.id).length > 1
  const when = conditionOf(exchange, operation, secrets, isAmbiguous)
  const response = responseOf(exchange, operation, secrets)
  let findings: readonly Finding[] = []
  for (const attempt of attemptsOf({ exchange, operation, name, when, response })) {
    const source = formatScenario(attempt)
    findings = await checkScenario(setup, name, source)
    if (findings.length === 0) return { name, source }
  }
  throw new ControlError(
    409,
    `exchange ${quote(id)} cannot be written as a scenario: ${findings.map(({ message }) => message).join('; ')}`,
  )
}

interface ScenarioParts {
  readonly exchange: Exchange
  readonly operation: Operation
  readonly name: string
  readonly when: WrittenPart
  /** `respond`, `fault`, `contract` of the step. */
  readonly response: WrittenPart
}

/** As the document allows it; otherwise with `contract: ignore`; otherwise without the body. */
const attemptsOf = (parts: ScenarioParts): readonly ScenarioParts[] => {
  const { value, notes } = parts.response
  const ignoring: WrittenPart = { value: { ...value, contract: 'ignore' }, notes }
  const { status, headers } = (value.respond ?? {}) as JsonObject
  if (status === undefined) return [parts]
  const bare: WrittenPart = {
    value: { ...value, respond: { status, ...(headers === undefined ? {} : { headers }) }, contract: 'ignore' },
    notes: [...notes, 'The body is left out, because a scenario cannot send it as it is.'],
  }
  return [parts, { ...parts, response: ignoring }, { ...parts, response: bare }]
}

/** A name that no scenario has: `getPet-404`. */
const nameFor = ({ reply }: Exchange, { id }: Operation, { scenarios }: Setup): string => {
  const safe = id.replace(/[^a-z\d_-]+/gi, '-').replace(/^[-_]+|-+$/g, '')
  const stem = `${safe.slice(0, 80) || 'request'}-${reply.status || (reply.fault ?? 'fault')}`
  let name = stem
  for (let number = 2; scenarios.has(name); number += 1) name = `${stem}-${number}`
  return name
}

const formatScenario = (parts: ScenarioParts): string => {
  const { name, operation, when, response } = parts
  const description = describeResponse(parts)
  const document = new Document(
    { description, steps: [{ when: when.value, ...response.value }] },
    { aliasDuplicateObjects: false },
  )
  comment(document, [], 'description', [
    `Written from a recorded request. Use it with the header Sandbox-Scenario: ${name}`,
  ])
  const narrower = Object.keys(when.value).some((key) => ['params', 'query', 'body'].includes(key))
  comment(document, ['steps', 0, 'when'], 'operation', [
    ...when.notes,
    ...(narrower ? ['Remove a condition to match more requests.'] : []),
    'Add call: 2 for only the second such request, or call: every 3 for every third one.',
  ])
  comment(document, ['steps', 0], 'respond' in response.value ? 'respond' : 'fault', [
    ...response.notes,
    'Change the response here. delay: 300ms beside it makes it slow.',
  ])
  comment(document, ['steps', 0], 'contract', [reasonToIgnore(parts, operation)])
  return document.toString({ lineWidth: 0 })
}

const describeResponse = ({ exchange: { reply }, operation, when }: ScenarioParts): string => {
  const which = Object.keys(when.value).length > 1 ? 'A certain request' : 'Every request'
  const effect = reply.status === 0 ? 'breaks the connection' : `returns ${reply.status}`
  return `${which} to ${operation.id} ${effect}.`
}

const reasonToIgnore = ({ exchange: { reply } }: ScenarioParts, operation: Operation): string =>
  findResponse(viewResponses(operation.document, operation.node), reply.status)
    ? `The body does not match the document, so the contract is ignored.`
    : `The document does not have ${reply.status} for this operation, so the contract is ignored.`

/** Puts comments before a key, if there is such a key. */
const comment = (
  document: Document,
  path: readonly (string | number)[],
  key: string,
  lines: readonly string[],
): void => {
  const map = path.length === 0 ? document.contents : document.getIn(path, true)
  const pair = isMap(map) ? map.items.find((item) => isScalar(item.key) && item.key.value === key) : undefined
  if (pair && isScalar(pair.key) && lines.length > 0)
    pair.key.commentBefore = lines.map((line) => ` ${line}`).join('\n')
}

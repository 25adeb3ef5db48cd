/**
 * Explains a response: which operation matched, which scenario steps were tried, and what determined the response.
 */

import { findHeader } from '../../contract/values/header-list.ts'
import { readJsonBytes } from '../../contract/values/json-text.ts'
import { parseQuery } from '../../contract/values/query.ts'
import type { Exchange } from '../../journal/exchange.ts'
import { findOperation, type Service } from '../../loading/service.ts'
import type { Json, JsonObject } from '../../ports.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import { concernsOperation, matchesCondition, type RequestFacts } from '../../scenarios/match-condition.ts'
import type { Step } from '../../scenarios/scenario.ts'
import { findExchange } from './find-exchange.ts'
import { viewExchange } from './view-exchange.ts'

/** Throws ControlError 404 if the exchange is in no journal. */
export const explainExchange = (sandboxes: Sandboxes, service: Service, id: string): JsonObject => {
  const exchange = findExchange(sandboxes, id)
  return { ...viewExchange(exchange), why: explain(exchange, sandboxes, service) }
}

const explain = (exchange: Exchange, sandboxes: Sandboxes, service: Service): JsonObject => {
  const { operation, rejection, pathParams, reply } = exchange
  const current = operation && findOperation(service, operation.key)
  const behaviour = current && service.behaviours.get(current)
  return {
    matched: operation
      ? {
          operation: operation.id,
          document: operation.document.file,
          method: operation.method,
          path: operation.fullPath,
          parameters: pathParams,
        }
      : null,
    behaviour: behaviour ? { kind: behaviour.kind, resource: behaviour.resource.name } : null,
    tried: exchange.scenarios.flatMap((name) =>
      (sandboxes.setup.scenarios.get(name)?.steps ?? []).map((step) => ({
        step: step.id,
        outcome: describeStep(step, exchange),
      })),
    ),
    decided: describeDecision(exchange, behaviour !== undefined),
    trace: findHeader(reply.headers, 'Sandbox-Trace') ?? null,
    refusal: rejection ? { code: rejection.code, message: rejection.message } : null,
  }
}

const describeDecision = ({ rejection, steps, reply, operation, notices }: Exchange, isStateful: boolean): string => {
  const [delivered] = notices.filter(({ kind }) => kind === 'delivery')
  if (delivered) return `sent by the sandbox: ${delivered.names.join(' ')}`
  if (reply.fault !== undefined) return `the scenario step ${steps.at(-1)} broke the connection: ${reply.fault}`
  if (rejection) return `rejected as ${rejection.code}: ${rejection.message}`
  if (!operation) return 'the response belongs to no operation'
  const trace = findHeader(reply.headers, 'Sandbox-Trace') ?? ''
  const source = /source=([a-z-]+)/.exec(trace)?.[1]
  if (source !== undefined && steps.length > 0)
    return `response of the scenario step ${steps.at(-1)}, body from: ${source}`
  if (source !== undefined) return `stateless response, body from: ${source}`
  return isStateful ? 'stateful response from the records of the sandbox' : 'stateless response'
}

const describeStep = (step: Step, exchange: Exchange): string => {
  if (exchange.steps.includes(step.id)) return 'applied'
  const { operation } = exchange
  if (!operation) return 'not reached: the request matched no operation'
  const facts = factsOf(exchange, operation)
  if (!concernsOperation(step.when, facts)) return `not for the operation ${operation.id}`
  if (!matchesCondition(step.when, facts)) return 'its condition does not match the request'
  if (step.call) return 'its condition matches, but the step is for another call, or an earlier step was applied'
  return 'its condition matches, but an earlier step was applied, or the operation does not document its status'
}

const factsOf = (exchange: Exchange, { id, method, path }: NonNullable<Exchange['operation']>): RequestFacts => ({
  operation: id,
  method,
  path,
  params: exchange.pathParams,
  query: parseQuery(exchange.query).pairs,
  header: (name) => exchange.headers[name]?.toString(),
  body: readBody(exchange.body),
})

const readBody = (body: Buffer | undefined): Json | undefined =>
  body === undefined || body.length === 0 ? undefined : readJsonBytes(body)

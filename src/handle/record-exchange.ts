/**
 * What came of a request, into the journal and the coverage of the sandbox that it reached, or would have.
 */
import { findHeader } from '../contract/values/header-list.ts'
import type { IncomingRequest } from '../ports.ts'
import type { Finished } from './finish.ts'

/** `at` in epoch milliseconds, `duration` in milliseconds. */
export const recordExchange = (finished: Finished, sent: IncomingRequest, at: number, duration: number): void => {
  const { scene, reply, rejection, notices } = finished
  const { sandbox, operation, matched, directive, scenarios } = scene
  const steps = directive?.trace ?? noNames
  if (operation && matched)
    sandbox.journal.coverage.count({
      operation,
      status: reply.status,
      headers: sent.headers,
      query: matched.query.pairs,
      pathParams: matched.pathParams,
      body: scene.body,
      responseType: reply.body === undefined ? undefined : findHeader(reply.headers, 'Content-Type'),
      steps,
    })
  sandbox.journal.record({
    id: sent.id,
    sandbox: sandbox.id,
    at,
    clock: scene.now,
    duration,
    method: sent.method,
    path: sent.path,
    query: sent.query,
    headers: sent.headers,
    body: sent.bodySoFar(),
    reply,
    operation,
    pathParams: matched?.pathParams ?? noParams,
    rejection,
    notices,
    scenarios: scenarios ?? noNames,
    steps,
  })
}

const noNames: readonly string[] = []
const noParams: Readonly<Record<string, string>> = {}

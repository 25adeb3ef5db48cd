/**
 * A request for one operation, ready to be sent: the console fills its form with it.
 */
import type { Operation } from '../../contract/operation/operation.ts'
import { suggest } from '../../contract/values/nearest.ts'
import { operationsOf } from '../../loading/service.ts'
import type { JsonObject } from '../../ports.ts'
import { chooseRequest } from '../../requests/choose-request.ts'
import { describeRequest } from '../../requests/describe-request.ts'
import { generateRequest, type RequestSources } from '../../requests/generate-request.ts'
import { ControlError, quote } from '../actions/control-error.ts'

export interface RequestQuery {
  /** Default: one that is good to try first. */
  readonly operation?: string
  /** Needed if several documents have the operation. */
  readonly document?: string
}

/** `origin` is the address of the sandbox. */
interface Sources extends RequestSources {
  readonly origin: string
}

/** With values of the sandbox's own records. Rejects with ControlError 400, 409. */
export const suggestRequest = async (
  { operation: id, document }: RequestQuery,
  sources: Sources,
): Promise<JsonObject> => {
  const operations = operationsOf(sources.service).filter(
    (each) => (document ?? each.document.name) === each.document.name,
  )
  const request =
    id === undefined
      ? await chooseRequest(operations, sources)
      : await generateRequest(findById(operations, id), sources)
  if (!request)
    throw new ControlError(
      409,
      'no valid request could be generated: it needs an active key and a body that matches its schema',
    )
  const { headers, path, body } = request
  return {
    ...describeRequest(request, sources.origin),
    path,
    headers: Object.fromEntries(headers),
    text: body?.kind === 'text' ? body.text : null,
  }
}

const findById = (operations: readonly Operation[], id: string): Operation => {
  const found = operations.find((each) => each.id === id)
  if (found) return found
  const known = [...new Set(operations.map((each) => each.id))]
  throw new ControlError(
    400,
    `query.operation must be an operation of the documents, got ${quote(id)}. ${suggest(id, known)}`,
  )
}

/**
 * The one place that knows Prism. It negotiates the media type of a response for one operation, which is transformed for
 * it alone, without the schemas, examples and headers of its responses: those are none of its business here. Imported on
 * the first request that has a choice: the import takes longer than all else that starts.
 */

import { transformOas2Operation } from '@stoplight/http-spec/oas2/operation'
import { transformOas3Operation } from '@stoplight/http-spec/oas3/operation'
import { createLogger } from '@stoplight/prism-core/dist/logger.js'
import type { IHttpRequest } from '@stoplight/prism-http'
import mockerModule from '@stoplight/prism-http/dist/mocker/index.js'
import type { IHttpOperation, IMediaTypeContent } from '@stoplight/types'
import type { Operation } from '../operation/operation.ts'
import { memoize } from '../values/memoize.ts'

export interface NegotiationRequest {
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
  /** Request headers that matter to negotiation. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

const logger = createLogger('prism', { level: 'silent' })

/** The media type that Prism would answer with, or undefined where it finds none. Never throws. */
export const negotiate = (operation: Operation, request: NegotiationRequest): string | undefined => {
  try {
    const data: IHttpRequest = {
      method: operation.method.toLowerCase() as IHttpRequest['method'],
      url: { path: request.path, query: Object.fromEntries(request.query) },
      headers: request.headers,
      body: request.body,
    }
    // The mocker writes into its config, so each call gets a fresh one.
    const result = mockerModule.default({
      resource: resourceOf(operation),
      input: { data, validations: [] },
      config: { dynamic: false },
    })(logger)
    return result._tag === 'Left' ? undefined : result.right.headers?.['Content-type']
  } catch {
    // A document that Prism chokes on is still served: with the first type that the client takes.
    return undefined
  }
}

/** An operation as Prism takes it. Callbacks are left out: Prism would call them. */
const resourceOf = memoize(({ document, path, method }: Operation): IHttpOperation => {
  const parts = {
    document: document.root.value as never,
    name: path,
    method: method.toLowerCase(),
    config: { type: 'operation', documentProp: 'paths', nameProp: 'path' } as never,
  }
  const transformed = document.dialect === '2.0' ? transformOas2Operation(parts) : transformOas3Operation(parts)
  const { callbacks: _, request: __, ...rest } = transformed as IHttpOperation
  const [first, ...others] = rest.responses.map((response) => ({
    ...response,
    headers: [],
    contents: response.contents?.map(withoutBody) ?? [],
  }))
  return { ...rest, responses: first ? [first, ...others] : rest.responses }
})

/** A media type without a schema would be no media type to Prism. */
const withoutBody = (content: IMediaTypeContent): IMediaTypeContent => ({ ...content, schema: {}, examples: [] })

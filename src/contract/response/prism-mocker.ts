/**
 * The one place that knows Prism. It negotiates the media type of a response. Each operation is converted for Prism alone,
 * without the schemas, examples and headers of its responses, which negotiation does not need. Imported with the first
 * request that has a choice: the import takes longer than the whole start.
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
  /** The request headers that negotiation depends on. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

const logger = createLogger('prism', { level: 'silent' })

/** The media type that Prism would respond with; undefined if it finds none. Never throws. */
export const negotiate = (operation: Operation, request: NegotiationRequest): string | undefined => {
  try {
    const data: IHttpRequest = {
      method: operation.method.toLowerCase() as IHttpRequest['method'],
      url: { path: request.path, query: Object.fromEntries(request.query) },
      headers: request.headers,
      body: request.body,
    }
    // Prism writes into its config, so each call needs its own.
    const result = mockerModule.default({
      resource: toPrismOperation(operation),
      input: { data, validations: [] },
      config: { dynamic: false },
    })(logger)
    return result._tag === 'Left' ? undefined : result.right.headers?.['Content-type']
  } catch {
    // A document that Prism cannot handle is still served, with the first type that the client accepts.
    return undefined
  }
}

/** An operation in Prism's format. Without callbacks: Prism would call them. */
const toPrismOperation = memoize(({ document, path, method }: Operation): IHttpOperation => {
  const source = {
    document: document.root.value as never,
    name: path,
    method: method.toLowerCase(),
    config: { type: 'operation', documentProp: 'paths', nameProp: 'path' } as never,
  }
  const transformed = document.dialect === '2.0' ? transformOas2Operation(source) : transformOas3Operation(source)
  const { callbacks: _, request: __, ...rest } = transformed as IHttpOperation
  const [first, ...others] = rest.responses.map((response) => ({
    ...response,
    headers: [],
    contents: response.contents?.map(withoutBody) ?? [],
  }))
  return { ...rest, responses: first ? [first, ...others] : rest.responses }
})

/** Prism ignores media types without a schema. */
const withoutBody = (content: IMediaTypeContent): IMediaTypeContent => ({ ...content, schema: {}, examples: [] })

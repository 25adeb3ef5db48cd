/**
 * The one place that knows Prism. It negotiates the media type and makes the headers for one operation, which is
 * transformed for it alone, without the schemas and examples of its bodies: those are none of its business here.
 * Imported on the first request that needs it: the import takes longer than all else that starts.
 */

import { transformOas2Operation } from '@stoplight/http-spec/oas2/operation'
import { transformOas3Operation } from '@stoplight/http-spec/oas3/operation'
import { createLogger } from '@stoplight/prism-core/dist/logger.js'
import type { IHttpRequest } from '@stoplight/prism-http'
import mockerModule from '@stoplight/prism-http/dist/mocker/index.js'
import type { IHttpOperation, IMediaTypeContent } from '@stoplight/types'
import type { Document } from './document.ts'
import { isObject } from './is-object.ts'
import type { Operation } from './operation.ts'
import { followPointer, splitPointer } from './pointer.ts'

export interface Negotiated {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

export interface NegotiationRequest {
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
  /** Request headers that matter to negotiation. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

const logger = createLogger('prism', { level: 'silent' })

/** What Prism would answer, or undefined where it finds nothing to answer with. Never throws. */
export const negotiate = (operation: Operation, request: NegotiationRequest, seed: number): Negotiated | undefined => {
  try {
    const resource = prepare(operation)
    const data: IHttpRequest = {
      method: operation.method.toLowerCase() as IHttpRequest['method'],
      url: { path: request.path, query: Object.fromEntries(request.query) },
      headers: request.headers,
      body: request.body,
    }
    // The mocker writes into its config, so each call gets a fresh one.
    const result = mockerModule.default({
      resource,
      input: { data, validations: [] },
      config: { dynamic: false, seed: String(seed) },
    })(logger)
    if (result._tag === 'Left') return undefined
    return { status: result.right.statusCode, headers: result.right.headers ?? {} }
  } catch {
    // A document that Prism chokes on is still served: by what we generate ourselves.
    return undefined
  }
}

/** The operation as Prism takes it, the schemas of its headers bundled and not dereferenced. Callbacks are left out: Prism would call them. */
const prepare = (operation: Operation): IHttpOperation => {
  const { document, path, method } = operation
  const parts = {
    document: document.root.value as never,
    name: path,
    method: method.toLowerCase(),
    config: { type: 'operation', documentProp: 'paths', nameProp: 'path' } as never,
  }
  const transformed = document.dialect === '2.0' ? transformOas2Operation(parts) : transformOas3Operation(parts)
  const { callbacks: _, request: __, ...rest } = transformed as IHttpOperation
  const responses = rest.responses.map((response) => ({ ...response, contents: response.contents?.map(withoutBody) }))
  return bundle(document, { ...rest, responses }) as IHttpOperation
}

/** A media type without a schema would be no media type to Prism. */
const withoutBody = (content: IMediaTypeContent): IMediaTypeContent => ({ ...content, schema: {}, examples: [] })

/** References into the document become references into `__bundled__`, where Prism looks for them. */
const bundle = (document: Document, value: unknown): unknown => {
  const bundled: Record<string, unknown> = {}
  const fix = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(fix)
    if (!isObject(item)) return item
    return Object.fromEntries(
      Object.entries(item).map(([key, child]) => [
        key,
        key === '$ref' && typeof child === 'string' && child.startsWith('#/') ? rename(child) : fix(child),
      ]),
    )
  }
  const rename = (ref: string): string => {
    const pointer = ref.slice(1)
    const name = splitPointer(pointer).join('_').replace(/[^\w]/g, '_')
    if (!Object.hasOwn(bundled, name)) {
      bundled[name] = true
      bundled[name] = fix(followPointer(document.root.value, pointer))
    }
    return `#/__bundled__/${name}`
  }
  const fixed = fix(value)
  return { ...(isObject(fixed) ? fixed : {}), __bundled__: bundled }
}

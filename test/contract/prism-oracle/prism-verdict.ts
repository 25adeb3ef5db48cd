/**
 * Prism's verdict on a request: its validators, called as its server calls them (URL and URLSearchParams for the address,
 * JSON.parse for a body whose media type is JSON).
 */
import { getHttpOperationsFromSpec } from '@stoplight/prism-http/dist/utils/operations.js'
import { validateInput } from '@stoplight/prism-http/dist/validator/index.js'
import type { IHttpOperation } from '@stoplight/types'
import type { WireRequest } from './wire-request.ts'

export interface Verdict {
  /** `dies`: throws instead of responding. */
  readonly kind: 'valid' | 'invalid' | 'dies'
  /** Why, for the message of a failing test. */
  readonly reason: string
}

/** The operations of a document by method and path, `get /pets/{petId}`. */
export const loadPrism = async (file: string): Promise<ReadonlyMap<string, IHttpOperation>> => {
  const operations = await getHttpOperationsFromSpec(file)
  return new Map(operations.map((operation) => [`${operation.method} ${operation.path}`, operation]))
}

/** The path without the base path, which Prism does not know. */
export const validateByPrism = (resource: IHttpOperation, request: WireRequest): Verdict => {
  try {
    const { pathname, searchParams } = new URL(`http://localhost${request.path}?${request.query}`)
    const names = [...new Set(searchParams.keys())]
    const query = Object.fromEntries(
      names.map((name) => {
        const values = searchParams.getAll(name)
        return [name, values.length === 1 ? (values[0] ?? '') : values]
      }),
    )
    const method = request.method.toLowerCase()
    if (!isPrismMethod(method)) return { kind: 'dies', reason: `it has no method ${method}` }
    const { headers } = request
    const element = { method, url: { path: pathname, query }, headers, body: parseBody(request) }
    const result = validateInput({ resource, element })
    // A deprecated parameter is a warning; errors have severity 0.
    const errors = result._tag === 'Left' ? result.left.filter(({ severity }) => severity === 0) : []
    if (errors.length === 0) return { kind: 'valid', reason: '' }
    return {
      kind: 'invalid',
      reason: errors.map(({ path, message }) => `${path?.join('.') ?? ''}: ${message}`).join('; '),
    }
  } catch (error) {
    return { kind: 'dies', reason: String(error) }
  }
}

const prismMethods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

const isPrismMethod = (method: string): method is (typeof prismMethods)[number] =>
  prismMethods.some((known) => known === method)

const parseBody = ({ body, headers }: WireRequest): unknown => {
  if (body === undefined || body === '') return null
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  return type === 'application/json' || /^application\/.*\+json$/.test(type) ? JSON.parse(body) : body
}

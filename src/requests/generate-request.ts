/**
 * Generates a valid sample request for an operation: its path leads to existing records, and it has whatever else the
 * document requires, a key included.
 */
import { fullPathOf, type Operation } from '../contract/operation/operation.ts'
import { SchemaCompileError } from '../contract/schema/schema-compiler.ts'
import type { Service } from '../loading/service.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import { type Credentials, credentialsFor } from './credentials.ts'
import type { EncodedParameter } from './encode-parameter.ts'
import { fillBody } from './fill-body.ts'
import { fillParameters, joinPairs } from './fill-parameters.ts'
import { findFilterValues, findPathValues } from './find-path-values.ts'
import type { SampleBody, SampleRequest } from './sample-request.ts'

/** Where the values come from. */
export interface RequestSources {
  readonly service: Service
  readonly sandbox: Sandbox
}

/** A request before it is written: what a variant of it may change. */
export interface RequestParts {
  readonly operation: Operation
  /** Percent-encoded, by name. */
  readonly path: ReadonlyMap<string, string>
  readonly query: EncodedParameter
  readonly headers: EncodedParameter
  readonly cookies: EncodedParameter
  readonly credentials: Credentials
  readonly body: SampleBody | undefined
}

/** Undefined if no key is accepted, no valid body was found, or a schema of the operation cannot be compiled. */
export const generateRequest = async (
  operation: Operation,
  sources: RequestSources,
): Promise<SampleRequest | undefined> => {
  const parts = await generateParts(operation, sources)
  return parts && joinParts(parts)
}

/** As `generateRequest`. */
export const generateParts = async (
  operation: Operation,
  sources: RequestSources,
): Promise<RequestParts | undefined> => {
  try {
    return await assembleParts(operation, sources)
  } catch (error) {
    // The operation itself responds with what is wrong in its schema.
    if (error instanceof SchemaCompileError) return undefined
    throw error
  }
}

const assembleParts = async (
  operation: Operation,
  { service, sandbox }: RequestSources,
): Promise<RequestParts | undefined> => {
  const credentials = credentialsFor(operation, sandbox)
  if (!credentials) return undefined
  const { compiler } = service.of(operation.document)
  const { seed } = sandbox
  const known = await findPathValues(operation, service, sandbox.store)
  const filters = await findFilterValues(operation, service, sandbox.store)
  const parameters = await fillParameters({ operation, compiler, seed, known, filters })
  const filled = await fillBody({ operation, compiler, seed })
  return filled.kind === 'failed' ? undefined : { operation, ...parameters, credentials, body: filled.body }
}

/** A document may require the length of the body as a parameter: any other number than the real one breaks the request. */
const withLength = (headers: EncodedParameter, body: SampleRequest['body']): EncodedParameter =>
  headers.flatMap((header): EncodedParameter => {
    const [name] = header
    if (name.toLowerCase() !== 'content-length') return [header]
    return body?.kind === 'text' ? [[name, String(Buffer.byteLength(body.text))]] : []
  })

export const joinParts = (parts: RequestParts): SampleRequest => {
  const { operation, path, query, headers, cookies, credentials, body } = parts
  const search = joinPairs([...encodeNames(query), ...credentials.query.map(escapePair)], '&')
  const cookie = joinPairs([...cookies, ...credentials.cookies], '; ')
  return {
    method: operation.method,
    path: fillPath(fullPathOf(operation), path) + (search === '' ? '' : `?${search}`),
    headers: [
      ...withLength(headers, body),
      ...credentials.headers,
      ...(cookie === '' ? [] : [['Cookie', cookie] as const]),
      ...(body?.kind === 'text' ? [['Content-Type', body.mediaType] as const] : []),
    ],
    login: credentials.login,
    body,
  }
}

const escapePair = ([name, text]: readonly [string, string]): readonly [string, string] => [
  encodeURIComponent(name),
  encodeURIComponent(text),
]

/** Brackets are common in the names of query parameters, and valid there in practice. */
const encodeNames = (query: EncodedParameter): EncodedParameter =>
  query.map(([name, text]) => [name.replace(/[^\w[\]%.~$-]+/g, encodeURIComponent), text])

/** A parameter that the document does not declare gets a value, too. */
const fillPath = (path: string, values: ReadonlyMap<string, string>): string =>
  path
    // What the document writes after a question mark or a hash is not part of the path.
    .replace(/[?#].*$/s, '')
    .replace(/\{([^{}]*)\}|[^{}]+/g, (text: string, name: string | undefined) =>
      name === undefined ? escapeText(text) : (values.get(name) ?? '1'),
    ) || '/'

const escapeText = (text: string): string => text.replace(/[^\x21-\x7e]+|["<>\\^`|]/g, encodeURIComponent)

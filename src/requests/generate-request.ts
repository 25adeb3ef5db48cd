/**
 * Generates a valid sample request for an operation: its path leads to existing records, and it has whatever else the
 * document requires, a key included.
 */
import { fullPathOf, type Operation } from '../contract/operation/operation.ts'
import { SchemaCompileError } from '../contract/schema/schema-compiler.ts'
import type { Service } from '../loading/service.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import { credentialsFor } from './credentials.ts'
import type { EncodedParameter } from './encode-parameter.ts'
import { fillBody } from './fill-body.ts'
import { fillParameters, joinPairs } from './fill-parameters.ts'
import { findPathValues } from './find-path-values.ts'
import type { SampleRequest } from './sample-request.ts'

/** Where the values come from. */
export interface RequestSources {
  readonly service: Service
  readonly sandbox: Sandbox
}

/** Undefined if no key is accepted, no valid body was found, or a schema of the operation cannot be compiled. */
export const generateRequest = async (
  operation: Operation,
  sources: RequestSources,
): Promise<SampleRequest | undefined> => {
  try {
    return await assembleRequest(operation, sources)
  } catch (error) {
    // The operation itself responds with what is wrong in its schema.
    if (error instanceof SchemaCompileError) return undefined
    throw error
  }
}

const assembleRequest = async (
  operation: Operation,
  { service, sandbox }: RequestSources,
): Promise<SampleRequest | undefined> => {
  const credentials = credentialsFor(operation, sandbox)
  if (!credentials) return undefined
  const { compiler } = service.of(operation.document)
  const { seed } = sandbox
  const known = await findPathValues(operation, service, sandbox.store)
  const { path, query, headers, cookies } = await fillParameters({ operation, compiler, seed, known })
  const filled = await fillBody({ operation, compiler, seed })
  if (filled.kind === 'failed') return undefined
  const { body } = filled
  const search = joinPairs([...encodeNames(query), ...credentials.query.map(escapePair)], '&')
  const cookie = joinPairs([...cookies, ...credentials.cookies], '; ')
  return {
    method: operation.method,
    path: fillPath(fullPathOf(operation), path) + (search === '' ? '' : `?${search}`),
    headers: [
      ...headers,
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

/**
 * Responds to requests as `prism mock` does: finds the operations that a request may match, and passes both to Prism. What
 * Prism cannot handle (a body that is not JSON, an error of its own) becomes an error response.
 */
import type { Document } from '../contract/document/document.ts'
import type { Matcher } from '../contract/operation/match.ts'
import type { PathEntry } from '../contract/operation/operation.ts'
import { getOwn, isJsonObject } from '../contract/values/json-object.ts'
import { seedOf } from '../contract/values/random.ts'
import type { Rejection } from '../errors.ts'
import type { IncomingRequest, Json, JsonObject, Reply } from '../ports.ts'
import {
  callPrism,
  type IHttpRequest,
  invalidPreferences,
  type PrismConfig,
  type PrismOperation,
  type PrismResult,
  unwritable,
} from './prism-engine.ts'
import { operationsAt, someOperations } from './prism-operations.ts'
import { describeRejection, writeResult } from './prism-reply.ts'
import { readPrismPreferences, readRequest } from './prism-request.ts'

export interface MockOptions {
  /** Generate all bodies, even if there are examples. */
  readonly dynamic: boolean
  /** Generate bodies from schemas only; static ones unless `dynamic`. */
  readonly ignoreExamples: boolean
  /** Respond with 500 where a response breaks its contract. */
  readonly errors: boolean
  /** Seed of each generated body. Undefined: it depends on path and query. */
  readonly seed: string | undefined
  /** Settings of json-schema-faker, in addition to those of the document. */
  readonly generator: JsonObject
}

export type Mocked =
  | {
      readonly kind: 'mocked'
      readonly reply: Reply
      /** What is wrong with the request, for the log and the journal. */
      readonly rejection: Rejection | undefined
      /** The request body, if it is JSON. */
      readonly body: Json | undefined
    }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

/** The documents that are served. */
export interface MockedDocuments {
  readonly matcher: Pick<Matcher, 'entriesAt'>
  readonly documents: readonly { readonly document: Document; readonly entries: readonly PathEntry[] }[]
}

/** Standin's own validation of a request, for those at which Prism's fails. */
export type Validate = () => Promise<Rejection | undefined>

export type Mock = (request: IncomingRequest, served: MockedDocuments, validate: Validate) => Promise<Mocked>

export const createMock =
  (options: MockOptions): Mock =>
  async (incoming, served, validate) => {
    const read = await readRequest(incoming)
    if (read.kind === 'rejected') return read
    const result = await respond({ incoming, request: read.request, served, validate }, options)
    if (result.kind === 'rejected') return result
    return {
      kind: 'mocked',
      reply: writeResult(result),
      rejection: describeRejection(result),
      body: read.body,
    }
  }

type Rejected = Extract<Mocked, { readonly kind: 'rejected' }>

interface MockRequest {
  readonly incoming: IncomingRequest
  readonly request: IHttpRequest
  readonly served: MockedDocuments
  readonly validate: Validate
}

const respond = async (
  { incoming, request, served, validate }: MockRequest,
  options: MockOptions,
): Promise<PrismResult | Rejected> => {
  const preferences = readPrismPreferences(request)
  if (preferences.kind === 'invalid')
    return { kind: 'problem', problem: invalidPreferences(preferences.detail), violations: [] }
  const { document, operations } = await findOperations(incoming.path, served)
  const config = {
    ...preferences,
    ignoreExamples: options.ignoreExamples,
    errors: options.errors,
    dynamic: preferences.dynamic ?? options.dynamic,
    // Without a seed, Prism's generator continues the sequence of whatever it generated before.
    seed: preferences.seed ?? options.seed ?? String(seedOf(1, incoming.method, incoming.path, incoming.query)),
    generator: { ...generatorOf(document), ...options.generator },
    validates: true,
  }
  try {
    return await callPrism(operations, request, config)
  } catch {
    const rejection = await validate()
    return rejection ? { kind: 'rejected', rejection } : respondUnchecked(operations, request, config)
  }
}

/** A valid request whose validation, or that of its response, makes Prism fail. */
const respondUnchecked = async (
  operations: readonly PrismOperation[],
  request: IHttpRequest,
  config: PrismConfig,
): Promise<PrismResult> => {
  try {
    return await callPrism(operations, request, { ...config, validates: false })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'problem', problem: unwritable(message), violations: [] }
  }
}

const generatorOf = (document: Document | undefined): JsonObject => {
  const settings = getOwn(document?.collection ?? document?.root.value, 'x-json-schema-faker')
  return isJsonObject(settings) ? settings : {}
}

interface FoundOperations {
  readonly document: Document | undefined
  readonly operations: readonly PrismOperation[]
}

const findOperations = async (path: string, { matcher, documents }: MockedDocuments): Promise<FoundOperations> => {
  const exact = matcher.entriesAt(path)
  // In Prism a parameter may be empty. Whether one is, Prism decides itself.
  const entries = exact.length > 0 ? exact : matcher.entriesAt(path.replace(/\/(?=\/|$)/g, '/-'))
  const [first] = entries
  if (first) {
    const { document } = first
    const own = entries.filter((entry) => entry.document === document)
    return { document, operations: await operationsAt(document, own) }
  }
  // Prism reads the addresses of a collection in its own way, so that it has to look itself.
  const [served] = [...documents].sort((one, other) => Number(isCollection(other)) - Number(isCollection(one)))
  if (!served) return { document: undefined, operations: [] }
  const { document, entries: all } = served
  return { document, operations: await (isCollection(served) ? operationsAt : someOperations)(document, all) }
}

const isCollection = ({ document }: MockedDocuments['documents'][number]): boolean => document.collection !== undefined

/**
 * Responds to requests as `prism mock` does: finds the operations that a request may match, and passes both to Prism. What
 * Prism cannot handle (a body that is not JSON, an error of its own) becomes an error response.
 */
import type { Document } from '../contract/document/document.ts'
import type { Matcher } from '../contract/operation/match.ts'
import type { PathEntry } from '../contract/operation/operation.ts'
import { seedOf } from '../contract/values/random.ts'
import type { Rejection } from '../errors.ts'
import type { IncomingRequest, Json, Reply } from '../ports.ts'
import { callPrism, invalidPreferences, type PrismResult, unwritable } from './prism-engine.ts'
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

export type Mock = (request: IncomingRequest, served: MockedDocuments) => Promise<Mocked>

export const createMock =
  (options: MockOptions): Mock =>
  async (incoming, served) => {
    const read = await readRequest(incoming)
    if (read.kind === 'rejected') return read
    const result = await respond(incoming, read.request, served, options)
    return {
      kind: 'mocked',
      reply: writeResult(result),
      rejection: describeRejection(result),
      body: read.body,
    }
  }

type PrismRequest = Extract<Awaited<ReturnType<typeof readRequest>>, { readonly kind: 'request' }>['request']

const respond = async (
  incoming: IncomingRequest,
  request: PrismRequest,
  served: MockedDocuments,
  { dynamic, ignoreExamples, errors, seed }: MockOptions,
): Promise<PrismResult> => {
  const preferences = readPrismPreferences(request)
  if (preferences.kind === 'invalid')
    return { kind: 'problem', problem: invalidPreferences(preferences.detail), violations: [] }
  const config = {
    code: preferences.code,
    example: preferences.example,
    dynamic: preferences.dynamic ?? dynamic,
    ignoreExamples,
    errors,
    // Without a seed, Prism's generator continues the sequence of whatever it generated before.
    seed: preferences.seed ?? seed ?? String(seedOf(1, incoming.method, incoming.path, incoming.query)),
  }
  try {
    return await callPrism(await findOperations(incoming.path, served), request, config)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'problem', problem: unwritable(message), violations: [] }
  }
}

const findOperations = async (path: string, { matcher, documents }: MockedDocuments) => {
  const entries = matcher.entriesAt(path)
  const [first] = entries
  if (first) {
    const { document } = first
    return operationsAt(
      document,
      entries.filter((entry) => entry.document === document),
    )
  }
  // Prism reads the addresses of a collection in its own way, so that it has to look itself.
  const collection = documents.find(({ document }) => document.collection !== undefined)
  if (collection) return operationsAt(collection.document, collection.entries)
  const [served] = documents
  return served ? someOperations(served.document, served.entries) : []
}

/**
 * Idempotency keys (draft-ietf-httpapi-idempotency-key-header-07), for operations that document a header for them: a
 * repeated request with the same key gets the response to the first one, and changes nothing.
 */
import { createHash } from 'node:crypto'
import type { Input } from '../../contract/operation/validate-request.ts'
import type { Clock, Json, JsonObject } from '../../ports.ts'
import { indexKey } from '../../store/indexes.ts'
import { type BehaviourReply, type BehaviourResult, reject } from '../behaviour-reply.ts'
import type { IdempotentResponses } from './idempotent-responses.ts'

export interface IdempotencyOptions {
  /** The header that carries the key. */
  readonly header: string
  /** Identifies the operation. */
  readonly scope: string
}

interface IdempotencyContext {
  readonly idempotentResponses: IdempotentResponses
  readonly clock: Clock
  /** Identifies the records that the request works on. */
  readonly recordsOf: string | undefined
}

type Run<Context> = (input: Input, context: Context) => Promise<BehaviourResult>

export const replayIdempotent =
  <Context extends IdempotencyContext>(run: Run<Context>, { header, scope }: IdempotencyOptions): Run<Context> =>
  (input, context) => {
    const key = input.parameters.header.get(header)
    const runRequest = () => run(input, context)
    if (key === undefined || key === '') return runRequest()
    return runOnce({ header, scope, key: String(key) }, input, context, runRequest)
  }

interface KeyUse extends IdempotencyOptions {
  readonly key: string
}

/** Requests wait for a pending one with the same key. A rejected request changed nothing, so its response is not stored. */
const runOnce = async (
  { header, scope, key }: KeyUse,
  input: Input,
  { idempotentResponses, clock, recordsOf = '' }: IdempotencyContext,
  run: () => Promise<BehaviourResult>,
): Promise<BehaviourResult> => {
  const place = JSON.stringify([recordsOf, scope, key])
  const digest = digestOf(input)
  for (;;) {
    const known = idempotentResponses.find(place, clock())
    if (known) return known.digest === digest ? replay(known.reply) : rejectReuse(header, key)
    const pending = idempotentResponses.findPending(place)
    if (!pending) break
    if (pending.digest !== digest) return rejectReuse(header, key)
    await pending.done
  }
  const finish = idempotentResponses.begin(place, digest)
  try {
    const result = await run()
    if (result.kind === 'rejected') return result
    const evicted = idempotentResponses.store(place, { key, digest, at: clock(), reply: result })
    return evicted.length === 0 ? result : { ...result, evictedKeys: evicted }
  } finally {
    finish()
  }
}

const replay = (reply: BehaviourReply): BehaviourResult => ({
  ...reply,
  isReplay: true,
  headers: [...(reply.headers ?? []), 'Idempotent-Replayed', 'true'],
})

const rejectReuse = (header: string, key: string): BehaviourResult =>
  reject({
    code: 'invalid_request',
    status: 422,
    message: `header.${header} ${JSON.stringify(key.slice(0, 100))} was already used for a different request; use a new key for each request, and the same key only to repeat one`,
  })

/** The same for requests with the same meaning, however they are written. */
const digestOf = ({ request, parameters, body }: Input): string =>
  createHash('sha256')
    .update(indexKey([request.path, toObject(parameters.query), body === undefined ? null : [body.exact]]))
    .digest('base64url')

const toObject = (values: ReadonlyMap<string, Json>): JsonObject => Object.fromEntries(values)

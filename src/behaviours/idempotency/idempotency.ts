/**
 * Idempotency keys (draft-ietf-httpapi-idempotency-key-header-07), where an operation documents a header for them: a
 * request that comes again with its key gets the answer of the first, and nothing is done twice.
 */
import { createHash } from 'node:crypto'
import { viewParameters } from '../../contract/document/operation-view.ts'
import type { Operation } from '../../contract/operation/operation.ts'
import type { Input } from '../../contract/operation/validate-request.ts'
import type { Json, JsonObject } from '../../ports.ts'
import { indexKey } from '../../store/index-key.ts'
import type { Behaviour, BehaviourContext, BehaviourResult } from '../behaviour.ts'
import type { BehaviourReply } from '../behaviour-reply.ts'

/** Idempotency-Key as the draft has it, and as services write it. */
export const isIdempotencyKey = (header: string): boolean => /^(x[-_])?idempoten(cy|ce|t)([-_]?key)?$/i.test(header)

/** The behaviour as it is where the operation documents no such header. */
export const replayIdempotent = (behaviour: Behaviour, operation: Operation): Behaviour => {
  if (behaviour.kind === 'list' || behaviour.kind === 'read') return behaviour
  const name = findKeyHeader(operation)
  if (name === undefined) return behaviour
  const scope = `${operation.document.name} ${operation.method} ${operation.path}`
  return {
    ...behaviour,
    run: (input, world) => {
      const given = input.parameters.header.get(name)
      const run = () => behaviour.run(input, world)
      return given === undefined || given === ''
        ? run()
        : runOnce({ name, scope, key: String(given) }, input, world, run)
    },
  }
}

const findKeyHeader = ({ document, node, pathItem }: Operation): string | undefined =>
  viewParameters(document, node, pathItem).find((view) => view.in === 'header' && isIdempotencyKey(view.name))?.name

interface KeyUse {
  /** Of the header. */
  readonly name: string
  /** The operation, and the records that it works on. */
  readonly scope: string
  readonly key: string
}

/** Whoever comes while the first is being answered waits for it. Nothing is kept of a request that was rejected: it changed nothing. */
const runOnce = async (
  { name, scope, key }: KeyUse,
  input: Input,
  { answers, clock, recordsOf = '' }: BehaviourContext,
  run: () => Promise<BehaviourResult>,
): Promise<BehaviourResult> => {
  const place = JSON.stringify([recordsOf, scope, key])
  const digest = digestOf(input)
  for (;;) {
    const known = answers.find(place, clock())
    if (known) return known.digest === digest ? replay(known.reply) : rejectOther(name, key)
    const underway = answers.findUnderway(place)
    if (!underway) break
    if (underway.digest !== digest) return rejectOther(name, key)
    await underway.done
  }
  const finish = answers.begin(place, digest)
  try {
    const outcome = await run()
    if (outcome.kind === 'rejected') return outcome
    const forgotten = answers.keep(place, { key, digest, at: clock(), reply: outcome })
    return forgotten.length === 0 ? outcome : { ...outcome, forgotten }
  } finally {
    finish()
  }
}

const replay = (reply: BehaviourReply): BehaviourResult => ({
  ...reply,
  isReplay: true,
  headers: [...(reply.headers ?? []), 'Idempotent-Replayed', 'true'],
})

const rejectOther = (name: string, key: string): BehaviourResult => ({
  kind: 'rejected',
  rejection: {
    code: 'invalid_request',
    status: 422,
    message: `header.${name} ${JSON.stringify(key.slice(0, 100))} was used for another request; send a key of its own with each request, and the same one only to repeat it`,
  },
})

/** Equal for requests that ask for the same: by what they say, not by how it is written. */
const digestOf = ({ request, parameters, body }: Input): string =>
  createHash('sha256')
    .update(indexKey([request.path, fieldsOf(parameters.query), body === undefined ? null : [body.exact]]))
    .digest('base64url')

const fieldsOf = (values: ReadonlyMap<string, Json>): JsonObject => Object.fromEntries(values)

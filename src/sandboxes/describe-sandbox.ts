/**
 * A whole sandbox as the effects of its log: written when the log begins, and for checkpoints.
 */
import { describeDifference } from './describe-state.ts'
import { type Beginning, type Effect, effectFormat } from './effects.ts'
import type { Sandbox } from './sandbox.ts'
import { createState, type SandboxState } from './sandbox-state.ts'

const describeCreation = (
  { id, origin, fixtures, ttl, keys, initial, base }: Sandbox,
  kind: Beginning['kind'],
): Beginning => ({
  kind,
  format: effectFormat,
  id,
  origin,
  fixtures,
  ttl,
  base,
  scenarios: initial.scenarios,
  clock: initial.clock,
  initialKey: keys.initial,
})

/**
 * The first entry of a log: how the sandbox was created, and its changes so far. `parent` is the state of another sandbox
 * at the point of its log where this one starts.
 */
export function* describeStart(
  sandbox: Sandbox,
  parent: SandboxState | undefined,
  changes: readonly Effect[],
): Generator<Effect> {
  const { from } = sandbox.initial
  if (!from) {
    yield describeCreation(sandbox, 'created')
    yield* changes
  } else if (parent) {
    yield* describeDifference(parent, from)
    yield describeCreation(sandbox, 'forked')
    yield* changes
  } else {
    yield describeCreation(sandbox, 'created')
    yield* describeInitial(sandbox, from)
    // The state that it starts from may have had other scenarios, and another clock.
    const { clock, scenarios } = sandbox.initial
    yield { kind: 'state', change: { clock, scenarios } }
    yield* changes
  }
}

function* describeInitial({ setup, baseStore }: Sandbox, from: SandboxState): Generator<Effect> {
  yield* describeDifference(createState(setup, baseStore), from)
  yield { kind: 'set-initial-state' }
}

/**
 * Everything that a log needs to build the sandbox again, as it is now. What is described are copies, so later changes do
 * not matter. `withHistory`: also what undoes its latest changes.
 */
export const describeWholeSandbox = (sandbox: Sandbox, withHistory: boolean): Generator<Effect> => {
  const { keys, snapshots, initial, position, outbox } = sandbox
  const changedKeys = keys.changes()
  const taken = snapshots.list()
  const sent = [...outbox.describe()]
  const created = describeCreation(sandbox, 'created')
  const start = createState(sandbox.setup, sandbox.baseStore)
  const now = sandbox.capture()
  const undos = withHistory ? sandbox.history?.describe(now) : undefined
  return (function* () {
    yield created
    // The creation brings its key, which may have been deleted since.
    if (created.initialKey && !changedKeys.has(created.initialKey.key))
      yield { kind: 'remove-key', key: created.initialKey.key }
    for (const [value, key] of changedKeys) yield key ? { kind: 'key', key } : { kind: 'remove-key', key: value }
    yield* sent
    let last = start
    if (initial.from) {
      yield* describeDifference(last, initial.from)
      yield { kind: 'set-initial-state' }
      last = initial.from
    }
    for (const { name, at, state } of taken) {
      yield* describeDifference(last, state)
      yield { kind: 'take-snapshot', name, at }
      last = state
    }
    yield* describeDifference(last, now)
    if (undos) yield* undos
    yield { kind: 'position', position }
  })()
}

/**
 * A sandbox as the effects of its log: written when the log begins and for checkpoints, and read when it is loaded.
 */
import type { EmbeddedStore } from '../store/embedded-store.ts'
import { type Effect, effectFormat } from './effects.ts'
import { describeSandbox } from './recorder.ts'
import type { Sandbox } from './sandbox.ts'
import { applyToState, copyState, createState, migrateState } from './sandbox-state.ts'

const describeCreation = ({ id, origin, setup, fixtures, ttl, keys, initial }: Sandbox): Effect => ({
  kind: 'created',
  format: effectFormat,
  id,
  origin,
  fixtures,
  ttl,
  base: setup.baseOf(fixtures).digest,
  scenarios: initial.scenarios,
  clock: initial.clock,
  initialKey: keys.initial,
})

/** Everything that a log needs to build the sandbox again, as it is now. Later changes do not matter. */
export const describeWholeSandbox = (sandbox: Sandbox): Generator<Effect> => {
  const { from } = sandbox.initial
  return describeSandbox({
    created: describeCreation(sandbox),
    from: from && copyState(from),
    snapshots: sandbox.snapshots.list(),
    keys: new Map(sandbox.keys.changes()),
    state: sandbox.capture(),
  })
}

/** The effects of its first log entry, of which `changes` are the last. */
export const describeStart = (sandbox: Sandbox, changes: readonly Effect[]): Iterable<Effect> =>
  sandbox.initial.from ? describeWholeSandbox(sandbox) : [describeCreation(sandbox), ...changes]

/**
 * Makes a sandbox what the effects of its log lead to, or what it was created as if it has no log. `base` are the fixture
 * records that it was created with, if the files have changed since.
 */
export const replayLog = (
  sandbox: Sandbox,
  effects: Iterable<Effect> | undefined,
  base: EmbeddedStore | undefined,
): void =>
  sandbox.replay(() => {
    const { setup, fixtures, initial } = sandbox
    sandbox.keys.reset()
    sandbox.snapshots.clear()
    if (effects) sandbox.initial = { ...initial, from: undefined }
    const { from, scenarios, clock } = sandbox.initial
    const state = from ? migrateState(copyState(from), setup, fixtures) : createState(setup, fixtures, clock)
    sandbox.fixturesChanged = base !== undefined
    sandbox.state = { ...state, store: base?.adapt(state.store) ?? state.store, scenarios }
    for (const effect of effects ?? []) applyEffect(sandbox, effect)
  })

const applyEffect = (sandbox: Sandbox, effect: Effect): void => {
  switch (effect.kind) {
    case 'key':
      sandbox.keys.set(effect.key)
      break
    case 'remove-key':
      sandbox.keys.remove(effect.key)
      break
    case 'reset':
      sandbox.resetState()
      break
    case 'take-snapshot':
      sandbox.takeSnapshot(effect.name, effect.at)
      break
    case 'restore-snapshot': {
      const snapshot = sandbox.snapshots.find(effect.name)
      if (snapshot) sandbox.restore(snapshot)
      break
    }
    case 'delete-snapshot':
      sandbox.snapshots.delete(effect.name)
      break
    case 'set-initial-state':
      sandbox.initial = { ...sandbox.initial, from: sandbox.capture() }
      break
    default:
      sandbox.state = applyToState(sandbox.state, effect)
  }
}

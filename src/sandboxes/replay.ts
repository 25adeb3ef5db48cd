/**
 * Applies the effects of a log to a sandbox: all of them when it is loaded, and those that another process has appended.
 */
import type { EmbeddedStore } from '../store/embedded-store.ts'
import type { Beginning, Effect } from './effects.ts'
import type { Sandbox } from './sandbox.ts'
import type { Memento } from './sandbox-parts.ts'
import { applyToState, copyState, createState, migrateState, type SandboxState } from './sandbox-state.ts'

/** Finds fixture records by their digest. Those that effects name have been loaded before. */
export type FindBase = (digest: string) => EmbeddedStore

/** Digests of the fixture records that effects refer to. */
export const basesOf = (effects: Iterable<Effect>): ReadonlySet<string> => {
  const bases = new Set<string>()
  for (const effect of effects) if ('base' in effect) bases.add(effect.base)
  return bases
}

/** What a log leads to. */
export interface Replayed {
  /** How the sandbox was created. */
  readonly creation: Beginning
  /** Everything at an earlier position, from which the effects continue; undefined: they are all. */
  readonly earlier: Memento | undefined
  /** The state at the point of another log where this one starts; undefined: it starts from nothing. */
  readonly from: SandboxState | undefined
  readonly effects: readonly Effect[]
  /** Effects after these, which are tracked so that they can be undone. */
  readonly tracked: readonly Effect[]
  readonly findBase: FindBase
}

/** Makes a sandbox what its log leads to, or what it was created as if it has no log. */
export const replayLog = (sandbox: Sandbox, log: Replayed | undefined): void => {
  sandbox.history?.clear()
  sandbox.replay(() => {
    // Another process may have deleted it, and created one of the same name.
    if (log) sandbox.recreate(log.creation)
    sandbox.keys.clear()
    sandbox.outbox.clear()
    sandbox.snapshots.clear()
    sandbox.position = 0
    if (log) replayEffects(sandbox, log)
    else sandbox.resetState(sandbox.setup.baseOf(sandbox.fixtures))
  })
  if (log) applyEntries(sandbox, log.tracked, log.findBase)
}

const replayEffects = (sandbox: Sandbox, { earlier, from, effects, findBase }: Replayed): void => {
  const { setup, initial, fixtures } = sandbox
  sandbox.initial = { ...initial, from: undefined }
  if (earlier) sandbox.revert({ ...earlier, state: copyState(earlier.state) })
  else if (from) sandbox.state = migrateState(copyState(from), setup, fixtures)
  for (const effect of effects) applyEffect(sandbox, effect, findBase)
}

/** Applies what another process has appended. It is tracked, so that it can be undone. */
export const applyEntries = (sandbox: Sandbox, effects: readonly Effect[], findBase: FindBase): void => {
  for (const effect of effects) {
    if (effect.kind === 'commit') sandbox.commitChange(true)
    else applyEffect(sandbox, effect, findBase)
  }
}

const applyEffect = (sandbox: Sandbox, effect: Effect, findBase: FindBase): void => {
  switch (effect.kind) {
    case 'created':
    case 'forked':
      begin(sandbox, effect, findBase)
      break
    case 'commit':
      sandbox.position++
      break
    case 'position':
      sandbox.position = effect.position
      break
    case 'undo':
      sandbox.history?.addOlder(effect.position, effect.effects)
      break
    case 'key':
      sandbox.keys.set(effect.key)
      break
    case 'remove-key':
      sandbox.keys.remove(effect.key)
      break
    case 'target':
    case 'remove-target':
    case 'delivery':
    case 'change-delivery':
    case 'forget-delivery':
      sandbox.outbox.apply(effect)
      break
    case 'reset':
      sandbox.resetState(findBase(effect.base))
      break
    case 'use-fixtures':
      sandbox.useFixtures(findBase(effect.base))
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
      // The clock may be another one.
      if (effect.kind === 'state') sandbox.outbox.wake()
  }
}

/** A log begins with the fixture records, or with the state that a fork starts from. */
const begin = (sandbox: Sandbox, { kind, base, scenarios, clock }: Beginning, findBase: FindBase): void => {
  const { setup } = sandbox
  sandbox.baseStore = findBase(base)
  if (kind === 'created') sandbox.state = createState(setup, sandbox.baseStore, clock)
  sandbox.initial = { from: kind === 'forked' ? sandbox.capture() : undefined, scenarios, clock }
  sandbox.state = { ...sandbox.state, clock, scenarios: scenarios.filter((name) => setup.scenarios.has(name)) }
}

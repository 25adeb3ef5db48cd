/**
 * Applies the effects of a log to a sandbox: all of them when it is loaded, and those that another process has appended.
 */
import type { EmbeddedStore } from '../store/embedded-store.ts'
import { type Beginning, type Effect, isBeginning } from './effects.ts'
import type { Sandbox } from './sandbox.ts'
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
  /** The state at the point of another log where this one starts; undefined: it starts from nothing. */
  readonly from: SandboxState | undefined
  readonly effects: readonly Effect[]
  /** Effects after these, which are tracked so that they can be undone. */
  readonly tracked: readonly Effect[]
}

/** Makes a sandbox what its log leads to, or what it was created as if it has no log. */
export const replayLog = (sandbox: Sandbox, log: Replayed | undefined, findBase: FindBase): void => {
  sandbox.history?.clear()
  sandbox.replay(() => {
    const creation = log?.effects.find(isBeginning)
    // Another process may have deleted it, and created one of the same name.
    if (creation) sandbox.recreate(creation)
    const { setup, initial, fixtures } = sandbox
    sandbox.keys.reset()
    sandbox.snapshots.clear()
    sandbox.position = 0
    if (!log) {
      sandbox.resetState(setup.baseOf(fixtures))
      return
    }
    sandbox.initial = { ...initial, from: undefined }
    if (log.from) sandbox.state = migrateState(copyState(log.from), setup, fixtures)
    for (const effect of log.effects) applyEffect(sandbox, effect, findBase)
  })
  if (log) applyEntries(sandbox, log.tracked, findBase)
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

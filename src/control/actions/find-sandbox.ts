/**
 * Finds sandboxes, snapshots and scenarios by name, with an error that lists what exists.
 */
import { suggest } from '../../contract/values/nearest.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import type { Snapshot } from '../../sandboxes/snapshots.ts'
import { ControlError, quote } from './control-error.ts'

/** Throws ControlError 404. */
export const findSandbox = (sandboxes: Sandboxes, id: string): Sandbox => {
  const found = sandboxes.find(id)
  if (found) return found
  throw new ControlError(
    404,
    `there is no sandbox ${quote(id)}; create it, or send an authenticated request with this Sandbox-Id, which creates it`,
  )
}

/** Throws ControlError 404. */
export const findSnapshot = (sandbox: Sandbox, name: string): Snapshot => {
  const found = sandbox.snapshots.find(name)
  if (found) return found
  const known = sandbox.snapshots.list().map((snapshot) => snapshot.name)
  throw new ControlError(
    404,
    `the sandbox ${quote(sandbox.id)} has no snapshot ${quote(name)}${known.length === 0 ? '; it has no snapshots' : `. ${suggest(name, known)}`}`,
  )
}

/** Each of them is looked at for every request. */
export const maxScenarios = 32

/** Parses scenario names separated by commas; null means none. Throws ControlError 400 for an unknown name. */
export const readScenarios = (sandboxes: Sandboxes, given: string | null): readonly string[] => {
  const names = (given ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'none')
  const known = [...sandboxes.setup.scenarios.keys()]
  if (names.length > maxScenarios)
    throw new ControlError(400, `a sandbox can have at most ${maxScenarios} active scenarios, got ${names.length}`)
  for (const name of names) {
    if (!known.includes(name))
      throw new ControlError(400, `there is no scenario ${quote(name)}. ${suggest(name, known)}`)
  }
  return names
}

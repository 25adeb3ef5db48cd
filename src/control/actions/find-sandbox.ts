/**
 * Finding by name what somebody asks for: a sandbox, its snapshot, scenarios.
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
    `there is no sandbox ${quote(id)}: make it, or send a request that names it in Sandbox-Id, which makes it too`,
  )
}

/** Throws ControlError 404. */
export const findSnapshot = (sandbox: Sandbox, name: string): Snapshot => {
  const found = sandbox.snapshots.find(name)
  if (found) return found
  const known = sandbox.snapshots.list().map((snapshot) => snapshot.name)
  throw new ControlError(
    404,
    `the sandbox ${quote(sandbox.id)} has no snapshot ${quote(name)}; ${known.length === 0 ? 'it has none' : suggest(name, known)}`,
  )
}

/** Names of scenarios by comma; null for none. Throws ControlError 400 for one that is not there. */
export const readScenarios = (sandboxes: Sandboxes, given: string | null): readonly string[] => {
  const names = (given ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'none')
  const known = [...sandboxes.setup.scenarios.keys()]
  for (const name of names) {
    if (!known.includes(name))
      throw new ControlError(400, `there is no scenario ${quote(name)}; ${suggest(name, known)}`)
  }
  return names
}

/**
 * Limits the scenarios that the control API adds: those that are not saved are in memory, and those that are saved are loaded
 * with each start. Files that the user has written are not limited.
 */
import { stat } from 'node:fs/promises'
import { isBuiltIn } from '../../loading/edit-scenarios.ts'
import type { Setup } from '../../loading/setup.ts'
import type { Scenario } from '../../scenarios/scenario.ts'
import { ControlError } from './control-error.ts'

/** Scenarios that are not built in, and the bytes of their sources. */
export const scenarioLimits = { count: 1_000, bytes: 16 * 1024 * 1024 }

/** Throws ControlError 507 where no scenario of that name and source can be added. */
export const requireRoomForScenario = async (setup: Setup, name: string, source: string): Promise<void> => {
  const { count, bytes } = scenarioLimits
  const others = [...setup.scenarios.values()].filter(
    (scenario) => scenario.name !== name && !isBuiltIn(setup, scenario.file),
  )
  if (others.length >= count)
    throw new ControlError(507, `a server may have ${count} scenarios of its own; delete some`)
  let size = Buffer.byteLength(source)
  for (const other of others) size += await sizeOf(setup, other)
  if (size > bytes)
    throw new ControlError(507, `the scenarios of a server may have ${bytes} bytes together; delete some`)
}

const sizeOf = async ({ drafts, scenarioPlaces }: Setup, { name, file }: Scenario): Promise<number> => {
  const draft = drafts.get(name)
  if (draft) return Buffer.byteLength(draft.text)
  if (scenarioPlaces.inline) return 0
  // A file may have been deleted since.
  return (await stat(file).catch(() => undefined))?.size ?? 0
}

/**
 * Drafts: scenarios that were defined while the server runs, and are not saved. A draft replaces the scenario of its name
 * until it is saved or deleted, or until the file of that scenario changes: the latest edit wins.
 */
import { readFile } from 'node:fs/promises'
import type { Finding } from '../errors.ts'
import type { ScenarioTargets } from '../scenarios/check-scenario.ts'
import { checkScenarioText, type ScenarioFolders, type ScenarioText } from '../scenarios/load-scenarios.ts'
import type { Scenario } from '../scenarios/scenario.ts'

export interface Draft extends ScenarioText {
  /** The text of the file that it replaces, as it was then; undefined if there was none. */
  readonly replaced: string | undefined
}

export interface ScenarioPlaces extends ScenarioFolders {
  /** Where scenarios are saved. It need not exist. */
  readonly folder: string
  readonly targets: ScenarioTargets
}

export interface DraftedScenarios {
  /** By name, in the order of their names. */
  readonly scenarios: ReadonlyMap<string, Scenario>
  readonly drafts: ReadonlyMap<string, Draft>
  readonly findings: readonly Finding[]
}

/** The scenarios with the drafts that are still newer than their files. */
export const applyDrafts = async (
  scenarios: ReadonlyMap<string, Scenario>,
  drafts: ReadonlyMap<string, Draft>,
  { shipped, targets }: Pick<ScenarioPlaces, 'shipped' | 'targets'>,
): Promise<DraftedScenarios> => {
  const all = new Map(scenarios)
  const current = new Map<string, Draft>()
  const findings: Finding[] = []
  for (const draft of drafts.values()) {
    const file = scenarios.get(draft.name)?.file
    if ((file === undefined ? undefined : await readText(file)) !== draft.replaced) continue
    const checked = await checkScenarioText(shipped, draft, targets)
    findings.push(...checked.findings)
    if (checked.scenario) all.set(draft.name, checked.scenario)
    current.set(draft.name, draft)
  }
  return { scenarios: new Map([...all].sort(([a], [b]) => (a < b ? -1 : 1))), drafts: current, findings }
}

/** Undefined if the file cannot be read. */
export const readText = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Control actions on scenarios: their source, and changing them while the server runs.
 */
import { suggest } from '../../contract/values/nearest.ts'
import { type Finding, formatPlace, LoadError, UsageError } from '../../errors.ts'
import {
  checkScenario,
  defineScenario,
  deleteScenario,
  findSaveFile,
  isBuiltIn,
  readScenarioSource,
  saveScenario,
  versionOf,
} from '../../loading/edit-scenarios.ts'
import type { Setup } from '../../loading/setup.ts'
import type { JsonObject } from '../../ports.ts'
import { checkScenarioName } from '../../scenarios/scenario-name.ts'
import { ControlError, quote } from './control-error.ts'
import { describeEffect, describeSteps } from './describe-scenario.ts'
import { requireRoomForScenario } from './scenario-room.ts'

export interface ScenarioDeps {
  readonly setup: () => Setup
  /** Replaces the setup, alone. */
  readonly changeSetup: (edit: (setup: Setup) => Promise<Setup>) => Promise<void>
}

export interface PutScenario {
  readonly source: string
  readonly save?: boolean
  /** The version of the file that was edited; null: there was no file. */
  readonly version?: string | null
}

/** Rejects with ControlError 404. */
export const viewScenario = async (setup: Setup, name: string): Promise<JsonObject> => {
  const scenario = setup.scenarios.get(name)
  if (!scenario)
    throw new ControlError(404, `there is no scenario ${quote(name)}. ${suggest(name, [...setup.scenarios.keys()])}`)
  const draft = setup.drafts.get(name)
  return {
    name,
    description: scenario.description,
    file: scenario.file,
    source: draft?.text ?? (await readScenarioSource(setup, scenario)),
    saved: draft === undefined,
    builtIn: isBuiltIn(setup, scenario.file),
    saveTo: (await findSaveFile(setup, name)) ?? null,
    version: await versionOf(setup, name),
    steps: describeSteps(scenario),
    ...describeEffect(scenario, setup.scenarioPlaces.targets.operations),
  }
}

/** With `save`, also writes its file. Rejects with ControlError 400, 409, 507. */
export const putScenario = async (
  { setup, changeSetup }: ScenarioDeps,
  name: string,
  { source, save = false, version }: PutScenario,
): Promise<JsonObject> => {
  await reporting(async () => {
    checkScenarioName(name)
  }, 400)
  await reporting(
    () =>
      changeSetup(async (current) => {
        await requireRoomForScenario(current, name, source)
        return (save ? saveScenario : defineScenario)(current, name, { text: source, version })
      }),
    409,
  )
  return viewScenario(setup(), name)
}

/** Rejects with ControlError 404, 409. */
export const removeScenario = async (
  { setup, changeSetup }: ScenarioDeps,
  name: string,
  alsoFile: boolean,
): Promise<void> => {
  await viewScenario(setup(), name)
  await reporting(() => changeSetup((current) => deleteScenario(current, name, alsoFile)), 409)
}

/** The findings of a scenario, for an editor. */
export const checkSource = async (setup: Setup, name: string, source: string): Promise<JsonObject> => {
  const findings = await checkScenario(setup, name, source)
  return {
    findings: findings.map(({ code, line, column, message }) => ({
      code,
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
      message,
    })),
    saveTo: (await findSaveFile(setup, name)) ?? null,
  }
}

/** `status`: that of a wrong use, such as a name that is taken. */
const reporting = async (run: () => Promise<void>, status: number): Promise<void> => {
  try {
    await run()
  } catch (error) {
    if (error instanceof UsageError) throw new ControlError(status, error.message)
    if (error instanceof LoadError) throw toControlError(error.findings)
    throw error
  }
}

const toControlError = (findings: readonly Finding[]): ControlError =>
  new ControlError(
    400,
    findings.map((finding) => `${formatPlace(finding)}: ${finding.message}`).join('; '),
    findings.map((finding) => ({ at: formatPlace(finding), keyword: finding.code, message: finding.message })),
  )

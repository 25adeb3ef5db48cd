/**
 * Changes scenarios while the server runs: defines them, saves them in the user's folder, and deletes them. Each function
 * returns the setup to serve next.
 */

import { createHash, randomBytes } from 'node:crypto'
import { lstat, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { isDataFile } from '../contract/document/data-file.ts'
import { readInline } from '../contract/document/inline.ts'
import { type Finding, LoadError, UsageError } from '../errors.ts'
import { makeFolder } from '../make-folder.ts'
import { checkScenarioText, loadScenarios, nameOfInline } from '../scenarios/load-scenarios.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { checkScenarioName, isScenarioName } from '../scenarios/scenario-name.ts'
import { applyDrafts, type Draft, readText } from './drafts.ts'
import type { Setup } from './setup.ts'
import { withTree } from './watched.ts'

/** The findings of a scenario, as `standin check` reports them. */
export const checkScenario = async (setup: Setup, name: string, text: string): Promise<readonly Finding[]> => {
  const { shipped, targets } = setup.scenarioPlaces
  return (await checkScenarioText(shipped, { name, file: `${name}.yaml`, text }, targets)).findings
}

/**
 * The version of the user's file that the source of a scenario is from: a hash of its text. Null without such a file: the
 * scenario is built in, or was never saved.
 */
export const versionOf = async (setup: Setup, name: string): Promise<string | null> => {
  const { file, replaced } = await findReplaced(setup, name)
  return file === undefined || cannotSave(setup) || !isIn(setup.scenarioPlaces.folder, file) ? null : hashOf(replaced)
}

const hashOf = (text: string | undefined): string | null =>
  text === undefined ? null : createHash('sha256').update(text).digest('hex').slice(0, 16)

const isIn = (folder: string, file: string): boolean => dirname(resolve(file)) === resolve(folder)

/** Throws UsageError if the user's file is not at the version from which an edit started. */
const checkVersion = async (setup: Setup, name: string, version: string | null | undefined): Promise<void> => {
  if (version === undefined || cannotSave(setup)) return
  const { folder } = setup.scenarioPlaces
  const own = (await namesIn(folder)).find((entry) => isFileOf(entry, name))
  const file = join(folder, own ?? `${name}.yaml`)
  if (version === (own === undefined ? null : hashOf(await readText(file)))) return
  const change = own === undefined ? 'was deleted' : version === null ? 'was created' : 'was changed'
  throw new UsageError(
    `${file} ${change} elsewhere since the scenario was read; read it again, or send no version to overwrite it`,
  )
}

/** A text for a scenario, as an editor sends it. */
export interface ScenarioEdit {
  readonly text: string
  /** The version that was edited; null: there was no file. Undefined: whatever is there is replaced. */
  readonly version?: string | null | undefined
}

/** Serves a scenario that is not saved. Rejects with LoadError, UsageError. */
export const defineScenario = async (setup: Setup, name: string, { text, version }: ScenarioEdit): Promise<Setup> => {
  checkScenarioName(name)
  await checkVersion(setup, name, version)
  const { file, replaced } = await findReplaced(setup, name)
  const draft: Draft = { name, file: file ?? join(setup.scenarioPlaces.folder, `${name}.yaml`), text, replaced }
  const { shipped, targets } = setup.scenarioPlaces
  const { scenario, findings } = await checkScenarioText(shipped, draft, targets)
  if (!scenario || findings.length > 0) throw new LoadError(findings)
  for (const { records } of scenario.steps)
    if (records !== undefined && records !== 'none') await setup.openSet(records)
  const scenarios = new Map([...setup.scenarios, [name, scenario] as const].sort(([a], [b]) => (a < b ? -1 : 1)))
  return { ...setup, generation: setup.generation + 1, scenarios, drafts: new Map(setup.drafts).set(name, draft) }
}

/** The same, and writes it into the folder of the user's scenarios. Rejects with LoadError, UsageError. */
export const saveScenario = async (setup: Setup, name: string, edit: ScenarioEdit): Promise<Setup> => {
  const next = await defineScenario(setup, name, edit)
  const { folder } = setup.scenarioPlaces
  if (setup.scenarioPlaces.inline)
    throw new UsageError(
      'the scenarios of this server are objects in code, so none is saved to a file; define it without saving, and copy it into the code',
    )
  if (isShipped(setup))
    throw new UsageError('the folder of scenarios is that of the built-in ones; choose another one with --scenarios')
  const file = await placeOf(folder, name)
  await makeFolder(folder)
  // The file is replaced at once, so that nobody reads a part of it.
  const temporary = join(folder, `.${name}.${randomBytes(6).toString('hex')}.tmp`)
  try {
    await writeFile(temporary, edit.text, { flag: 'wx' })
    await rename(temporary, file)
  } finally {
    await rm(temporary, { force: true })
  }
  return withoutDraft(next, name)
}

/** Serves the file of a scenario again in place of its draft. With `alsoFile`, deletes the user's file. */
export const deleteScenario = async (setup: Setup, name: string, alsoFile: boolean): Promise<Setup> => {
  checkScenarioName(name)
  const { folder } = setup.scenarioPlaces
  const own = cannotSave(setup) ? undefined : (await namesIn(folder)).find((entry) => isFileOf(entry, name))
  if (alsoFile && own !== undefined) await rm(await placeOf(folder, name), { force: true })
  else if (!setup.drafts.has(name))
    throw new UsageError(
      own === undefined
        ? `the scenario ${name} is ${isInline(setup, name) ? 'an object in code' : 'built in'}; it cannot be deleted, but a scenario of your own replaces it`
        : `the scenario ${name} is saved in ${join(folder, own)}; file=true deletes the file`,
    )
  return withoutDraft(setup, name)
}

/** All scenarios as the files and the other drafts have them. */
const withoutDraft = async (setup: Setup, name: string): Promise<Setup> => {
  const { shipped, folder, targets, inline } = setup.scenarioPlaces
  const own = !inline && (await namesIn(folder)).length > 0 ? folder : undefined
  const drafts = new Map(setup.drafts)
  drafts.delete(name)
  const loaded = await loadScenarios({ shipped, own, inline }, targets)
  const drafted = await applyDrafts(loaded.scenarios, drafts, setup.scenarioPlaces)
  const findings = [...loaded.findings, ...drafted.findings]
  if (findings.length > 0) throw new LoadError(findings)
  const { scenarios } = drafted
  const scenarioPlaces = { ...setup.scenarioPlaces, own }
  // The first scenario that is saved creates the folder.
  return {
    ...setup,
    generation: setup.generation + 1,
    scenarios,
    drafts: drafted.drafts,
    scenarioPlaces,
    watched: own === undefined ? setup.watched : withTree(setup.watched, resolve(own)),
  }
}

/** Whether a file is one of the built-in scenarios. */
export const isBuiltIn = ({ scenarioPlaces: { shipped } }: Setup, file: string): boolean =>
  dirname(resolve(file)) === resolve(shipped)

/** The file that saving writes; undefined if scenarios cannot be saved. */
export const findSaveFile = async (setup: Setup, name: string): Promise<string | undefined> => {
  if (cannotSave(setup) || !isScenarioName(name)) return undefined
  const { folder } = setup.scenarioPlaces
  const own = (await namesIn(folder)).find((entry) => isFileOf(entry, name))
  return join(folder, own ?? `${name}.yaml`)
}

/** The source of a scenario: the text of its file, or its object as JSON. */
export const readScenarioSource = async ({ scenarioPlaces }: Setup, { name, file }: Scenario): Promise<string> => {
  const value = scenarioPlaces.inline?.find((inline) => inline.name === file && nameOfInline(inline) === name)
  return value ? readInline(value).text : ((await readText(file)) ?? '')
}

const isInline = ({ scenarioPlaces }: Setup, name: string): boolean =>
  scenarioPlaces.inline?.some((inline) => nameOfInline(inline) === name) ?? false

const cannotSave = (setup: Setup): boolean => setup.scenarioPlaces.inline !== undefined || isShipped(setup)

const isShipped = ({ scenarioPlaces: { shipped, folder } }: Setup): boolean => resolve(shipped) === resolve(folder)

/** The file of the scenario that a draft replaces. */
const findReplaced = async (
  { scenarios, drafts }: Setup,
  name: string,
): Promise<{ readonly file: string | undefined; readonly replaced: string | undefined }> => {
  const known = drafts.get(name)
  if (known) return { file: known.file, replaced: known.replaced }
  const file = scenarios.get(name)?.file
  return { file, replaced: file === undefined ? undefined : await readText(file) }
}

const isFileOf = (entry: string, name: string): boolean => isDataFile(entry) && basename(entry, extname(entry)) === name

/** The file to write or delete: directly in the folder, and no symbolic link. Throws UsageError. */
const placeOf = async (folder: string, name: string): Promise<string> => {
  const names = await namesIn(folder)
  const own = names.find((entry) => isFileOf(entry, name)) ?? `${name}.yaml`
  // Some file systems do not distinguish upper and lower case.
  const other = names.find((entry) => entry !== own && entry.toLowerCase() === own.toLowerCase())
  if (other !== undefined) throw new UsageError(`the folder of scenarios has ${other} already; choose another name`)
  const file = join(folder, own)
  if (!isIn(folder, file)) throw new UsageError(`${own} is not in the folder of scenarios`)
  const status = names.includes(own) ? await lstat(file) : undefined
  if (status && !status.isFile()) throw new UsageError(`${file} is not a regular file, so it is not changed`)
  return file
}

/** None if the folder does not exist. */
const namesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    return await readdir(folder)
  } catch {
    return []
  }
}

/**
 * Loads two folders of scenarios: the built-in ones, then the user's. A user's scenario replaces a built-in one of the same
 * name.
 */

import { readdir, realpath } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { isDataFile } from '../contract/document/data-file.ts'
import { type InlineValue, readInline } from '../contract/document/inline.ts'
import { findingAt, parseSource, readSource, type Source } from '../contract/document/source.ts'
import { createSchemaCompiler } from '../contract/schema/schema-compiler.ts'
import { getOwn, getString, itemsOf } from '../contract/values/json-object.ts'
import { type Finding, LoadError } from '../errors.ts'
import { checkScenario, isForeignScenario, type ScenarioTargets } from './check-scenario.ts'
import { parseScenario, type ScenarioSchema } from './parse-scenario.ts'
import type { Scenario } from './scenario.ts'
import { describeUnrequestable } from './scenario-name.ts'

export interface ScenarioFolders {
  /** The built-in scenarios and the published schema. */
  readonly shipped: string
  /** The user's scenarios; undefined if there is no such folder. */
  readonly own: string | undefined
  /** Scenarios that code gives as objects, in place of a folder; `name` is `scenarios.NAME`. */
  readonly inline?: readonly InlineValue[] | undefined
}

/** The name of a scenario that is given as an object. */
export const nameOfInline = ({ name }: InlineValue): string => name.slice(inlinePrefix.length)

export const inlinePrefix = 'scenarios.'

export interface LoadedScenarios {
  /** By name, in the order of their names. */
  readonly scenarios: ReadonlyMap<string, Scenario>
  readonly findings: readonly Finding[]
}

/**
 * Loads and checks scenarios. A built-in one that names an operation or lifecycle that no document has is skipped.
 * Without targets, because no document loads, only the structure of the files is checked.
 */
export const loadScenarios = async (
  { shipped, own, inline = [] }: ScenarioFolders,
  targets: ScenarioTargets | undefined,
): Promise<LoadedScenarios> => {
  const scenarios = new Map<string, Scenario>()
  const findings: Finding[] = []
  const isOwn = own !== undefined && (await isSameFolder(own, shipped))
  // The built-in scenarios are known to conform to the schema, unless this folder is the user's too.
  const schema = own === undefined && inline.length === 0 ? undefined : await loadSchema(shipped)
  for (const file of await listScenarios(shipped)) {
    const loaded = await loadScenario(file, isOwn ? schema : undefined)
    if (isOwn) findings.push(...loaded.findings)
    if (!loaded.scenario || (targets && isForeignScenario(loaded.scenario, targets))) continue
    scenarios.set(loaded.scenario.name, loaded.scenario)
    if (isOwn) findings.push(...(await checkAgainst(loaded, targets)))
  }
  const ownFiles = own === undefined || isOwn ? [] : await listScenarios(own)
  const owners = new Map<string, string>()
  for (const loaded of [
    ...(await Promise.all(ownFiles.map((file) => loadScenario(file, schema)))),
    ...(await Promise.all(inline.map((value) => loadInline(value, schema)))),
  ]) {
    findings.push(...loaded.findings, ...(await checkAgainst(loaded, targets)))
    if (!loaded.scenario) continue
    const { name, file } = loaded.scenario
    const unrequestable = describeUnrequestable(name)
    if (unrequestable !== undefined)
      findings.push({ code: 'scenario-structure', file, message: `${unrequestable}; rename the file` })
    const first = owners.get(name)
    if (first === undefined) scenarios.set(name, loaded.scenario)
    else findings.push({ code: 'scenario-structure', file, message: describeSameName(name, first) })
    owners.set(name, first ?? file)
  }
  return { scenarios: new Map([...scenarios].sort(([a], [b]) => (a < b ? -1 : 1))), findings }
}

const describeSameName = (name: string, first: string): string =>
  `the scenario ${name} is already in ${basename(first)}; rename one of the files`

const checkAgainst = async (
  { source, scenario }: LoadedScenario,
  targets: ScenarioTargets | undefined,
): Promise<readonly Finding[]> => {
  if (!source || !scenario || !targets) return []
  const problems = checkScenario(scenario, targets)
  return Promise.all(problems.map(({ pointer, message }) => findingAt(source, pointer, 'scenario-mismatch', message)))
}

const isSameFolder = async (first: string, second: string): Promise<boolean> =>
  (await realpath(first)) === (await realpath(second))

/** Files of scenarios in a folder, by name. */
const listScenarios = async (folder: string): Promise<readonly string[]> => {
  try {
    const names = await readdir(folder)
    return names
      .filter((name) => isDataFile(name) && !name.endsWith('.schema.json'))
      .sort()
      .map((name) => join(folder, name))
  } catch (error) {
    throw new LoadError(
      [
        {
          code: 'file-unreadable',
          file: folder,
          message: 'the folder of scenarios does not exist; create it, or name another folder with --scenarios',
        },
      ],
      { cause: error },
    )
  }
}

const loadSchema = async (shipped: string): Promise<ScenarioSchema> => {
  const file = join(shipped, 'scenario.schema.json')
  const { data } = await readSource(file, 'named')
  const compiler = createSchemaCompiler(new Map([[file, data]]), '3.1')
  return { validate: compiler.compile({ file, pointer: '', value: data }, 'request'), examples: listExamples(data) }
}

/** The examples of each schema with a pattern, by the pattern. */
const listExamples = (schema: unknown): ReadonlyMap<string, string> => {
  const examples = new Map<string, string>()
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const pattern = getString(value, 'pattern')
    const shown = itemsOf(getOwn(value, 'examples'))
    if (pattern !== undefined && shown.length > 0) examples.set(pattern, shown.join(', '))
    Object.values(value).forEach(collect)
  }
  collect(schema)
  return examples
}

interface LoadedScenario {
  readonly source?: Source
  readonly scenario?: Scenario | undefined
  readonly findings: readonly Finding[]
}

/** A scenario as text, which need not be in a file. */
export interface ScenarioText {
  readonly name: string
  /** The file that it would be in, for findings. */
  readonly file: string
  readonly text: string
}

/** The largest number of values of a scenario. Aliases of YAML can repeat a value billions of times. */
const maxValues = 100_000

/** Checks a scenario as `standin check` does. The scenario is undefined if its structure is invalid. */
export const checkScenarioText = async (
  shipped: string,
  { name, file, text }: ScenarioText,
  targets: ScenarioTargets,
): Promise<Omit<LoadedScenario, 'source'>> => {
  const read = async (): Promise<Source> => {
    const source = await parseSource(file, text)
    if (countValues(source.data, maxValues) <= maxValues) return source
    const message = `the scenario has more than ${maxValues} values, with aliases written out`
    throw new LoadError([{ code: 'scenario-structure', file, message }])
  }
  const loaded = await loadScenario(file, await loadSchema(shipped), name, read)
  return { scenario: loaded.scenario, findings: [...loaded.findings, ...(await checkAgainst(loaded, targets))] }
}

/** Stops counting soon after the limit. */
const countValues = (value: unknown, limit: number): number => {
  let count = 1
  if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) {
      if (count > limit) break
      count += countValues(item, limit - count)
    }
  return count
}

const loadInline = (value: InlineValue, schema: ScenarioSchema | undefined): Promise<LoadedScenario> =>
  loadScenario(value.name, schema, nameOfInline(value), async () => readInline(value))

const loadScenario = async (
  file: string,
  schema: ScenarioSchema | undefined,
  name = basename(file, extname(file)),
  read = () => readSource(file, { found: dirname(file) }),
): Promise<LoadedScenario> => {
  try {
    const source = await read()
    const { scenario, problems } = await parseScenario(source, name, schema)
    const findings = await Promise.all(
      problems.map(({ pointer, message }) => findingAt(source, pointer, 'scenario-structure', message)),
    )
    return { source, scenario, findings }
  } catch (error) {
    if (error instanceof LoadError) return { findings: error.findings }
    throw error
  }
}

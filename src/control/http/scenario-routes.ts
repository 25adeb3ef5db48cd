/**
 * The routes of the control API on scenarios.
 */
import { isBuiltIn } from '../../loading/edit-scenarios.ts'
import { checkSource, type PutScenario, putScenario, removeScenario, viewScenario } from '../actions/edit-scenarios.ts'
import { writeScenarioSchema } from '../actions/scenario-schema.ts'
import { bodyOf, empty, json, pathOf, queryOf, type Route } from './route.ts'

export const scenarioRoutes: Readonly<Record<string, Route>> = {
  listScenarios: (_, { setup }) =>
    json(
      [...setup().scenarios.values()].map(({ name, description, file, steps }) => ({
        name,
        description,
        file,
        steps: steps.length,
        saved: !setup().drafts.has(name),
        builtIn: isBuiltIn(setup(), file),
      })),
    ),
  checkScenario: async (input, { setup }) => {
    const { source, name = 'scenario' } = bodyOf<{ readonly source: string; readonly name?: string }>(input)
    return json(await checkSource(setup(), name, source))
  },
  getScenarioSchema: async (_, { setup }) => json(await writeScenarioSchema(setup())),
  getScenario: async (input, { setup }) => json(await viewScenario(setup(), pathOf(input, 'scenario'))),
  putScenario: async (input, deps) =>
    json(await putScenario(deps, pathOf(input, 'scenario'), bodyOf<PutScenario>(input))),
  deleteScenario: async (input, deps) => {
    await removeScenario(deps, pathOf(input, 'scenario'), queryOf<{ readonly file?: boolean }>(input).file ?? false)
    return empty
  },
}

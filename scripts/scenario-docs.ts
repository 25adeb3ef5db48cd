/**
 * docs/scenarios.md, made of the shipped scenarios and the published schema. `npm run docs` writes it; a test compares.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { getOwn, getString, isJsonObject, itemsOf } from '../src/contract/values/json-object.ts'

const folder = new URL('../scenarios/', import.meta.url)

/** The whole page. */
export const writeScenarioDocs = (): string => {
  const schema: unknown = JSON.parse(readFileSync(new URL('scenario.schema.json', folder), 'utf8'))
  return [...introduction, ...shippedScenarios(), ...fieldTables(schema), ...closing].join('\n')
}

const introduction: readonly string[] = [
  '# Scenarios',
  '',
  'Made by `npm run docs` from the files in `scenarios/` and their schema.',
  '',
  'A scenario is a named script of departures from normal behaviour. Ask for one with a header, for one request:',
  '',
  '```sh',
  "curl -H 'Sandbox-Scenario: unauthorized' -H 'Authorization: Bearer sandbox-key' http://127.0.0.1:4010/v1/pets",
  '```',
  '',
  'Several are tried in their order: `Sandbox-Scenario: slow, flaky`. `none` switches off, for one request, what is on.',
  'Clients that cannot set headers write `?__scenario=unauthorized`. To have one on until it is switched off, start with',
  '`--scenario flaky`, or tell a sandbox:',
  '',
  '```sh',
  `curl -X PUT -H 'Content-Type: application/json' -d '{"scenario":"flaky"}' http://127.0.0.1:4010/_sandbox/sandboxes/default/scenario`,
  '```',
  '',
  'A scenario in the request wins over `Prefer`, and `Prefer` over the scenario of the sandbox. A name that does not exist is',
  'a 400. A forced response needs a good key too. `Sandbox-Trace` names the steps that took effect.',
  '',
]

const shippedScenarios = (): readonly string[] => {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
  const rows = files.map((name) => {
    const description = getString(load(readFileSync(new URL(name, folder), 'utf8')), 'description') ?? ''
    return `| \`${name.replace(/\.yaml$/, '')}\` | ${description.trim()} |`
  })
  return ['## Those that ship', '', '| scenario | what a client meets |', '|---|---|', ...rows, '']
}

const fieldTables = (schema: unknown): readonly string[] => {
  const definitions = getOwn(schema, '$defs')
  return [
    '## Your own',
    '',
    'A YAML or JSON file in `./scenarios` (or `--scenarios DIR`), named after the scenario. One of the same name as a shipped',
    'one replaces it. The first line lets an editor complete and check it:',
    '',
    '```yaml',
    '# yaml-language-server: $schema=node_modules/standin/scenarios/scenario.schema.json',
    'description: The second call to list the animals is rejected, then all is well again.',
    'steps:',
    '  - when: { operation: listPets, call: 2 }',
    '    respond: { status: 401 }',
    '```',
    '',
    ...table('A scenario', schema, ''),
    ...table('A step', getOwn(definitions, 'step'), ''),
    ...table('`when`', getOwn(definitions, 'when'), 'when.'),
    ...table('`respond`', getOwn(definitions, 'respond'), 'respond.'),
  ]
}

const table = (title: string, schema: unknown, prefix: string): readonly string[] => {
  const required = itemsOf(getOwn(schema, 'required'))
  const properties = getOwn(schema, 'properties')
  const rows = Object.entries(isJsonObject(properties) ? properties : {}).map(([name, property]) => {
    const choices = itemsOf(getOwn(property, 'enum'))
    const described = `${getString(property, 'description') ?? ''}${choices.length === 0 ? '' : ` One of ${choices.join(', ')}.`}`
    return `| \`${prefix}${name}\` | ${required.includes(name) ? 'yes' : 'no'} | ${described.trim()} |`
  })
  return [`### ${title}`, '', '| field | required | what it is |', '|---|---|---|', ...rows, '']
}

const closing: readonly string[] = [
  '## How steps work together',
  '',
  'Steps are tried in order. A step that answers (`respond`, `fault`, a `limit` exceeded) ends the search; one that only',
  'delays, holds, sets the clock or the records takes effect and the search goes on, in the same scenario and in the next of',
  'the list. Nothing matching means normal behaviour.',
  '',
  '`call` counts, per step and sandbox, the requests that the rest of `when` matches, whether or not the step comes to its',
  'turn. Counters, limits and records of a scenario belong to the sandbox and start again when it is reset.',
  '',
  'A step on `"*"` applies where the operation documents its status; elsewhere the answer is the normal one and',
  '`Sandbox-Notice` says `scenario-passed-over`. A response must be documented, and a body must fit its schema, unless the step',
  'says `contract: ignore`. The 429 of a limit needs no permission; where the document has none, a notice says so.',
  '',
  'A limit answers with `Retry-After`, `RateLimit` and `RateLimit-Policy` as in draft-ietf-httpapi-ratelimit-headers-10.',
  'Delays and the fault `timeout` are real time, whatever the clock of the sandbox is. Where a delay has two bounds, its',
  'length follows from the seed.',
  '',
  'Texts of a scripted body or header may hold runtime expressions of OpenAPI: `{$request.path.petId}`,',
  '`{$request.query.limit}`, `{$request.header.x-tenant}`, `{$request.body#/name}`, `{$request.body}`, `{$url}`, `{$method}`,',
  '`{$statusCode}`. Alone in a text, an expression keeps its type.',
  '',
  '`standin check` holds all scenarios against the documents: unknown operations, statuses that are not documented, bodies that',
  'do not fit, steps that are never reached.',
  '',
]

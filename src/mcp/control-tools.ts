/**
 * The tools that are one call of the control API each. Their arguments and schemas come from its document, so that they agree
 * with what the server accepts; this table says which operations are tools, and what a client needs to know about each.
 */
import { getOwn, isJsonObject, itemsOf } from '../contract/values/json-object.ts'
import { stringifyJson } from '../contract/values/json-text.ts'
import { UsageError } from '../errors.ts'
import type { Json, JsonObject } from '../ports.ts'
import { type ControlOperation, findControlOperation } from './control-operation.ts'
import { inlineReferences } from './inline-references.ts'
import type { Effect, Tool } from './tool.ts'

interface ToolSpec {
  readonly description: string
  readonly effect: Effect
  /** The argument for a body that is not an object with fixed properties. */
  readonly body?: string
  /** Defaults that override those of the control API, so that results are short. */
  readonly defaults?: JsonObject
  /** Whether the sandbox must be named. Otherwise it is `default`. */
  readonly needsSandbox?: boolean
}

const scenarioExample =
  'description: The second call gets 401.\\nsteps:\\n  - when: { operation: listOrders, call: 2 }\\n    respond: { status: 401 }'

/** By operationId. The name of a tool is the operationId in snake case. */
const controlTools = {
  listDocuments: {
    description:
      'Lists the served OpenAPI documents with their addresses and resources, and for each a request that succeeds, as curl, fetch and Python. Start here.',
    effect: 'reads',
  },
  suggestRequest: {
    description:
      'Returns a valid request for an operation, with values of existing records and an active key. Send it with send_request, changed as needed.',
    effect: 'reads',
  },
  sendRequest: {
    description:
      'Sends a request to the mock server, as a client would, and returns its response and the id of the exchange. To force a status, add the header Prefer: code=404, or Sandbox-Scenario: NAME.',
    effect: 'changes',
  },
  listExchanges: {
    description: 'Lists recorded requests with their responses, newest first. view=full has headers and bodies.',
    effect: 'reads',
    defaults: { limit: 20, order: 'newest', view: 'summary' },
  },
  explainExchange: {
    description:
      'Returns a recorded request and its response, and explains why it was answered so: matched operation, behaviour, scenario steps, violations of the contract.',
    effect: 'reads',
  },
  awaitExchanges: {
    description:
      'Waits until a client has sent matching requests. If the timeout passes, it returns what arrived instead and how that differs.',
    effect: 'reads',
  },
  listChanges: {
    description:
      'Lists the records that a request changed, with their values before and after. The server needs --rewind, --data or --store.',
    effect: 'reads',
  },
  listSandboxes: {
    description: 'Lists the sandboxes: isolated environments with their own records, clock, scenario and keys.',
    effect: 'reads',
    defaults: { limit: 50 },
  },
  createSandbox: {
    description:
      'Creates a sandbox and a key for it. The response has the addresses for a client, and the key. from copies another sandbox.',
    effect: 'changes',
  },
  resetSandbox: {
    description: 'Restores the initial state of a sandbox: records, clock, scenario, journal.',
    effect: 'deletes',
  },
  deleteSandbox: {
    description: 'Deletes a sandbox. The sandbox named default is reset instead.',
    effect: 'deletes',
    needsSandbox: true,
  },
  takeSnapshot: {
    description: 'Saves records, clock and scenario of a sandbox under a name, to restore them later.',
    effect: 'changes',
  },
  restoreSnapshot: { description: 'Restores a snapshot of a sandbox.', effect: 'deletes' },
  listScenarios: {
    description: 'Lists the scenarios: scripted failures and special cases, such as not-found, flaky, slow.',
    effect: 'reads',
  },
  getScenario: { description: 'Returns the source of a scenario, and its steps in words.', effect: 'reads' },
  setScenario: {
    description:
      'Switches scenarios on for all requests to a sandbox; names are separated by commas. null switches off.',
    effect: 'changes',
  },
  putScenario: {
    description: `Defines a scenario, or replaces it. source is YAML, for example: ${scenarioExample}. A mistake is reported with its line.`,
    effect: 'changes',
  },
  writeScenario: {
    description: 'Writes a scenario that repeats the response of a recorded request. Define it with put_scenario.',
    effect: 'reads',
  },
  getClock: { description: 'Returns the time of a sandbox, and whether it is frozen.', effect: 'reads' },
  setClock: {
    description: 'Sets the clock of a sandbox, or freezes it ({"frozen": true} alone freezes it now).',
    effect: 'changes',
  },
  advanceClock: { description: 'Moves the clock of a sandbox forward, or backward.', effect: 'changes' },
  clearClock: { description: 'Returns the clock of a sandbox to real time.', effect: 'changes' },
  listUpcoming: {
    description:
      'Lists what time will change next: statuses of records, keys that expire, operations that are removed.',
    effect: 'reads',
    defaults: { limit: 20 },
  },
  listResources: {
    description: 'Lists the kinds of record with their number, operations, columns and links.',
    effect: 'reads',
  },
  listRecords: {
    description: 'Lists the records of a resource: a page, sorted, filtered or searched.',
    effect: 'reads',
    defaults: { limit: 20 },
  },
  getRecord: { description: 'Returns a record.', effect: 'reads' },
  addRecord: {
    description: 'Adds a record, without a request of a client. An integer id is generated if it has none.',
    effect: 'changes',
    body: 'record',
  },
  patchRecord: {
    description: 'Changes properties of a record by a merge patch: null removes a property.',
    effect: 'changes',
    body: 'changes',
  },
  deleteRecord: { description: 'Deletes a record.', effect: 'deletes' },
  putRecords: { description: 'Replaces all records of a resource.', effect: 'deletes', body: 'records' },
  getSandboxCoverage: {
    description: 'Counts which documented operations, statuses, parameters and values the requests have used.',
    effect: 'reads',
  },
  listGaps: {
    description:
      'Lists documented pairs of operation and status that no request has covered, each with a request for it.',
    effect: 'reads',
    defaults: { limit: 10 },
  },
} as const satisfies Readonly<Record<string, ToolSpec>>

/** `description`: the document of the control API. */
export const createControlTools = (description: Json): readonly Tool[] =>
  Object.entries(controlTools).map(([id, spec]) => createTool(findControlOperation(description, id), description, spec))

const createTool = (operation: ControlOperation, description: Json, spec: ToolSpec): Tool => {
  const { defaults = {}, needsSandbox = false } = spec
  const fields = readFields(operation, description, spec)
  const schemaOf = ({ name, schema }: Field): JsonObject => {
    const value = getOwn(defaults, name)
    return value === undefined ? schema : { ...schema, default: value }
  }
  return {
    name: toSnakeCase(operation.id),
    description: spec.description,
    effect: spec.effect,
    input: {
      type: 'object',
      properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
      required: fields
        .filter(({ name, isRequired }) => isRequired && (name !== sandboxArgument || needsSandbox))
        .map(({ name }) => name),
    },
    run: async ({ args, control, signal }) => {
      // Where it is only a filter of the query, leaving it out means something else.
      const isDefault = !needsSandbox && fields.some(({ name, place }) => name === sandboxArgument && place === 'path')
      const sandbox = isDefault ? { [sandboxArgument]: 'default' } : {}
      const { text, total } = await control(
        writeRequest(operation, fields, { ...sandbox, ...defaults, ...args }),
        signal,
      )
      return { text: text === '' ? '"done"' : text, total }
    },
  }
}

/** An argument of a tool, and where the request has it. */
interface Field {
  readonly name: string
  /** Its name in the control API. */
  readonly original: string
  readonly place: 'path' | 'query' | 'body' | 'whole-body'
  readonly isRequired: boolean
  readonly schema: JsonObject
}

const sandboxArgument = 'sandbox'

const readFields = (
  { parameters, body }: ControlOperation,
  description: Json,
  { body: bodyArgument, needsSandbox = false }: ToolSpec,
): readonly Field[] => {
  const ofParameters = parameters.map(({ name, place, isRequired, schema }): Field => {
    const isSandbox = place === 'path' && name === 'id'
    return {
      name: isSandbox ? sandboxArgument : name,
      original: name,
      place,
      isRequired,
      schema: isSandbox ? sandboxSchema(needsSandbox) : schema,
    }
  })
  if (body === undefined) return ofParameters
  const schema = inlineReferences(description, body.schema)
  if (bodyArgument !== undefined)
    return [
      ...ofParameters,
      { name: bodyArgument, original: '', place: 'whole-body', isRequired: true, schema: asObject(schema) },
    ]
  const names = itemsOf(getOwn(schema, 'required'))
  const properties = Object.entries(asObject(getOwn(schema, 'properties') ?? {}))
  return [
    ...ofParameters,
    ...properties.map(
      ([name, property]): Field => ({
        name,
        original: name,
        place: 'body',
        isRequired: names.includes(name),
        schema: asObject(property),
      }),
    ),
  ]
}

const sandboxSchema = (isNeeded: boolean): JsonObject => ({
  type: 'string',
  description: 'The id of a sandbox.',
  ...(isNeeded ? {} : { default: 'default' }),
})

const asObject = (value: Json): JsonObject => (isJsonObject(value) ? value : {})

const writeRequest = ({ method, path }: ControlOperation, fields: readonly Field[], args: JsonObject) => {
  const query = new URLSearchParams()
  const properties: Record<string, Json> = {}
  let target = path
  let whole: Json | undefined
  for (const { name, original, place } of fields) {
    const value = getOwn(args, name)
    if (value === undefined) continue
    if (place === 'path') target = target.replace(`{${original}}`, asSegment(name, value))
    else if (place === 'query') appendQuery(query, original, value)
    else if (place === 'body') properties[original] = value
    else whole = value
  }
  const hasBody = fields.some(({ place }) => place === 'body' || place === 'whole-body')
  return {
    method,
    path: query.size === 0 ? target : `${target}?${query}`,
    body: hasBody ? stringifyJson(whole ?? properties) : undefined,
  }
}

const asText = (name: string, value: Json): string => {
  if (typeof value === 'object') throw new UsageError(`${name} must be a string, got ${stringifyJson(value)}`)
  return String(value)
}

/** Dots and nothing would lead to another path of the control API, and so to another operation. */
const asSegment = (name: string, value: Json): string => {
  const text = asText(name, value)
  if (text === '' || text === '.' || text === '..' || /\p{Surrogate}/u.test(text))
    throw new UsageError(`${name} must be the name or id of something, got ${JSON.stringify(text)}`)
  return encodeURIComponent(text)
}

/** Objects are deepObject parameters: `where[status]=sold`. */
const appendQuery = (query: URLSearchParams, name: string, value: Json): void => {
  if (value === null) return
  if (isJsonObject(value))
    for (const [key, item] of Object.entries(value)) query.append(`${name}[${key}]`, asText(`${name}.${key}`, item))
  else query.append(name, asText(name, value))
}

/** `createSandbox` is `create_sandbox`. */
const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

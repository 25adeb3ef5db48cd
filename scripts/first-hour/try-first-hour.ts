/**
 * What a new user tries first with a document: the request of the start message, as a shell sends it, and each list. Without
 * fixtures, with generated records, as `standin serve` starts.
 */
import { spawn } from 'node:child_process'
import type { Operation } from '../../src/contract/operation/operation.ts'
import { getOwn, isJsonArray, isJsonObject } from '../../src/contract/values/json-object.ts'
import type { Service } from '../../src/loading/service.ts'
import { loadSetup } from '../../src/loading/setup.ts'
import { generateRequest } from '../../src/requests/generate-request.ts'
import type { SampleRequest } from '../../src/requests/sample-request.ts'
import { createStandin } from '../../src/standin.ts'

export interface FirstHour {
  /** The start message's command; undefined if it has none. */
  readonly sample: string | undefined
  /** The status that the command got; undefined if there is no command, or it got no response. */
  readonly status: number | undefined
  /** A record in place of a list is one, too. The operations with parameters in the path or required ones elsewhere are tried with those of existing records. */
  readonly lists: number
  /** Lists without records, or with another status than 200: path and what came. */
  readonly empty: readonly string[]
}

/** Without fixtures, ./spec and scenarios. */
export const tryFirstHour = async (file: string, folder: string): Promise<FirstHour> => {
  const options = { documents: [file], folder, generateWithoutFixtures: 3 }
  await using standin = await createStandin({ ...options, port: 0 })
  const { sample } = await standin.describe()
  const status = sample === undefined ? undefined : await runCommand(sample)
  const { service } = await loadSetup({
    ...options,
    fixtures: undefined,
    scenarios: undefined,
    active: [],
    keys: [],
    anyKey: true,
    generate: 0,
    seed: 1,
    now: Date.now,
  })
  const sandbox = standin.defaultSandbox
  const empty: string[] = []
  let lists = 0
  for (const [operation, behaviour] of service.behaviours) {
    if (behaviour.kind !== 'list' || operation.method !== 'GET') continue
    lists += 1
    const request = await generateRequest(operation, { service, sandbox })
    const place = singlePlace(service, operation)
    const problem = request === undefined ? 'no request' : await findProblem(standin.fetch, request, place)
    if (problem !== undefined) empty.push(`${operation.path}: ${problem}`)
  }
  return { sample, status, lists, empty }
}

/** The command of the start message, with options that show the status instead of the body. */
const runCommand = async (command: string): Promise<number | undefined> => {
  const child = spawn('sh', ['-c', `${command} --silent --max-time 30 --output /dev/null --write-out '%{http_code}'`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk
  })
  await new Promise<void>((resolve) => child.once('close', () => resolve()).once('error', () => resolve()))
  const status = Number(printed)
  return status > 0 ? status : undefined
}

/** Where the response has one record, if its document has that in place of a list. */
const singlePlace = ({ decisions }: Service, operation: Operation): readonly string[] | undefined => {
  const decision = decisions.get(operation)
  const plan = decision?.kind === 'planned' ? decision.plan() : undefined
  return plan?.kind === 'list' && plan.body.place.isSingle ? plan.body.place.path : undefined
}

/** Undefined if the list has records, or if the response has the record that is there in place of a list. */
const findProblem = async (
  fetch: (path: string, init: RequestInit) => Promise<Response>,
  { path, headers, login }: SampleRequest,
  place: readonly string[] | undefined,
): Promise<string | undefined> => {
  const basic = login && `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`
  const response = await fetch(path, {
    headers: { ...Object.fromEntries(headers), ...(basic === undefined ? {} : { authorization: basic }) },
  })
  const text = await response.text()
  if (response.status !== 200) return `${response.status} ${text.slice(0, 100)}`
  const isFull = place === undefined ? hasRecords(text) : hasRecord(JSON.parse(text), place)
  return isFull ? undefined : `empty: ${path}`
}

const hasRecord = (body: unknown, place: readonly string[]): boolean => {
  const record = place.reduce<unknown>((value, name) => (isJsonObject(value) ? getOwn(value, name) : undefined), body)
  return isJsonObject(record) && Object.keys(record).length > 0
}

/** JSON with a list that is not empty at most two levels down; other formats by their length. */
const hasRecords = (text: string): boolean => {
  try {
    return findList(JSON.parse(text), 2)
  } catch {
    return text.length > 150
  }
}

const findList = (value: unknown, depth: number): boolean => {
  if (isJsonArray(value)) return value.length > 0
  if (depth === 0 || !isJsonObject(value)) return false
  return Object.keys(value).some((name) => findList(getOwn(value, name), depth - 1))
}

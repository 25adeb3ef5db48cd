/**
 * Standin from the build, as benches start it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BenchError, type ServerProcess, type StartOptions, startServer } from './server-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface StandinStartOptions extends StartOptions {
  /** Arguments of Node. */
  readonly node?: readonly string[]
}

/** Without a request log, unless the arguments have one. */
export const startStandin = (
  args: readonly string[] = [],
  { node = [], ...options }: StandinStartOptions = {},
): Promise<ServerProcess> => {
  const log = args.includes('--log') ? [] : ['--log', 'silent']
  return startServer([...node, 'dist/bin.js', 'serve', '--port', '0', ...log, ...args], options)
}

/** Removes the records of earlier rounds: growth with the store is measured by itself. */
export const resetRecords = ({ url }: ServerProcess): Promise<void> =>
  callControl(url, 'POST', '/sandboxes/default/reset')

export const callControl = async (url: string, method: string, path: string, body?: object): Promise<void> => {
  const response = await fetch(`${url}/_sandbox${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  await response.arrayBuffer()
  if (response.status >= 400) throw new BenchError(`${method} ${path} is ${response.status}`)
}

const statuses = ['available', 'pending', 'sold']

/** Pets of the Animal Store, with ids from 1. */
export const createPets = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Animal ${index + 1}`,
    categoryId: (index % 6) + 1,
    status: statuses[index % statuses.length],
  }))

/** Fixtures of the Animal Store with `count` pets. */
export const writeFixtures = (count: number): string => {
  const folder = join(temporaryFolder(), 'fixtures')
  mkdirSync(folder)
  writeFileSync(join(folder, 'pets.json'), JSON.stringify(createPets(count)))
  writeFileSync(join(folder, 'keys.yaml'), readFileSync('fixtures/default/keys.yaml'))
  return folder
}

/** Scenarios that apply to the second creation of a pet. */
export const writeScenarios = (count: number): string => {
  const folder = join(temporaryFolder(), 'scenarios')
  mkdirSync(folder)
  const steps = 'steps:\n  - when: { operation: createPet, call: 2 }\n    respond: { status: 401 }\n'
  for (let index = 0; index < count; index++)
    writeFileSync(join(folder, `bench-${index}.yaml`), `description: Number ${index}\n${steps}`)
  return folder
}

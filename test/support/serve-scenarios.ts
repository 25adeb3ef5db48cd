/**
 * The Animal Store and the messages with built-in scenarios and those that a test writes, and with the
 * control API.
 */
import { assert } from 'vitest'
import type { Standin, StandinOptions } from '../../src/index.ts'
import { type Answer, type CallOptions, call } from './client.ts'
import { startStandin } from './start-standin.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

/** The real time unless a test sets another: it does not advance. */
export const noon = Date.parse('2026-11-20T12:00:00Z')

export interface ScenarioCall extends Omit<CallOptions, 'key'> {
  /** Absent: the key that is valid in every fixture set; null: none. */
  readonly key?: string | null
  /** Sandbox-Scenario. */
  readonly scenario?: string | undefined
  /** Sandbox-Id. */
  readonly sandbox?: string | undefined
  readonly prefer?: string | undefined
}

export interface ScenarioServer extends AsyncDisposable {
  readonly standin: Standin
  /** The path begins with a slash and includes the base path. */
  readonly call: (path: string, options?: ScenarioCall) => Promise<Answer>
  /** One request to the control API that must succeed; the path is below /_sandbox and begins with a slash. */
  readonly control: (method: string, path: string, body?: object) => Promise<Answer>
}

/** A request to the control API that must succeed. */
const control = async (url: string, method: string, path: string, body?: object): Promise<Answer> => {
  const answer = await call(`${url}/_sandbox${path}`, { method, ...(body === undefined ? {} : { body }) })
  assert(answer.status === 200, `${method} ${path} is ${answer.status}: ${answer.text}`)
  return answer
}

export const toCall = ({ key = 'sandbox-key', scenario, sandbox, prefer, headers, ...rest }: ScenarioCall) => ({
  ...rest,
  ...(key === null ? {} : { key }),
  headers: { 'sandbox-scenario': scenario, 'sandbox-id': sandbox, prefer, ...headers },
})

/** Scenarios by file name; a name without an ending is YAML. */
export const serveScenarios = async (
  scenarios: Readonly<Record<string, string>> = {},
  options: StandinOptions = {},
): Promise<ScenarioServer> => {
  const named = Object.entries(scenarios).map(([name, text]) => [name.includes('.') ? name : `${name}.yaml`, text])
  const folder = await createTemporaryFolder(Object.fromEntries(named))
  try {
    const standin = await startStandin({
      now: () => noon,
      ...(named.length === 0 ? {} : { scenarios: folder.path }),
      ...options,
    })
    return {
      standin,
      call: (path, request = {}) => call(standin.url + path, toCall(request)),
      control: (method, path, body) => control(standin.url, method, path, body),
      [Symbol.asyncDispose]: async () => {
        await standin.close()
        await folder.remove()
      },
    }
  } catch (error) {
    await folder.remove()
    throw error
  }
}

/** The text of a scenario with the given steps. */
export const scenarioOf = (...steps: readonly object[]): string =>
  JSON.stringify({ description: 'Written by a test.', steps })

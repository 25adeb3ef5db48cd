/**
 * The server that the tests of one file share, for frameworks without fixtures: started by the first test that needs it.
 */
import { createStandin, type Standin } from '../standin.ts'
import { openTestSandbox, type StandinFixtures, type StandinTestOptions } from './test-sandbox.ts'

export class SharedServer {
  readonly #options: StandinTestOptions
  #starting: Promise<Standin> | undefined

  constructor(options: StandinTestOptions) {
    this.#options = options
  }

  /**
   * Runs the body of a test with a sandbox of its own, and rejects as the body does, otherwise with IssueError. If the body
   * fails, `onFailed` gets the IssueError, if there is one.
   */
  async run(
    name: string,
    body: (fixtures: StandinFixtures) => unknown,
    onFailed: (issues: unknown) => void,
  ): Promise<void> {
    const { failOn } = this.#options
    const standin = await this.#start()
    await using opened = await openTestSandbox(standin, name, failOn)
    try {
      await body({ standin, sandbox: opened.sandbox })
    } catch (error) {
      try {
        opened.check(true)
      } catch (issues) {
        onFailed(issues)
      }
      throw error
    }
    opened.check(false)
  }

  async close(): Promise<void> {
    const starting = this.#starting
    this.#starting = undefined
    // A server that did not start has failed the tests that needed it.
    const standin = await starting?.catch(() => undefined)
    await standin?.close()
  }

  #start(): Promise<Standin> {
    const { failOn, ...options } = this.#options
    this.#starting ??= createStandin(options)
    return this.#starting
  }
}

/**
 * The test function of `standin/jest`, for the functions that Jest gives each test file. Separate, because Node loads it,
 * outside of Jest's module system: there, timers and globals are real, whatever the test environment is.
 */
import { SharedServer } from './shared-server.ts'
import type { StandinFixtures, StandinTestOptions } from './test-sandbox.ts'

export { IssueError } from './issue-collector.ts'

type Define = (name: string, run: (...values: unknown[]) => Promise<void>, timeout?: number) => void

/** What is used of Jest. */
export interface JestFunctions {
  readonly test: Define
  readonly only: Define
  readonly skip: Define
  readonly failing: Define
  readonly concurrent: Define
  readonly todo: (name: string) => void
  readonly each: (table: readonly unknown[]) => Define
  readonly afterAll: (run: () => Promise<void>) => void
  readonly afterEach: (run: () => void) => void
  /** The name of the running test with its suites. */
  readonly currentName: () => string | undefined
}

/** The body of a test; with `each`, the values of a row follow. */
export type JestTestBody<Values extends readonly unknown[] = readonly []> = (
  fixtures: StandinFixtures,
  ...values: Values
) => unknown

/** Called as `test` of Jest. */
export type DefineJestTest = (name: string, body: JestTestBody, timeout?: number) => void

export interface StandinJestTest extends DefineJestTest {
  readonly only: DefineJestTest
  readonly skip: DefineJestTest
  readonly failing: DefineJestTest
  readonly concurrent: DefineJestTest
  readonly todo: (name: string) => void
  /** The body gets the fixtures first, then the values of its row. */
  readonly each: <Row>(
    table: readonly Row[],
  ) => (
    name: string,
    body: JestTestBody<Row extends readonly unknown[] ? Row : readonly [Row]>,
    timeout?: number,
  ) => void
}

/** `const test = standinTest({ failOn: ['unmatched', 'invalid'] })`; its tests take `({ sandbox })`. */
export type StandinJest = (options?: StandinTestOptions) => StandinJestTest

export const bindJest =
  (jest: JestFunctions): StandinJest =>
  (options = {}) => {
    const server = new SharedServer(options)
    const issues: unknown[] = []
    jest.afterAll(() => server.close())
    // A test that has failed is reported with its own error; Jest adds an error of this hook.
    jest.afterEach(() => {
      const [first] = issues.splice(0)
      if (first !== undefined) throw first
    })
    const wrap =
      (define: Define) =>
      (name: string, body: JestTestBody<readonly unknown[]>, timeout?: number): void => {
        // Without declared parameters, since Jest gives a test that has some a callback.
        const run = (...values: readonly unknown[]): Promise<void> =>
          server.run(
            jest.currentName() ?? name,
            (fixtures) => body(fixtures, ...values),
            (found) => issues.push(found),
          )
        define(name, run, timeout)
      }
    return Object.assign(wrap(jest.test), {
      only: wrap(jest.only),
      skip: wrap(jest.skip),
      failing: wrap(jest.failing),
      concurrent: wrap(jest.concurrent),
      todo: jest.todo,
      // Jest calls the body with the values of a row of this table.
      each: (table: readonly unknown[]) => wrap(jest.each(table)) as (name: string, body: unknown) => void,
    })
  }

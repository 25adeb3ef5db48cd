/**
 * `standin/node-test`: a test function for Node's own test runner that gives each test its own sandbox. A test fails if its
 * client sent a request with an issue, even if the client ignored the error response.
 */
import { after, type TestContext, type TestOptions, test } from 'node:test'
import { SharedServer } from './shared-server.ts'
import type { StandinFixtures, StandinTestOptions } from './test-sandbox.ts'

export type { Issue } from '../control/actions/watch-issues.ts'
export type { IssueKind } from '../errors.ts'
export { IssueError } from './issue-collector.ts'
export type { StandinFixtures, StandinTestOptions, TestSandbox } from './test-sandbox.ts'

/** The body of a test, with the context that node:test gives it. */
export type NodeTestBody = (fixtures: StandinFixtures, context: TestContext) => unknown

/** Called as `test` of node:test. */
export interface DefineNodeTest {
  (name: string, body: NodeTestBody): Promise<void>
  (name: string, options: TestOptions, body: NodeTestBody): Promise<void>
}

export interface StandinNodeTest extends DefineNodeTest {
  readonly only: DefineNodeTest
  readonly skip: DefineNodeTest
  readonly todo: DefineNodeTest
}

type Define = (name: string, options: TestOptions, run: (context: TestContext) => Promise<void>) => Promise<void>

/**
 * `const test = standinTest({ failOn: ['unmatched', 'invalid'] })`; its tests take `({ sandbox })`. One server for the tests
 * of the file or suite in which it is called.
 */
export const standinTest = (options: StandinTestOptions = {}): StandinNodeTest => {
  const server = new SharedServer(options)
  after(() => server.close())
  const wrap =
    (define: Define): DefineNodeTest =>
    (name: string, second: TestOptions | NodeTestBody, third?: NodeTestBody) => {
      const [settings, body] = typeof second === 'function' ? [{}, second] : [second, third]
      return define(name, settings, async (context) => {
        const report = (issues: unknown): void => context.diagnostic(String(issues))
        await server.run(context.fullName ?? name, (fixtures) => body?.(fixtures, context), report)
      })
    }
  const { only, skip, todo } = test
  return Object.assign(wrap(test), { only: wrap(only), skip: wrap(skip), todo: wrap(todo) })
}

/**
 * `standin/jest`: a test function that gives each test its own sandbox. A test fails if its client sent a request with an
 * issue, even if the client ignored the error response. Jest evaluates only this file, as CommonJS or as an ES module; all
 * else is loaded by Node, so that Jest needs no flag, and neither its fake timers nor jsdom affect the server.
 */
import { runInThisContext } from 'node:vm'
import { afterAll, afterEach, expect, test } from '@jest/globals'
import type * as binding from './bind-jest.ts'
import type * as collector from './issue-collector.ts'

export type { Issue } from '../control/actions/watch-issues.ts'
export type { IssueKind } from '../errors.ts'
export type { DefineJestTest, JestTestBody, StandinJest, StandinJestTest } from './bind-jest.ts'
export type { StandinFixtures, StandinTestOptions, TestSandbox } from './test-sandbox.ts'

/** Node's own process. That of a test gives it Jest's module system. */
const node: NodeJS.Process = runInThisContext('process')

/** The build has this file beside this one. */
const { bindJest, IssueError: Issues }: typeof binding & typeof collector = node
  .getBuiltinModule('node:module')
  .createRequire(import.meta.url)('./bind-jest.js')

/** One server for the tests of the file or suite in which it is called. */
export const standinTest: binding.StandinJest = bindJest({
  test,
  only: test.only,
  skip: test.skip,
  failing: test.failing,
  concurrent: test.concurrent,
  todo: test.todo,
  each: (table) => test.each(table),
  afterAll,
  afterEach,
  currentName: () => expect.getState().currentTestName,
})

/** A request had an issue that the test does not allow, or an expected issue did not occur. */
export type IssueError = collector.IssueError
export const IssueError: typeof collector.IssueError = Issues

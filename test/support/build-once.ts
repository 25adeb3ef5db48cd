/**
 * Builds dist before the tests that run the built command, unless it is up to date. Vitest calls this once a run, and only
 * when such a test runs.
 */
import { expectSuccess } from './run-command.ts'

export const setup = async (): Promise<void> => {
  await expectSuccess('node', ['scripts/build.js', '--if-needed'])
}

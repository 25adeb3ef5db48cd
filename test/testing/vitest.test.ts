/**
 * `standin/vitest`: runs the tests of guest/ in a separate vitest process. Some of them are expected to fail.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { projectFolder, runCommand } from '../support/run-command.ts'

interface Outcome {
  readonly fullName: string
  readonly status: string
  readonly failureMessages: readonly string[]
}

let outcomes: readonly Outcome[] = []

beforeAll(async () => {
  const { stdout, stderr } = await runCommand(
    process.execPath,
    [`${projectFolder}node_modules/vitest/vitest.mjs`, 'run', '--root', `${projectFolder}test/testing/guest`],
    {
      folder: projectFolder,
      environment: { VITEST: undefined, VITEST_WORKER_ID: undefined, VITEST_POOL_ID: undefined },
    },
  )
  expect(stdout, stderr).toMatch(/^\{/)
  const report: { readonly testResults: readonly { readonly assertionResults: readonly Outcome[] }[] } =
    JSON.parse(stdout)
  outcomes = report.testResults.flatMap(({ assertionResults }) => assertionResults)
})

const failuresOf = (name: string): string => {
  const found = outcomes.find(({ fullName }) => fullName === name)
  expect(found?.status, name).toBe('failed')
  return (found?.failureMessages ?? []).join('\n').replace(/\n +at .*/g, '')
}

describe('tests with a sandbox', () => {
  it('fail as expected, and the others pass', () => {
    expect(outcomes).toHaveLength(19)
    const wrong = outcomes.filter(({ fullName, status }) => (status === 'failed') !== fullName.startsWith('fails'))
    expect(wrong).toEqual([])
  })

  const intro = (count: string) => `IssueError: the client sent ${count} (sandbox.expectIssue(kind) allows one kind):`

  it('fail for an unmatched request and name the nearest path, even after a reset', () =>
    expect(failuresOf('fails: unmatched')).toBe(
      `${intro('a request with an issue')}\n  GET /v1/petz → 404, unmatched: no document has the path /v1/petz. Did you mean /v1/pets?`,
    ))

  it('fail if an expected issue does not occur', () =>
    expect(failuresOf('fails: expects an issue that does not occur')).toBe(
      'IssueError: expected an unmatched request (no document describes its path and method), but there was none',
    ))

  it('fail for an invalid request if failOn has it', () => {
    const text = failuresOf('fails: invalid')
    expect(text).toContain(intro('a request with an issue'))
    expect(text).toMatch(/GET \/~fails%3A%20invalid\/v1\/pets → 400, invalid: .*limit/)
  })

  it('fail for a deprecated operation if failOn has it', () =>
    expect(failuresOf('fails: deprecated')).toContain(
      'GET /v1/pets/1 → 200, deprecated: getPet is deprecated; use /v1/pets',
    ))

  it('list each request with an issue', () => {
    const text = failuresOf('fails: wrong method')
    expect(text).toContain(intro('2 requests with issues'))
    expect(text).toContain('DELETE /v1/pets → 405, unmatched: /v1/pets has no DELETE; it has')
    expect(text).toContain('GET /v1/pets/1 → 200, deprecated')
  })

  it('that fail for another reason report no issues', () =>
    expect(failuresOf('fails: by itself')).not.toContain('IssueError'))
})

/**
 * What a sandbox costs a test: a file of 100 tests, each with a sandbox of its own and two requests over HTTP, compared with the same
 * tests of a server of bare Node.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Rounds } from '../in-turn.ts'
import { BenchError } from '../server-process.ts'
import { formatSpread, median } from '../statistics.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** What vitest writes with its reporter json. */
interface Results {
  readonly numPassedTests: number
  readonly testResults: readonly {
    readonly startTime: number
    readonly endTime: number
    readonly assertionResults: readonly { readonly duration: number }[]
  }[]
}

const vitest = resolve('node_modules/vitest/vitest.mjs')

/** Milliseconds, without the start of vitest: of the file for each test, and of the median test. */
interface TestTimes {
  readonly each: number
  readonly middle: number
}

const files = [
  { name: 'bare Node, which sends constant responses', file: 'bare-node.test.ts' },
  { name: '**Standin**, each test with a sandbox of its own', file: 'standin.test.ts' },
]

const runTests = async (file: string): Promise<TestTimes> => {
  const output = join(temporaryFolder(), 'results.json')
  const args = [
    'run',
    file,
    '--config',
    'bench/hundred-tests/vitest.config.ts',
    '--reporter=json',
    '--outputFile',
    output,
  ]
  const [code] = await once(spawn(process.execPath, [vitest, ...args], { stdio: 'ignore' }), 'exit')
  if (code !== 0) throw new BenchError(`vitest ended with ${code}`)
  const { numPassedTests, testResults }: Results = JSON.parse(readFileSync(output, 'utf8'))
  const [results] = testResults
  if (!results || numPassedTests === 0) throw new BenchError('no test has passed')
  return {
    each: (results.endTime - results.startTime) / numPassedTests,
    middle: median(results.assertionResults.map(({ duration }) => duration)),
  }
}

export const measureTests = async ({ rounds }: Rounds): Promise<readonly string[]> => {
  const runs = files.map((one) => ({ ...one, times: [] as TestTimes[] }))
  for (let round = 0; round < rounds; round++) for (const { file, times } of runs) times.push(await runTests(file))
  const formatTimes = (times: readonly TestTimes[], of: keyof TestTimes): string =>
    formatSpread(
      times.map((one) => one[of]),
      2,
    )
  return [
    '| 100 tests with two requests over HTTP | the median test, ms | the file with the start of its server, for each test, ms |',
    '|---|---|---|',
    ...runs.map(({ name, times }) => `| ${name} | ${formatTimes(times, 'middle')} | ${formatTimes(times, 'each')} |`),
    '',
    'Limit: 2 ms for the median test with Standin.',
  ]
}

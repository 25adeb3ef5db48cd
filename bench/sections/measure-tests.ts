/**
 * What a sandbox costs a test: a file of 100 tests, each with a sandbox of its own and two requests over HTTP.
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
const runTests = async (): Promise<{ readonly each: number; readonly middle: number }> => {
  const output = join(temporaryFolder(), 'results.json')
  const args = ['run', '--config', 'bench/hundred-tests/vitest.config.ts', '--reporter=json', '--outputFile', output]
  const [code] = await once(spawn(process.execPath, [vitest, ...args], { stdio: 'ignore' }), 'exit')
  if (code !== 0) throw new BenchError(`vitest ended with ${code}`)
  const { numPassedTests, testResults }: Results = JSON.parse(readFileSync(output, 'utf8'))
  const [file] = testResults
  if (!file || numPassedTests === 0) throw new BenchError('no test has passed')
  return {
    each: (file.endTime - file.startTime) / numPassedTests,
    middle: median(file.assertionResults.map(({ duration }) => duration)),
  }
}

export const measureTests = async ({ rounds }: Rounds): Promise<readonly string[]> => {
  const runs: Awaited<ReturnType<typeof runTests>>[] = []
  for (let round = 0; round < rounds; round++) runs.push(await runTests())
  const formatTimes = (of: 'each' | 'middle'): string =>
    formatSpread(
      runs.map((run) => run[of]),
      2,
    )
  return [
    '| 100 tests, each with a sandbox of its own and two requests over HTTP | ms |',
    '|---|---|',
    `| the median test | **${formatTimes('middle')}** |`,
    `| the whole file with the start of its server, for each test | ${formatTimes('each')} |`,
    '',
    'Limit: 2 ms a test.',
  ]
}

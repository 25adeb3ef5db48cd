/**
 * The bench of several servers runs and prints figures. What they are is not checked here: other work on the machine decides.
 */
import { expect, it } from 'vitest'
import { findRedisServers } from './support/redis-server.ts'
import { expectSuccess } from './support/run-command.ts'

const hasRedis = findRedisServers().includes('redis-server')

it(`npm run scaling -- --quick prints figures${hasRedis ? '' : ' (without --store: redis-server is not installed)'}`, async () => {
  const output = await expectSuccess(process.execPath, ['--import', 'tsx', 'bench/scaling.ts', '--quick'])
  const rows = output.split('\n').filter((line) => /^\| (?!---|\|)/.test(line) && !line.includes('a second'))
  console.log(output)
  expect(rows).toHaveLength(hasRedis ? 17 : 6)
  for (const row of rows)
    expect(row).toMatch(/^\| [^|]+ \| [1-9][\d (–)]+\| [\d.]+ \| [1-9][\d (–)]+\| [\d (–)]+\| [\d.]+ \|$/)
}, 120_000)

/**
 * The benches of several servers and of an overload run and print figures. Times are not checked here: other work on the
 * machine decides.
 */
import { expect, it } from 'vitest'
import { findRedisServers } from './support/redis-server.ts'
import { expectSuccess } from './support/run-command.ts'

it.runIf(process.platform === 'linux')(
  'npm run overload -- --quick: others are served, and 503 has Retry-After',
  async () => {
    const output = await expectSuccess(process.execPath, ['--import', 'tsx', 'bench/overload.ts', '--quick'])
    console.log(output)
    const rows = output.split('\n').filter((line) => /^\| (health|a list)/.test(line))
    expect(rows).toHaveLength(3)
    // On a busy machine a request may take longer to arrive than the three seconds that --quick allows.
    for (const row of rows) expect(row).toMatch(/^\| [^|]+ \| [1-9]\d* \| 200(, 408)?(, 503)? \| /)
    expect(rows[1]).toMatch(/^\| health \| \d+ \| 200(, 408)? \|/)
    expect(output).toContain('503 without Retry-After: 0')
  },
  300_000,
)

const hasRedis = findRedisServers().includes('redis-server')

// Of its tables those of one sandbox: in memory, with --data and with --store, one server and three.
it(`npm run scaling -- --quick prints figures${hasRedis ? '' : ' (without --store: redis-server is not installed)'}`, async () => {
  const output = await expectSuccess(process.execPath, [
    '--import',
    'tsx',
    'bench/scaling.ts',
    '--quick',
    '--only',
    'one sandbox',
  ])
  const rows = output.split('\n').filter((line) => /^\| (?!---|\|)/.test(line) && !line.includes('a second'))
  console.log(output)
  expect(rows).toHaveLength(hasRedis ? 9 : 4)
  for (const row of rows)
    expect(row).toMatch(/^\| [^|]+ \| [1-9][\d (–)]+\| [\d.]+ \| [1-9][\d (–)]+\| [\d (–)]+\| [\d.]+ \|$/)
}, 300_000)

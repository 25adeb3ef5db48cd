/**
 * What the mix of requests costs with more than the defaults of a test: a request log, stored sandboxes.
 */
import { formatRatio, measureInTurn, medianCpu, type Rounds } from '../in-turn.ts'
import { mix } from '../requests.ts'
import type { ServerProcess } from '../server-process.ts'
import { resetRecords, startStandin } from '../standin-server.ts'
import { hasRedis, startRedis } from '../store-servers.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const starts: Readonly<Record<string, () => Promise<ServerProcess>>> = {
  'in memory, without a log': () => startStandin(),
  'pretty log to a file': () => startStandin(['--log', 'pretty'], { output: 'file' }),
  'pretty log to a terminal': () => startStandin(['--log', 'pretty'], { output: 'terminal' }),
  '`--data`': () => startStandin(['--data', temporaryFolder()]),
}

export const compareModes = async (options: Rounds): Promise<readonly string[]> => {
  const redis = hasRedis ? await startRedis(temporaryFolder()) : undefined
  const servers = new Map<string, ServerProcess>()
  try {
    for (const [name, start] of Object.entries(starts)) servers.set(name, await start())
    if (redis) servers.set('`--store`, without the time of Redis', await startStandin(['--store', redis.url]))
    const measured = await measureInTurn(
      Object.fromEntries(
        [...servers].map(([name, server]) => [name, { name, server, requests: mix, prepare: resetRecords }]),
      ),
      options,
    )
    const [base = []] = Object.values(measured)
    return [
      '| mix of requests | µs CPU | CPU ratio |',
      '|---|---|---|',
      ...Object.entries(measured).map(
        ([name, own]) => `| ${name} | ${medianCpu(own)} | ${own === base ? '' : formatRatio(own, base)} |`,
      ),
      '',
      'Limit: with a pretty log 1.25.',
    ]
  } finally {
    await Promise.all([...servers.values()].map((server) => server.stop()))
    await redis?.stop()
  }
}

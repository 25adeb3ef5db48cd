/**
 * What a request costs over bare Koa, which answers the same requests with constants: in a mix, as real traffic is, and each
 * kind alone after the mix, on the same two servers.
 */

import { formatRatio, type Measured, measureInTurn, medianCpu, type Rounds, warm } from '../in-turn.ts'
import { type BenchRequest, kinds, mix } from '../requests.ts'
import { resetRecords, startStandin } from '../standin-server.ts'
import { startBareKoa } from '../start-bare-koa.ts'

const rows: readonly (readonly [name: string, requests: readonly BenchRequest[]])[] = [
  ['mix', mix],
  ...Object.values<BenchRequest>(kinds).map((kind) => [kind.name, [kind]] as const),
]

/** V8 compiles what is frequent for about 100,000 requests. A number of seconds would be too few requests on a slow machine. */
const warmUp = { requests: 120_000, seconds: 60 }

export const compareWithKoa = async (options: Rounds): Promise<readonly string[]> => {
  const standin = await startStandin()
  const koa = await startBareKoa(standin)
  const table: string[] = []
  try {
    for (const server of [koa, standin]) await warm(server, mix, options.seconds, warmUp)
    for (const [name, requests] of rows) {
      const measured = await measureInTurn(
        {
          koa: { name, server: koa, requests },
          standin: { name, server: standin, requests, prepare: resetRecords },
        },
        options,
      )
      table.push(`| ${[name, ...cellsOf(measured)].join(' | ')} |`)
    }
  } finally {
    await Promise.all([standin.stop(), koa.stop()])
  }
  return [
    '| requests | bare Koa, µs CPU | Standin, µs CPU | CPU ratio | requests a second, ratio | p99, ratio |',
    '|---|---|---|---|---|---|',
    ...table,
    '',
    "Limits of the CPU ratio: mix 1.6, list, get and missing key 1.7, creates 1.9. Limit of the p99: 3 times bare Koa's.",
  ]
}

const cellsOf = ({ koa, standin }: Readonly<Record<'koa' | 'standin', readonly Measured[]>>): readonly string[] => [
  medianCpu(koa),
  medianCpu(standin),
  formatRatio(standin, koa),
  formatRatio(standin, koa, ({ perSecond }) => perSecond).replaceAll('**', ''),
  formatRatio(standin, koa, ({ p99 }) => p99).replaceAll('**', ''),
]

/**
 * Measures servers in interleaved rounds, so that other work on the machine hits all of them alike.
 */
import { type LoadOptions, load } from './load.ts'
import type { BenchRequest } from './requests.ts'
import type { ServerProcess } from './server-process.ts'
import { formatSpread, median } from './statistics.ts'

export interface Rounds {
  readonly rounds: number
  /** Of each measurement. */
  readonly seconds: number
}

export const connections = 16

export interface Measured {
  /** Microseconds of CPU time per request. */
  readonly cpu: number
  readonly perSecond: number
  /** Milliseconds. */
  readonly p99: number
}

export const measure = async (
  server: ServerProcess,
  requests: readonly BenchRequest[],
  options: LoadOptions,
): Promise<Measured> => {
  await load(server.url, requests, { ...options, seconds: 1 })
  const before = server.cpu()
  const { requests: count, perSecond, p99 } = await load(server.url, requests, options)
  return { cpu: ((server.cpu() - before) * 1000) / count, perSecond, p99 }
}

/** Sends the requests until the server is warm, for `step` seconds at a time: some are so slow that the time ends it. */
export const warm = async (
  server: ServerProcess,
  requests: readonly BenchRequest[],
  step: number,
  until: { readonly requests: number; readonly seconds: number },
): Promise<void> => {
  let sent = 0
  for (let seconds = 0; sent < until.requests && seconds < until.seconds; seconds += step)
    sent += (await load(server.url, requests, { seconds: step, connections })).requests
}

/** What is measured in one round. */
export interface Contestant {
  readonly name: string
  readonly server: ServerProcess
  readonly requests: readonly BenchRequest[]
  /** Called before each measurement. */
  readonly prepare?: (server: ServerProcess) => Promise<void>
}

/** The measurements of each contestant, in order of rounds. The order of contestants is reversed in every second round. */
export const measureInTurn = async <Names extends string>(
  contestants: Readonly<Record<Names, Contestant>>,
  { rounds, seconds }: Rounds,
): Promise<Readonly<Record<Names, readonly Measured[]>>> => {
  const names = Object.keys(contestants) as Names[]
  const measured = Object.fromEntries(names.map((name) => [name, [] as Measured[]])) as Record<Names, Measured[]>
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const { server, requests, prepare } = contestants[name]
      await prepare?.(server)
      measured[name].push(await measure(server, requests, { seconds, connections }))
    }
  return measured
}

/** Of each round: one figure over the same of another contestant. */
export const ratiosOf = (
  measured: readonly Measured[],
  base: readonly Measured[],
  of: (measured: Measured) => number,
): readonly number[] =>
  measured.map((one, round) => {
    const other = base[round]
    return other ? of(one) / of(other) : Number.NaN
  })

const timeOf = ({ cpu }: Measured): number => cpu

export const medianCpu = (measured: readonly Measured[]): string => median(measured.map(timeOf)).toFixed(1)

/** The median ratio in bold, with the lowest and highest. */
export const formatRatio = (
  measured: readonly Measured[],
  base: readonly Measured[],
  of: (measured: Measured) => number = timeOf,
): string => formatSpread(ratiosOf(measured, base, of), 2).replace(/^\S+/, '**$&**')

/**
 * What `npm run mutate` prints.
 */
import type { TriedMutant } from './try-mutants.ts'

const placeOf = ({ mutant }: TriedMutant): string => `${mutant.file}:${mutant.line}`

/** One line. */
export const formatResult = (tried: TriedMutant): string =>
  `${tried.result} ${placeOf(tried)} (${tried.mutant.kind})${tried.by === undefined ? '' : ` by ${tried.by}`}`

/** How many were killed, and the others with their change. Those that were not decided count as not killed. */
export const formatSummary = (tried: readonly TriedMutant[]): string => {
  const killed = tried.filter(({ result }) => result === 'killed').length
  const percent = tried.length === 0 ? 0 : Math.floor((100 * killed) / tried.length)
  const others = tried
    .filter(({ result }) => result !== 'killed')
    .map((one) => `${one.result} ${placeOf(one)}\n  - ${one.before}\n  + ${one.after}`)
  return [`killed ${killed} of ${tried.length} (${percent} %)`, ...others].join('\n')
}

/**
 * What `npm run mutate` prints.
 */
import type { DrawnMutant } from './draw-mutants.ts'
import type { LogLine } from './plan.ts'
import type { Result } from './results.ts'

const placeOf = ({ file, line, kind }: DrawnMutant): string => `${file}:${line} (${kind})`

/** Undefined for what is not printed. */
export const formatLine = (line: LogLine, mutants: readonly DrawnMutant[]): string | undefined => {
  if (line.kind === 'file') return line.file
  if (line.kind === 'unstable') return `  fails without a mutant: ${line.test}: ${firstLine(line.error)}`
  const mutant = line.kind === 'killed' ? mutants[line.mutant] : undefined
  return mutant && line.kind === 'killed'
    ? `  killed ${placeOf(mutant)} by ${line.test}: ${firstLine(line.error)}`
    : undefined
}

const firstLine = (text: string): string => text.split('\n', 1).join('').slice(0, 120)

const percentOf = (results: readonly Result[]): string => {
  const killed = results.filter(({ kind }) => kind === 'killed').length
  const percent = results.length === 0 ? 0 : Math.floor((100 * killed) / results.length)
  return `killed ${killed} of ${results.length} (${percent} %)`
}

/** How many were killed, by area and together, and the others with their change. */
export const formatSummary = (results: readonly Result[], log: readonly LogLine[]): string => {
  const areas = [...new Set(results.map(({ mutant }) => mutant.area))]
  const others = results
    .filter(({ kind }) => kind !== 'killed')
    .map(({ mutant, kind, passed }) =>
      [`${kind} ${placeOf(mutant)}, ${passed} tests passed`, `  - ${mutant.before}`, `  + ${mutant.after}`].join('\n'),
    )
  const unstable = log.flatMap((line) =>
    line.kind === 'unstable' ? [`fails without a mutant: ${line.file}: ${line.test}`] : [],
  )
  return [
    percentOf(results),
    ...areas.map((area) => `  ${area}: ${percentOf(results.filter(({ mutant }) => mutant.area === area))}`),
    ...others,
    ...new Set(unstable),
  ].join('\n')
}

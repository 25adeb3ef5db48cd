/**
 * What `npm run mutate` prints, and the figures that it writes to docs/mutation.md.
 */
import type { DrawnMutant } from './draw-mutants.ts'
import { findEquivalent } from './equivalent-mutants.ts'
import type { MutantKind } from './find-mutants.ts'
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

interface Counts {
  readonly killed: number
  readonly all: number
  readonly percent: number
}

/** Without equivalent mutants. */
const countKilled = (results: readonly Result[]): Counts => {
  const all = results.filter(({ kind }) => kind !== 'equivalent').length
  const killed = results.filter(({ kind }) => kind === 'killed').length
  return { killed, all, percent: all === 0 ? 0 : Math.floor((100 * killed) / all) }
}

const formatCounts = (results: readonly Result[]): string => {
  const { killed, all, percent } = countKilled(results)
  return `killed ${killed} of ${all} (${percent} %)`
}

const areasOf = (results: readonly Result[]): readonly string[] => [
  ...new Set(results.map(({ mutant }) => mutant.area)),
]

const isLeft = ({ kind }: Result): boolean => kind === 'survived' || kind === 'unreached'

/** How many were killed, by area and together, and the others with their change. */
export const formatSummary = (results: readonly Result[], log: readonly LogLine[]): string => {
  const others = results
    .filter(isLeft)
    .map(({ mutant, kind, passed }) =>
      [`${kind} ${placeOf(mutant)}, ${passed} tests passed`, `  - ${mutant.before}`, `  + ${mutant.after}`].join('\n'),
    )
  const equivalent = results
    .filter(({ kind }) => kind === 'equivalent')
    .map(({ mutant }) => `equivalent ${placeOf(mutant)}`)
  const unstable = log.flatMap((line) =>
    line.kind === 'unstable' ? [`fails without a mutant: ${line.file}: ${line.test}`] : [],
  )
  return [
    formatCounts(results),
    ...areasOf(results).map(
      (area) => `  ${area}: ${formatCounts(results.filter(({ mutant }) => mutant.area === area))}`,
    ),
    ...others,
    ...equivalent,
    ...new Set(unstable),
  ].join('\n')
}

const kindNames: Readonly<Record<MutantKind, string>> = {
  comparison: 'comparisons: `<` and `<=`, `===` and `!==`',
  logic: '`&&` and `||`',
  condition: 'conditions that are negated',
  statement: 'statements that are left out',
  number: 'numbers: one more or less, from 10 on 0',
  boolean: '`true` and `false`',
}

/** Markdown: the figures by area, and the mutants that no test noticed, by kind. */
export const formatFigures = (results: readonly Result[], drawn: string): string => {
  const rows = areasOf(results).map((area) => {
    const { killed, all, percent } = countKilled(results.filter(({ mutant }) => mutant.area === area))
    return `| \`${area}\` | ${all} | ${killed} | ${percent} % |`
  })
  const { killed, all, percent } = countKilled(results)
  return [
    `Drawn with ${drawn}.`,
    '',
    '| area | mutants | killed | |',
    '|---|---|---|---|',
    ...rows,
    `| together | ${all} | ${killed} | ${percent} % |`,
    ...Object.entries(kindNames).flatMap(([kind, name]) => listKind(results, kind, name)),
    ...listEquivalent(results),
  ].join('\n')
}

const listKind = (results: readonly Result[], kind: string, name: string): readonly string[] => {
  const left = results.filter((result) => isLeft(result) && result.mutant.kind === kind)
  if (left.length === 0) return []
  return [
    '',
    `Not noticed, ${name}:`,
    '',
    ...left.map(({ mutant, kind: result }) => {
      const note = result === 'unreached' ? ' (no test evaluates it)' : ''
      return `- \`${mutant.file}\`${note}: ${code(mutant.before)} became ${code(mutant.after)}`
    }),
  ]
}

const listEquivalent = (results: readonly Result[]): readonly string[] => {
  const found = results.flatMap(({ mutant, kind }) => {
    const equivalent = kind === 'equivalent' ? findEquivalent(mutant) : undefined
    return equivalent ? [`- \`${mutant.file}\`, ${code(mutant.after)}: ${equivalent.reason}`] : []
  })
  return found.length === 0 ? [] : ['', 'Not counted, because no test can notice them:', '', ...found]
}

const maxCode = 120

const code = (text: string): string => {
  const short = text.length > maxCode ? `${text.slice(0, maxCode)}…` : text
  return short.includes('`') ? `\`\` ${short} \`\`` : `\`${short}\``
}

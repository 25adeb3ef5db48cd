/**
 * Draws mutants from areas, which are folders: the same number from each, and the same ones for the same seed and sources.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Change, findMutants, type Mutant, showChange } from './find-mutants.ts'

export interface DrawnMutant extends Mutant, Change {
  /** In the drawn mutants, from 0. */
  readonly id: number
  /** Relative to the project. */
  readonly file: string
  readonly area: string
}

export interface Draw {
  readonly project: string
  /** Folders relative to the project. */
  readonly areas: readonly string[]
  /** Relative to the project. */
  readonly files: readonly string[]
  readonly seed: string
  readonly count: number
}

/** All mutants of a file. */
const readMutants = (project: string, file: string): readonly (Mutant & Change)[] => {
  const text = readFileSync(join(project, file), 'utf8')
  return findMutants(text).map((mutant) => ({ ...mutant, ...showChange(text, mutant) }))
}

export const drawMutants = ({ project, areas, files, seed, count }: Draw): readonly DrawnMutant[] => {
  const rankOf = ({ file, start, replacement }: { file: string; start: number; replacement: string }): string =>
    createHash('sha256').update(`${seed} ${file} ${start} ${replacement}`).digest('hex')
  const drawn = areas.flatMap((area, index) => {
    const share = Math.floor(count / areas.length) + (index < count % areas.length ? 1 : 0)
    return files
      .filter((file) => file.startsWith(`${area}/`) && file.endsWith('.ts'))
      .flatMap((file) => readMutants(project, file).map((mutant) => ({ ...mutant, file, area })))
      .filter((mutant) => !isSampleData(mutant))
      .map((mutant) => ({ mutant, rank: rankOf(mutant) }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
      .slice(0, share)
      .map(({ mutant }) => mutant)
  })
  return drawn.map((mutant, id) => ({ ...mutant, id }))
}

/** All mutants of some lines, which are given as `src/store/index.ts:12`. */
export const pickMutants = (project: string, lines: readonly string[]): readonly DrawnMutant[] => {
  const files = new Set(lines.map((line) => line.replace(/:\d+$/, '')))
  return [...files]
    .flatMap((file) => readMutants(project, file).map((mutant) => ({ ...mutant, file, area: dirname(file) })))
    .filter(({ file, line }) => lines.includes(`${file}:${line}`))
    .map((mutant, id) => ({ ...mutant, id }))
}

/** Tables of coordinates, prices and years, from which values are generated: another number is as plausible. */
const isSampleData = ({ file, kind, isStatic }: Pick<DrawnMutant, 'file' | 'kind' | 'isStatic'>): boolean =>
  kind === 'number' && isStatic && file.startsWith('src/contract/sample/')

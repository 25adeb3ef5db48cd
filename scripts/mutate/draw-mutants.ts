/**
 * Draws mutants from all files of some folders: the same ones for the same seed and sources.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findMutants, type Mutant } from './find-mutants.ts'

export interface DrawnMutant extends Mutant {
  /** Relative to the project. */
  readonly file: string
}

/** `files` are relative to the project. */
export const drawMutants = (
  project: string,
  files: readonly string[],
  seed: string,
  count: number,
): readonly DrawnMutant[] => {
  const all = files.flatMap((file) =>
    findMutants(readFileSync(join(project, file), 'utf8')).map((mutant) => ({ ...mutant, file })),
  )
  const rank = ({ file, start, replacement }: DrawnMutant): string =>
    createHash('sha256').update(`${seed} ${file} ${start} ${replacement}`).digest('hex')
  return all
    .map((mutant) => ({ mutant, rank: rank(mutant) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant)
}

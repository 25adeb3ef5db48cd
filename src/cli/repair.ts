/**
 * `standin repair folder`: writes what can be read of a damaged --data folder into a new one, and lists what is lost.
 */
import { UsageError } from '../errors.ts'
import type { Outcome } from '../log/file/repair/plan-repair.ts'
import { repairFolder } from '../log/file/repair/repair-folder.ts'
import type { ServeOptions } from '../options/resolve-options.ts'
import { createColors } from './colors.ts'
import { exitCodes, type Process } from './process.ts'
import { quotePath } from './quote-path.ts'

/** Resolves with 0 if everything was restored, otherwise with 3. Rejects with UsageError and LogError. */
export const repair = async (
  { documents: folders, to }: Pick<ServeOptions, 'documents' | 'to'>,
  { stdout, color }: Pick<Process, 'stdout' | 'color'>,
): Promise<number> => {
  const [from, ...others] = folders
  if (from === undefined)
    throw new UsageError('standin repair needs a folder, for example: standin repair standin-data')
  if (others.length > 0) throw new UsageError(`standin repair needs one folder, got ${folders.join(', ')}`)
  const target = to ?? `${from.replace(/[\\/]+$/, '')}-repaired`
  const { outcomes, unnamed } = await repairFolder({ from, to: target })
  const colors = createColors(color)
  const paint = { whole: colors.green, partly: colors.yellow, lost: colors.red }
  const count = (kind: Outcome['kind']): number => outcomes.filter((outcome) => outcome.kind === kind).length
  const lines = (['whole', 'partly', 'lost'] as const).flatMap((kind) =>
    outcomes
      .filter((outcome) => outcome.kind === kind)
      .map((outcome) => `${paint[kind](kind.padEnd(6))}  ${describe(outcome)}`),
  )
  if (unnamed > 0) lines.push(`${paint.lost('lost  ')}  ${unnamed} whose names cannot be read`)
  const lost = count('lost') + unnamed
  lines.push(
    '',
    `${count('whole')} whole, ${count('partly')} partly restored, ${lost} lost. ${from} was not changed`,
    `Start from the new folder with ${colors.bold(`standin --data ${quotePath(target)}`)}`,
  )
  stdout.write(`${lines.join('\n')}\n`)
  return lost + count('partly') === 0 ? exitCodes.success : exitCodes.load
}

const describe = ({ name, kind, restored, last, problem }: Outcome): string => {
  const what = name.replace(/^sandbox:/, 'sandbox ').replace(/^base:/, 'fixture records ')
  if (kind === 'whole') return what
  return kind === 'lost' ? `${what}: ${problem}` : `${what}: up to entry ${restored} of ${last}; ${problem}`
}

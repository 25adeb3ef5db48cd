/**
 * Reads the effects of a log, from its checkpoint and its entries.
 */
import { LoadError } from '../errors.ts'
import { LogError, type StoredEntries } from '../log/log.ts'
import { type Beginning, type Effect, effectFormat, isBeginning, readEffects } from './effects.ts'

type Written = Pick<StoredEntries, 'checkpoint' | 'entries'>

export const readAll = ({ checkpoint, entries }: Written): readonly Effect[] =>
  [...checkpoint, ...entries.map(({ effects }) => effects)].flatMap(readEffects)

/** How the sandbox of a log was created. `place`: where the log is, for messages. Throws LogError, LoadError. */
export const findBeginning = (effects: readonly Effect[], name: string, place: string): Beginning => {
  const creation = effects.find(isBeginning)
  if (!creation) throw new LogError('damaged', `${place}: the log ${JSON.stringify(name)} has no creation`)
  if (creation.format > effectFormat) throw tooNew(creation, place)
  return creation
}

const tooNew = ({ id, format }: Beginning, place: string): LoadError =>
  new LoadError([
    {
      code: 'state-too-new',
      file: place,
      message: `the sandbox ${JSON.stringify(id)} was stored in format ${format}, and this version reads formats up to ${effectFormat}; update Standin, or choose another folder with --data`,
    },
  ])

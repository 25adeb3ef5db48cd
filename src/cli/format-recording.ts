/**
 * What `standin proxy --record` prints when it has written a recording.
 */
import type { RecordingSummary } from '../proxy/proxy-options.ts'

export const formatRecording = ({
  folder,
  records,
  scenarios,
  exchanges,
  notes,
}: RecordingSummary): readonly string[] => [
  `recorded ${plural(exchanges, 'exchange')} to ${folder}: ${plural(records, 'record')}, ${plural(scenarios, 'scenario')}`,
  ...notes,
  `Play it back with: standin DOCUMENTS --fixtures ${quote(folder)}/fixtures --scenarios ${quote(folder)}/scenarios`,
]

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** A name without a slash would be the name of a set in ./fixtures. */
const quote = (folder: string): string => (/^[\w./@:\\-]+$/.test(folder) ? folder : JSON.stringify(folder))

/**
 * Writes a list that may be long: it has to fit into memory together with those that clients have not yet read.
 */
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import { noRoom } from '../../store/list-size.ts'
import { ControlError } from './control-error.ts'

export interface LongList {
  /** Bytes. */
  readonly size: number
  /** The message about a list that is too long. */
  readonly tooLong: string
}

/** Waits until there is room. Rejects with ControlError 413, 503. */
export const writeList = async <Written>(
  { limits }: Sandbox,
  { size, tooLong }: LongList,
  write: () => Written,
): Promise<Written> => {
  const admission = await limits.lists.admit(size)
  if (admission.kind === 'too-long') throw new ControlError(413, tooLong)
  if (admission.kind === 'no-room') throw new ControlError(503, noRoom)
  try {
    return write()
  } finally {
    admission.release()
  }
}

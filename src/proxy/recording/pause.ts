/**
 * Long work in pieces: requests are handled between them.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds of work at a time. */
const longestPiece = 10

/** Call the result after each piece of the work. */
export const createPause = (): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < longestPiece) return
    await nextTurn()
    since = performance.now()
  }
}

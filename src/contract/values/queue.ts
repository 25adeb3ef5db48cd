/**
 * Runs one thing after another.
 */

/** Runs when all that was given before has ended, whether it succeeded or not. */
export type InTurn = <Result>(run: () => Promise<Result>) => Promise<Result>

export const createQueue = (): InTurn => {
  let last: Promise<unknown> = Promise.resolve()
  return (run) => {
    const next = last.then(run)
    last = next.catch(() => {})
    return next
  }
}

/**
 * Runs changes one after the other, so that each begins with what the one before it has left. Two quick clicks are two changes.
 */
export type Queue = <Result>(change: () => Promise<Result>) => Promise<Result>

export const createQueue = (): Queue => {
  let last: Promise<unknown> = Promise.resolve()
  return (change) => {
    const next = last.then(change)
    last = next.catch(() => {})
    return next
  }
}

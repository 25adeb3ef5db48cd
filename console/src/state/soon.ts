/**
 * Runs something a little later, once for all calls until then.
 */
export interface Soon {
  readonly call: () => void
  readonly cancel: () => void
}

/** `pause`: milliseconds from the first call. */
export const createSoon = (run: () => void, pause: number): Soon => {
  const timer: { current?: ReturnType<typeof setTimeout> | undefined } = {}
  const fire = (): void => {
    timer.current = undefined
    run()
  }
  return {
    call: () => {
      timer.current ??= setTimeout(fire, pause)
    },
    cancel: () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
  }
}

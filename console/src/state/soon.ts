/**
 * Runs something a little later, once for all calls until then. What takes long is run less often, so that an open page
 * costs a busy server little.
 */
export interface Soon {
  readonly call: () => void
  readonly cancel: () => void
}

/** A run that took a second is followed by a rest of ten. */
const restFactor = 10

/** `pause`: milliseconds from the first call. A call during a run is one for the next. */
export const createSoon = (run: () => Promise<void> | void, pause: number | (() => number)): Soon => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let nextAt = 0
  let isRunning = false
  let isWanted = false
  const call = (): void => {
    if (isRunning) isWanted = true
    else timer ??= setTimeout(fire, Math.max(typeof pause === 'number' ? pause : pause(), nextAt - performance.now()))
  }
  const fire = async (): Promise<void> => {
    timer = undefined
    isRunning = true
    const began = performance.now()
    try {
      await run()
    } finally {
      const ended = performance.now()
      nextAt = ended + (ended - began) * restFactor
      isRunning = false
      if (isWanted) call()
      isWanted = false
    }
  }
  return {
    call,
    cancel: () => {
      clearTimeout(timer)
      timer = undefined
      isWanted = false
    },
  }
}

/** Runs something when `call` has not been called for `pause` milliseconds. */
export const createCalm = (run: () => void, pause: number): Soon => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = (): void => clearTimeout(timer)
  return {
    call: () => {
      cancel()
      timer = setTimeout(run, pause)
    },
    cancel,
  }
}

/**
 * Calls back when something else than an exchange has changed in a sandbox, such as by another person. Changes in quick
 * succession are one call.
 */
import { useEffect, useRef } from 'preact/hooks'
import type { Change } from '../api/types.ts'
import { useConsole } from './console-state.ts'
import { createSoon } from './soon.ts'

/** Milliseconds. */
const pause = 100

/** `kinds`: those that matter. `sandbox`: what concerns all sandboxes is included. */
export const useChanges = (kinds: readonly Change['kind'][], sandbox: string, run: () => void): void => {
  const { watch } = useConsole()
  const latest = useRef(run)
  latest.current = run
  const wanted = kinds.join(' ')
  useEffect(() => {
    const soon = createSoon(() => latest.current(), pause)
    const stop = watch((change) => {
      if (change.sandbox !== null && change.sandbox !== sandbox) return
      if (!wanted.split(' ').includes(change.kind)) return
      soon.call()
    })
    return () => {
      stop()
      soon.cancel()
    }
  }, [watch, wanted, sandbox])
}

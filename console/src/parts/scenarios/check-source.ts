/**
 * Checks the source of a scenario as one writes it.
 */
import { useEffect, useState } from 'preact/hooks'
import type { Result } from '../../api/client.ts'
import { isAborted } from '../../api/problem.ts'
import { useConsole } from '../../state/console-state.ts'

export type Checked = Result<'checkScenario'>

/** Milliseconds without a change before it is checked. */
const pause = 250

/** Undefined until the first check, and for an empty source. */
export const useChecked = (name: string, source: string): Checked | undefined => {
  const { api } = useConsole()
  const [checked, setChecked] = useState<Checked | undefined>(undefined)
  useEffect(() => {
    const ending = new AbortController()
    const timer = setTimeout(() => {
      if (source === '') return
      const body = { source, ...(name === '' ? {} : { name }) }
      api
        .call('checkScenario', { body }, ending.signal)
        .then(setChecked)
        .catch((error: unknown) => {
          // The next change checks again, and applying it reports what is wrong.
          if (!isAborted(error)) setChecked(undefined)
        })
    }, pause)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [api, name, source])
  return checked
}

/**
 * Applying or saving what the form has, and what came instead: a mistake, or a file that was changed elsewhere.
 */
import { useState } from 'preact/hooks'
import { describeError, ProblemError } from '../../api/problem.ts'
import type { ScenarioSource } from '../../api/types.ts'
import { useConsole } from '../../state/console-state.ts'
import { useApplyScenario } from './apply-scenario.ts'
import type { Draft } from './kept-draft.ts'

export interface Submission {
  readonly isBusy: boolean
  readonly error: string | undefined
  /** `theirs` is undefined if it was deleted. */
  readonly conflict: { readonly message: string; readonly theirs: ScenarioSource | undefined } | undefined
  readonly forget: () => void
  /** With `overwrite`, whatever is there is replaced. */
  readonly submit: (options: { readonly save: boolean; readonly overwrite?: boolean }) => Promise<void>
}

/** `isNew`: its name must be free. `onDone`: the edit is finished. */
export const useSubmit = (draft: Draft, isNew: boolean, onDone: () => void): Submission => {
  const { api, scenarios } = useConsole()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | undefined>(undefined)
  const [conflict, setConflict] = useState<Submission['conflict']>(undefined)
  const apply = useApplyScenario()
  const name = draft.name.trim()
  const readTheirs = async (): Promise<ScenarioSource | undefined> => {
    try {
      return await api.call('getScenario', { path: { scenario: name } })
    } catch {
      return undefined
    }
  }
  const forget = (): void => {
    setError(undefined)
    setConflict(undefined)
  }
  const submit: Submission['submit'] = async ({ save, overwrite = false }) => {
    forget()
    if (isNew && !overwrite && scenarios.data.value?.some((each) => each.name === name)) {
      setError(`There is already a scenario “${name}”. Choose another name, or edit that one.`)
      return
    }
    setBusy(true)
    try {
      await apply({ name, text: draft.text, version: overwrite ? undefined : draft.version }, save)
      onDone()
    } catch (failure) {
      const message = describeError(failure)
      if (failure instanceof ProblemError && failure.status === 409)
        setConflict({ message, theirs: await readTheirs() })
      else setError(message)
      setBusy(false)
    }
  }
  return { isBusy, error, conflict, forget, submit }
}

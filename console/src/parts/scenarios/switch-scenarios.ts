/**
 * Switches scenarios of the sandbox on and off. What is done can be undone.
 */
import { useState } from 'preact/hooks'
import { describeError } from '../../api/problem.ts'
import { useConsole } from '../../state/console-state.ts'

export interface ScenarioSwitch {
  /** The active scenarios, in the order in which they are tried. */
  readonly active: readonly string[]
  /** The change that is being sent. */
  readonly isBusy: boolean
  /** A scenario that is switched on is tried after the others. */
  readonly turn: (name: string, isOn: boolean) => void
  readonly turnAllOff: () => void
  /** One place forward (-1) or back (1). */
  readonly move: (name: string, step: -1 | 1) => void
}

export const useScenarioSwitch = (): ScenarioSwitch => {
  const { api, sandbox, toaster } = useConsole()
  const [isBusy, setBusy] = useState(false)
  const state = sandbox.value
  const active = state.activeScenarios.value
  const send = async (names: readonly string[]): Promise<void> => {
    const body = { scenario: names.length === 0 ? null : names.join(', ') }
    state.sandbox.set(await api.call('setScenario', { path: { id: state.id }, body }))
  }
  const change = async (names: readonly string[], text: string): Promise<void> => {
    const before = active
    setBusy(true)
    try {
      await send(names)
      toaster.show(text, { undo: () => send(before) })
    } catch (error) {
      toaster.show(describeError(error), { tone: 'failed' })
    } finally {
      setBusy(false)
    }
  }
  const turn = (name: string, isOn: boolean): void => {
    const others = active.filter((each) => each !== name)
    void change(isOn ? [...others, name] : others, `${name} is ${isOn ? 'on' : 'off'} in “${state.id}”`)
  }
  const move = (name: string, step: -1 | 1): void => {
    const at = active.indexOf(name)
    const other = active[at + step]
    if (at < 0 || other === undefined) return
    const moved = active.map((each, index) => (index === at ? other : index === at + step ? name : each))
    void change(moved, `${name} is now tried ${step === -1 ? 'before' : 'after'} ${other}`)
  }
  return { active, isBusy, turn, move, turnAllOff: () => void change([], `All scenarios are off in “${state.id}”`) }
}

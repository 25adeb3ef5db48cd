/**
 * Switches scenarios of the sandbox on and off. What is done can be undone.
 */
import { useState } from 'preact/hooks'
import { describeError } from '../../api/problem.ts'
import { useConsole } from '../../state/console-state.ts'
import { undoSwitch } from './undo-switch.ts'

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
  const [waiting, setWaiting] = useState(0)
  const state = sandbox.value
  const active = state.activeScenarios.value
  const send = async (names: readonly string[]): Promise<void> => {
    const body = { scenario: names.length === 0 ? null : names.join(', ') }
    state.sandbox.set(await api.call('setScenario', { path: { id: state.id }, body }))
  }
  const change = async (apply: (before: readonly string[]) => readonly string[], text: string): Promise<void> => {
    setWaiting((count) => count + 1)
    try {
      await state.inTurn(async () => {
        const before = state.activeScenarios.peek()
        const after = apply(before)
        await send(after)
        const undo = () => state.inTurn(() => send(undoSwitch(before, after, state.activeScenarios.peek())))
        toaster.show(text, { undo })
      })
    } catch (error) {
      toaster.show(describeError(error), { tone: 'failed' })
    } finally {
      setWaiting((count) => count - 1)
    }
  }
  const turn = (name: string, isOn: boolean): void => {
    const apply = (before: readonly string[]): readonly string[] => {
      const others = before.filter((each) => each !== name)
      return isOn ? [...others, name] : others
    }
    void change(apply, `${name} is ${isOn ? 'on' : 'off'} in “${state.id}”`)
  }
  const move = (name: string, step: -1 | 1): void => {
    const other = active[active.indexOf(name) + step]
    if (!active.includes(name) || other === undefined) return
    // Their places are exchanged, wherever an earlier change has put them.
    const apply = (before: readonly string[]): readonly string[] =>
      before.map((each) => (each === name ? other : each === other ? name : each))
    void change(apply, `${name} is now tried ${step === -1 ? 'before' : 'after'} ${other}`)
  }
  const turnAllOff = (): void => void change(() => [], `All scenarios are off in “${state.id}”`)
  return { active, isBusy: waiting > 0, turn, move, turnAllOff }
}

/**
 * Applies a scenario, with or without saving it. Undo restores what was there before.
 */
import type { ScenarioSource } from '../../api/types.ts'
import { useConsole } from '../../state/console-state.ts'

export type ApplyScenario = (name: string, source: string, save: boolean) => Promise<void>

/** Rejects with what the server reports. */
export const useApplyScenario = (): ApplyScenario => {
  const { api, scenarios, toaster, navigator } = useConsole()
  const find = async (name: string): Promise<ScenarioSource | undefined> => {
    await scenarios.refetch()
    const isKnown = scenarios.data.value?.some((each) => each.name === name)
    return isKnown ? api.call('getScenario', { path: { scenario: name } }) : undefined
  }
  const restore = async (name: string, before: ScenarioSource | undefined, wasSaved: boolean): Promise<void> => {
    const path = { scenario: name }
    const hadFile = before?.saved && !before.builtIn
    if (wasSaved && hadFile) await api.call('putScenario', { path, body: { source: before.source, save: true } })
    else await api.call('deleteScenario', { path, query: wasSaved ? { file: true } : {} })
    if (before && !before.saved) await api.call('putScenario', { path, body: { source: before.source } })
    await scenarios.refetch()
  }
  return async (name, source, save) => {
    const before = await find(name)
    const put = await api.call('putScenario', { path: { scenario: name }, body: { source, save } })
    await scenarios.refetch()
    navigator.go({ part: 'scenarios', path: [name] })
    toaster.show(save ? `Saved ${put.file}` : `${name} is defined in this server`, {
      undo: async () => {
        await restore(name, before, save)
        if (!before) navigator.go({ part: 'scenarios', path: [] })
      },
    })
  }
}

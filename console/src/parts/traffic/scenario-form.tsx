/**
 * A scenario with the response of an exchange: the draft of the server, to change, to define and to switch on.
 */
import { useState } from 'preact/hooks'
import { Button } from '../../components/button.tsx'
import { Field, TextField } from '../../components/field.tsx'
import { BackIcon, ScenariosIcon } from '../../components/icons.tsx'
import { ErrorState, Skeleton } from '../../components/states.tsx'
import { findTarget } from '../../parts/registry.ts'
import { useConsole } from '../../state/console-state.ts'
import { useResource } from './use-resource.ts'

export const ScenarioForm = ({ id }: { readonly id: string }) => {
  const { api, navigator } = useConsole()
  const draft = useResource((signal) => api.call('writeScenario', { path: { requestId: id } }, signal), [api, id])
  const { data, error } = draft
  const href = navigator.href({ path: [id], query: navigator.address.value.query })
  return (
    <div class="traffic-detail">
      <header class="traffic-detail-header">
        <div class="traffic-detail-bar">
          <a class="button button-quiet button-small" href={href}>
            <BackIcon /> Exchange
          </a>
        </div>
        <h2 class="traffic-detail-title">Make this a scenario</h2>
        <p class="hint">
          While it is on, requests that match <code>when</code> get this response. Other requests work as usual.
        </p>
      </header>
      {data.value ? (
        <Editor draft={data.value} />
      ) : error.value === undefined ? (
        <Skeleton lines={6} label="Writing the draft" />
      ) : (
        <ErrorState title="There is no scenario for this exchange" error={error.value} />
      )}
    </div>
  )
}

const Editor = ({ draft }: { readonly draft: { readonly name: string; readonly source: string } }) => {
  const [name, setName] = useState(draft.name)
  const [source, setSource] = useState(draft.source)
  const [isSaved, setSaved] = useState(false)
  const { define, isBusy, error } = useDefine()
  const submit = (event: Event): void => {
    event.preventDefault()
    void define(name.trim(), source, isSaved)
  }
  return (
    <form class="traffic-form" onSubmit={submit}>
      <TextField label="Name" value={name} onInput={setName} maxLength={100} />
      <Field label="Scenario" hint="Remove conditions under when, to make it apply to more requests.">
        {(control) => (
          <textarea
            {...control}
            class="input traffic-text"
            rows={Math.max(8, Math.min(24, source.split('\n').length + 1))}
            spellcheck={false}
            value={source}
            onInput={(event) => setSource(event.currentTarget.value)}
          />
        )}
      </Field>
      <label class="traffic-check">
        <input type="checkbox" checked={isSaved} onChange={(event) => setSaved(event.currentTarget.checked)} /> Also
        write it into the folder of scenarios. Otherwise it lasts until the server stops.
      </label>
      {error !== undefined && <ErrorState title="The scenario has a mistake" error={error} />}
      <div class="traffic-form-actions">
        <Button type="submit" tone="primary" icon={ScenariosIcon} isBusy={isBusy} disabled={name.trim() === ''}>
          Switch it on
        </Button>
      </div>
    </form>
  )
}

/** Defines the scenario and adds it to those that are on. */
const useDefine = () => {
  const { api, sandbox, scenarios, navigator, toaster } = useConsole()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(undefined)
  const define = async (scenario: string, source: string, save: boolean): Promise<void> => {
    const { id, sandbox: description, activeScenarios } = sandbox.value
    const before = description.data.value?.scenario ?? null
    setBusy(true)
    setError(undefined)
    try {
      await api.call('putScenario', { path: { scenario }, body: { source, save } })
      // The first one that responds wins, so this one is first.
      const names = [scenario, ...activeScenarios.value.filter((name) => name !== scenario)].join(',')
      description.set(await api.call('setScenario', { path: { id }, body: { scenario: names } }))
      void scenarios.refetch()
      toaster.show(`Switched on ${scenario}`, {
        undo: async () => description.set(await api.call('setScenario', { path: { id }, body: { scenario: before } })),
      })
      const target = findTarget('scenario', scenario)
      if (target) navigator.go(target)
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  return { define, isBusy, error }
}

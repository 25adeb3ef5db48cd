/**
 * A new scenario, from a template or from an exchange.
 */
import { useEffect, useMemo } from 'preact/hooks'
import type { Result } from '../../api/client.ts'
import { Select } from '../../components/field.tsx'
import { ErrorState, Skeleton } from '../../components/states.tsx'
import { findTarget } from '../../parts/registry.ts'
import { useConsole } from '../../state/console-state.ts'
import { createResource } from '../../state/resource.ts'
import { ScenarioForm } from './scenario-form.tsx'
import { templates } from './templates.ts'

interface NewScenarioProps {
  /** The id of an exchange. */
  readonly from: string | undefined
  /** The id of a template. */
  readonly template: string | undefined
}

export const NewScenario = ({ from, template }: NewScenarioProps) => {
  const { api, navigator } = useConsole()
  const draft = useMemo(
    () =>
      createResource((signal) =>
        from === undefined ? fromTemplate(api, template, signal) : fromExchange(api, from, signal),
      ),
    [api, from, template],
  )
  useEffect(() => {
    void draft.refetch()
    return draft.dispose
  }, [draft])
  const written = draft.data.value
  const error = draft.error.value
  if (!written)
    return (
      <div class="scenarios-detail">
        {error ? (
          <ErrorState title="The scenario could not be started" error={error} onRetry={() => void draft.refetch()} />
        ) : (
          <Skeleton lines={6} label="Writing a draft" />
        )}
      </div>
    )
  const target = from === undefined ? undefined : findTarget('exchange', from)
  return (
    <ScenarioForm
      title="New scenario"
      name={written.name}
      canRename
      source={written.source}
      back={{ part: 'scenarios', path: [] }}
    >
      {from === undefined ? (
        <Select
          label="Start from"
          value={template ?? 'blank'}
          options={templates.map(({ id, label }) => ({ value: id, label }))}
          onChange={(id) => navigator.go({ part: 'scenarios', path: [], query: { new: id } }, { replace: true })}
        />
      ) : (
        <p class="hint">
          It repeats the response of {target ? <a href={navigator.href(target)}>this exchange</a> : <code>{from}</code>}
          . Change the name and the condition as you need them.
        </p>
      )}
    </ScenarioForm>
  )
}

type Api = ReturnType<typeof useConsole>['api']
type WrittenScenario = Result<'writeScenario'>

const fromTemplate = async (api: Api, id: string | undefined, signal: AbortSignal): Promise<WrittenScenario> => {
  const template = templates.find((each) => each.id === id) ?? templates[0]
  const { operation } = await readFirstOperation(api, signal)
  return { name: template?.name ?? 'my-scenario', source: template?.write(operation) ?? '' }
}

/** The operation that most scenarios would begin with. */
const readFirstOperation = async (api: Api, signal: AbortSignal): Promise<{ readonly operation: string }> => {
  const { operations } = await api.call('getCoverage', {}, signal)
  return { operation: operations[0]?.operation ?? "'*'" }
}

const fromExchange = (api: Api, requestId: string, signal: AbortSignal): Promise<WrittenScenario> =>
  api.call('writeScenario', { path: { requestId } }, signal)

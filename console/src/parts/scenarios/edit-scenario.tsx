/**
 * Edits a scenario that exists. One that is built in is replaced by the edited one; its own file stays as it is.
 */
import { useEffect, useMemo } from 'preact/hooks'
import { ErrorState, Skeleton } from '../../components/states.tsx'
import { useConsole } from '../../state/console-state.ts'
import { createResource } from '../../state/resource.ts'
import { ScenarioForm } from './scenario-form.tsx'

export const EditScenario = ({ name }: { readonly name: string }) => {
  const { api } = useConsole()
  const scenario = useMemo(
    () => createResource((signal) => api.call('getScenario', { path: { scenario: name } }, signal)),
    [api, name],
  )
  useEffect(() => {
    void scenario.refetch()
    return scenario.dispose
  }, [scenario])
  const data = scenario.data.value
  const error = scenario.error.value
  if (!data)
    return (
      <div class="scenarios-detail">
        {error ? (
          <ErrorState title={`${name} could not be loaded`} error={error} onRetry={() => void scenario.refetch()} />
        ) : (
          <Skeleton lines={6} label={`Loading ${name}`} />
        )}
      </div>
    )
  return (
    <ScenarioForm
      title={`Edit ${name}`}
      name={name}
      canRename={false}
      source={data.source}
      back={{ part: 'scenarios', path: [name] }}
    >
      {data.builtIn && (
        <p class="hint">
          This scenario is part of Standin. Your version replaces it under the same name; you can return to the built-in
          one.
        </p>
      )}
    </ScenarioForm>
  )
}

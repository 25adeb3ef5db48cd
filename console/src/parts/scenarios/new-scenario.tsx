/**
 * A new scenario, from a template, from an exchange, or for a documented status of an operation.
 */
import { useEffect, useMemo } from 'preact/hooks'
import type { Result } from '../../api/client.ts'
import { Select } from '../../components/field.tsx'
import { ErrorState, Skeleton } from '../../components/states.tsx'
import { findTarget } from '../../parts/registry.ts'
import { useConsole } from '../../state/console-state.ts'
import { createResource } from '../../state/resource.ts'
import { ScenarioForm } from './scenario-form.tsx'
import { templates, writeStatus } from './templates.ts'

/** Room is left for a number: a name has at most 100 characters. */
const maxNameLength = 90

interface NewScenarioProps {
  /** The id of an exchange. */
  readonly from: string | undefined
  /** The id of a template. */
  readonly template: string | undefined
  readonly status: DocumentedStatus | undefined
}

export interface DocumentedStatus {
  readonly operation: string
  /** As the document has it: 404, 4XX or default. */
  readonly status: string
}

export const NewScenario = ({ from, template, status }: NewScenarioProps) => {
  const { api, navigator, scenarios } = useConsole()
  const draft = useMemo(
    () =>
      createResource((signal) =>
        status
          ? Promise.resolve(fromStatus(status))
          : from === undefined
            ? fromTemplate(api, template, signal)
            : fromExchange(api, from, signal),
      ),
    [api, from, template, status?.operation, status?.status],
  )
  useEffect(() => {
    void draft.refetch()
    return draft.dispose
  }, [draft])
  const written = draft.data.value
  const error = draft.error.value
  const names = scenarios.data.value?.map(({ name }) => name)
  if (!written || !names)
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
      canRename
      first={{ name: freeName(written.name, names), text: written.source, version: null }}
      place={`new ${status ? `${status.operation} ${status.status}` : (from ?? template ?? 'blank')}`}
      back={{ part: 'scenarios', path: [] }}
    >
      {status ? (
        <p class="hint">
          In it, {status.operation} responds with the documented status {status.status}. Apply it, switch it on, and
          send the request.
        </p>
      ) : from === undefined ? (
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

/** `my-scenario`, or `my-scenario-2` if there is one already. */
const freeName = (name: string, names: readonly string[]): string => {
  let number = 1
  while (names.includes(number === 1 ? name : `${name}-${number}`)) number++
  return number === 1 ? name : `${name}-${number}`
}

type Api = ReturnType<typeof useConsole>['api']
type WrittenScenario = Result<'writeScenario'>

const fromStatus = ({ operation, status }: DocumentedStatus): WrittenScenario => ({
  name: `${operation.replace(/[^\w-]+/g, '-').replace(/^-+|-+$/g, '')}-${status}`.slice(0, maxNameLength),
  source: writeStatus(operation, status),
})

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

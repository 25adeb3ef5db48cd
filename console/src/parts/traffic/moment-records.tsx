/**
 * The records of a resource as they were just after an exchange. What it changed is marked.
 */
import { useRef } from 'preact/hooks'
import type { Result } from '../../api/client.ts'
import { parseJson } from '../../api/json.ts'
import { Button } from '../../components/button.tsx'
import { Select } from '../../components/field.tsx'
import { ErrorState, Skeleton } from '../../components/states.tsx'
import { useConsole } from '../../state/console-state.ts'
import type { Change } from './change-list.tsx'
import { RecordTable, type Row } from './record-table.tsx'
import { useChangingResource, useResource } from './use-resource.ts'

type Resource = Result<'listResources'>[number]

interface MomentRecordsProps {
  readonly id: string
  readonly query: Readonly<Record<string, string>>
  readonly changes: readonly Change[]
}

const pageSize = 50

export const MomentRecords = ({ id, query, changes }: MomentRecordsProps) => {
  const { api, sandbox, navigator } = useConsole()
  const path = { id: sandbox.value.id }
  const resources = useResource((signal) => api.call('listResources', { path }, signal), [api, path.id])
  const names = resources.data.value?.map(({ name }) => name) ?? []
  // While nobody has chosen one, the view goes to what has changed, and stays there.
  const last = useRef<string | undefined>(undefined)
  const changed = changes.find(({ scenario }) => scenario === undefined)?.resource
  last.current = query.resource ?? changed ?? last.current ?? names[0]
  const resource = resources.data.value?.find(({ name }) => name === last.current)
  if (resources.error.value !== undefined)
    return <ErrorState title="The resources could not be loaded" error={resources.error.value} />
  return (
    <section class="traffic-section" aria-labelledby="timeline-records">
      <div class="traffic-section-head timeline-records-head">
        <h2 id="timeline-records">Records just after it</h2>
        <Select
          label="Resource"
          isLabelHidden
          value={resource?.name ?? ''}
          options={names.map((name) => ({ value: name, label: name }))}
          onChange={(name) => navigator.setQuery({ resource: name, offset: '' }, { replace: true })}
        />
      </div>
      {resource ? (
        <Records id={id} resource={resource} query={query} changes={changes} />
      ) : (
        <Skeleton lines={5} label="Loading the records" />
      )}
    </section>
  )
}

interface RecordsProps extends MomentRecordsProps {
  readonly resource: Resource
}

const Records = ({ id, resource, query, changes }: RecordsProps) => {
  const { navigator } = useConsole()
  const offset = Math.max(0, Number(query.offset ?? 0) || 0)
  const page = usePage(id, resource.name, offset)
  const { data, error } = page
  if (error.value !== undefined)
    return <ErrorState title="The records are not known" error={error.value} onRetry={() => void page.refetch()} />
  if (!data.value || data.value.resource !== resource.name) return <Skeleton lines={5} label="Loading the records" />
  const { rows, total } = data.value
  const own = changes.filter((change) => change.resource === resource.name && change.scenario === undefined)
  const go = (next: number): void => navigator.setQuery({ offset: next > 0 ? String(next) : '' }, { replace: true })
  return (
    <>
      <RecordTable resource={resource} rows={rows} changes={own} />
      <div class="timeline-pages">
        <span>
          {total === 0
            ? 'No records at this time'
            : `${(offset + 1).toLocaleString('en')}–${(offset + rows.length).toLocaleString('en')} of ${total.toLocaleString('en')}`}
        </span>
        {total > pageSize && (
          <>
            <Button size="small" disabled={offset === 0} onClick={() => go(offset - pageSize)}>
              Previous page
            </Button>
            <Button size="small" disabled={offset + pageSize >= total} onClick={() => go(offset + pageSize)}>
              Next page
            </Button>
          </>
        )}
      </div>
    </>
  )
}

const usePage = (id: string, resource: string, offset: number) => {
  const { api, sandbox } = useConsole()
  const path = { id: sandbox.value.id, resource }
  return useChangingResource(
    async (signal) => {
      const query = { at: id, rows: true, limit: pageSize, offset }
      const response = await api.open('listRecords', { path, query }, signal)
      // With rows=true, the control API's document says, each has its recordId and the record.
      const rows = parseJson(await response.text()) as readonly Row[]
      return { resource, rows, total: Number(response.headers.get('X-Total-Count') ?? rows.length) }
    },
    [api, path.id, id, resource, offset],
  )
}

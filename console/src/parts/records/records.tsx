/**
 * The records of the sandbox: the resources, the table of one, and a record in a form. The address has all that is selected:
 * /records/pets/31?sort=-name&where[status]=sold.
 */
import './records.css'
import './record-form.css'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Resource } from '../../api/types.ts'
import { RecordsIcon } from '../../components/icons.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx'
import { useConsole } from '../../state/console-state.ts'
import { createResource } from '../../state/resource.ts'
import { useChanges } from '../../state/use-changes.ts'
import type { PartProps } from '../part.ts'
import { ResourceList } from './resource-list.tsx'
import { ResourceView } from './resource-view.tsx'

const Records = ({ path: [selected, recordId], query }: PartProps) => {
  const { api, sandbox, navigator } = useConsole()
  const id = sandbox.value.id
  const begun = useRef(navigator.address.value).current
  const resources = useMemo(
    () => createResource<readonly Resource[]>((signal) => api.call('listResources', { path: { id } }, signal)),
    [api, id],
  )
  useEffect(() => {
    void resources.refetch()
    return resources.dispose
  }, [resources])
  useChanges(['records', 'sandbox', 'files'], id, () => void resources.refetch())
  const all = resources.data.value
  const [first] = all ?? []
  const isUnselected = selected === undefined && first !== undefined
  useEffect(() => {
    if (isUnselected) navigator.go({ path: [first.name] }, { replace: true })
  }, [isUnselected, first, navigator])
  if (!all)
    return (
      <Plain>
        {resources.error.value === undefined ? (
          <Skeleton lines={8} label="Loading the records" />
        ) : (
          <ErrorState
            title="The resources could not be loaded"
            error={resources.error.value}
            onRetry={() => void resources.refetch()}
          />
        )}
      </Plain>
    )
  if (!first)
    return (
      <Plain>
        <EmptyState icon={RecordsIcon} title="The documents have no resources">
          A resource is a collection with operations that list, create or read its records, such as GET /pets.
          Operations of other kinds return generated responses.
        </EmptyState>
      </Plain>
    )
  if (selected === undefined) return <Plain>{null}</Plain>
  const resource = all.find(({ name }) => name === selected)
  return (
    <div class="records fills-page">
      <ResourceList resources={all} selected={selected} />
      {resource ? (
        <ResourceView
          key={resource.name}
          resource={resource}
          resources={all}
          recordId={recordId}
          query={query}
          takesFocus={navigator.address.value !== begun}
          onCount={() => void resources.refetch()}
        />
      ) : (
        <EmptyState icon={RecordsIcon} title={`There is no resource “${selected}”`}>
          Choose one of the list.
        </EmptyState>
      )}
    </div>
  )
}

const Plain = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="records-plain">
    <header class="page-header">
      <h1>Records</h1>
    </header>
    {children}
  </div>
)

export default Records

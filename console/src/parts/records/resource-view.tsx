/**
 * One resource: its table with search and filters, and beside it the record that is open.
 */
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Resource } from '../../api/types.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { PlusIcon, RecordsIcon, SearchIcon, TimeIcon } from '../../components/icons.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx'
import { findTarget } from '../../parts/registry.ts'
import { useConsole } from '../../state/console-state.ts'
import { RecordFilters } from './record-filters.tsx'
import { useReturnOfFocus } from './record-heading.tsx'
import { createRecordPages, type RecordPages } from './record-pages.ts'
import { RecordPanel } from './record-panel.tsx'
import { isFiltered, type RecordQuery, readRecordQuery, writeRecordQuery } from './record-query.ts'
import { RecordTable } from './record-table.tsx'
import { ResourcePicker } from './resource-list.tsx'
import { ResourceMenu } from './resource-menu.tsx'
import { type Selection, useSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useDescribed } from './use-described.ts'
import { useLiveRefresh } from './use-live-refresh.ts'

interface ResourceViewProps {
  readonly resource: Resource
  readonly resources: readonly Resource[]
  readonly recordId: string | undefined
  readonly query: Readonly<Record<string, string>>
  /** Whether a record that is opened gets the focus. */
  readonly takesFocus: boolean
  /** The number of records has changed. */
  readonly onCount: () => void
}

export const ResourceView = (props: ResourceViewProps) => {
  const { resource, resources, recordId, query, takesFocus, onCount } = props
  const recordQuery = readRecordQuery(query)
  const pages = usePages(resource, recordQuery)
  const refresh = useLiveRefresh(pages, resource)
  const selection = useSelection(pages)
  useCount({ pages, resource, recordQuery, onCount })
  const isNew = query.new !== undefined && recordId === undefined
  const isReadOnly = recordQuery.at !== ''
  const isOpen = recordId !== undefined || isNew
  const described = useDescribed(resource.name, isOpen)
  useReturnOfFocus(recordId, isOpen)
  return (
    <div class={`records-view ${isOpen ? 'has-record' : ''}`}>
      <section class="records-main" aria-label={`Records of ${resource.title}`}>
        <Header resource={resource} resources={resources} isReadOnly={isReadOnly} onChanged={refresh} />
        {isReadOnly && <PastNotice at={recordQuery.at} />}
        <RecordFilters resource={resource} query={recordQuery} />
        {selection.ids.size > 0 && <SelectionBar resource={resource} selection={selection} onChanged={refresh} />}
        <Content {...{ resource, pages, selection, isReadOnly, query: recordQuery, current: recordId }} />
      </section>
      {isOpen && (
        <RecordPanel
          key={`${recordId} ${query.new} ${recordQuery.at}`}
          {...{ resource, described, resources, recordId, pages, query: recordQuery, onChanged: refresh, takesFocus }}
          copyOf={query.new === '1' ? undefined : query.new}
        />
      )}
    </div>
  )
}

const usePages = ({ name }: Resource, query: RecordQuery): RecordPages => {
  const { api, sandbox } = useConsole()
  const { id } = sandbox.value
  const key = JSON.stringify(query)
  const pages = useMemo(() => createRecordPages({ api, sandbox: id, resource: name, query }), [api, id, name, key])
  useEffect(() => pages.dispose, [pages])
  return pages
}

interface Counting extends Pick<ResourceViewProps, 'resource' | 'onCount'> {
  readonly pages: RecordPages
  readonly recordQuery: RecordQuery
}

/** The list of resources has the number, too. */
const useCount = ({ pages, resource, recordQuery, onCount }: Counting): void => {
  const total = pages.total.value
  const isWhole = !isFiltered(recordQuery) && recordQuery.at === ''
  const reported = useRef(resource.count)
  useEffect(() => {
    if (!isWhole || total === undefined || total === reported.current) return
    reported.current = total
    onCount()
  }, [total, isWhole, onCount])
}

interface HeaderProps extends Pick<ResourceViewProps, 'resource' | 'resources'> {
  readonly isReadOnly: boolean
  readonly onChanged: () => void
}

const Header = ({ resource, resources, isReadOnly, onChanged }: HeaderProps) => {
  const { navigator } = useConsole()
  const { title, path, name } = resource
  return (
    <header class="page-header records-header">
      <div class="records-heading">
        <h1>{title}</h1>
        {path !== null && <code class="records-path">{path}</code>}
        <ResourcePicker resources={resources} selected={name} />
      </div>
      <div class="records-actions">
        <ResourceMenu resource={resource} isReadOnly={isReadOnly} onChanged={onChanged} />
        {!isReadOnly && canAdd(resource) && (
          <ButtonLink tone="primary" icon={PlusIcon} href={navigator.href({ path: [name], query: { new: '1' } })}>
            Add
          </ButtonLink>
        )}
      </div>
    </header>
  )
}

const canAdd = ({ form, count }: Resource): boolean => form === 'collection' || count === 0

const PastNotice = ({ at }: { readonly at: string }) => {
  const { navigator } = useConsole()
  const exchange = findTarget('exchange', at.replace(/-$/, ''))
  return (
    <p class="records-past">
      <TimeIcon />
      <span>
        The records as they were just {at.endsWith('-') ? 'before' : 'after'}{' '}
        {exchange ? <a href={navigator.href(exchange)}>{at.replace(/-$/, '')}</a> : at.replace(/-$/, '')}. They cannot
        be changed.
      </span>
      <Button size="small" onClick={() => navigator.setQuery({ at: '' })}>
        Show them as they are now
      </Button>
    </p>
  )
}

interface ContentProps {
  readonly resource: Resource
  readonly pages: RecordPages
  readonly selection: Selection
  readonly isReadOnly: boolean
  readonly query: RecordQuery
  readonly current: string | undefined
}

const Content = (props: ContentProps) => {
  const { pages, query } = props
  const total = pages.total.value
  const error = pages.error.value
  if (total === undefined && error === undefined) return <Skeleton lines={10} label="Loading the records" />
  if (error !== undefined)
    return <ErrorState title="The records could not be loaded" error={error} onRetry={() => void pages.refresh()} />
  if (total === 0) return isFiltered(query) ? <NoMatch {...props} /> : <NoRecords {...props} />
  return (
    <>
      <RecordTable {...props} />
      <p class="records-status" role="status">
        {(total ?? 0).toLocaleString('en')} {total === 1 ? 'record' : 'records'}
        {isFiltered(query) && props.resource.count !== null && ` of ${props.resource.count.toLocaleString('en')}`}
      </p>
    </>
  )
}

const NoMatch = ({ resource, query }: ContentProps) => {
  const { navigator } = useConsole()
  const rest = writeRecordQuery({ ...query, q: '', where: {} })
  return (
    <EmptyState
      icon={SearchIcon}
      title="No record matches"
      action={<ButtonLink href={navigator.href({ path: [resource.name], query: rest })}>Show all records</ButtonLink>}
    >
      {resource.count === null ? 'All' : resource.count.toLocaleString('en')} {resource.title.toLowerCase()} have other
      values.
    </EmptyState>
  )
}

const NoRecords = ({ resource, isReadOnly }: ContentProps) => {
  const { navigator } = useConsole()
  const { name, title, operations } = resource
  const create = operations.find(({ behaviour }) => behaviour === 'create')
  return (
    <EmptyState
      icon={RecordsIcon}
      title={isReadOnly ? `There were no ${title.toLowerCase()} then` : `No ${title.toLowerCase()} yet`}
      action={
        isReadOnly ? undefined : (
          <ButtonLink tone="primary" icon={PlusIcon} href={navigator.href({ path: [name], query: { new: '1' } })}>
            Add a record
          </ButtonLink>
        )
      }
    >
      {!isReadOnly && (
        <>
          Add a record
          {create && (
            <>
              , or send{' '}
              <code>
                {create.method} {create.path}
              </code>
            </>
          )}
          . They also come from fixtures.
        </>
      )}
    </EmptyState>
  )
}

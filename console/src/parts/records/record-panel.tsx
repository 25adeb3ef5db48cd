/**
 * One record: loaded, or begun anew.
 */
import { useEffect, useMemo } from 'preact/hooks'
import type { JsonObject, JsonValue } from '../../api/json.ts'
import { appendPointer, isObject, splitPointer } from '../../api/json-pointer.ts'
import type { DescribedResource, Resource } from '../../api/types.ts'
import { ButtonLink } from '../../components/button.tsx'
import { ErrorState, Skeleton } from '../../components/states.tsx'
import { useConsole } from '../../state/console-state.ts'
import { createResource } from '../../state/resource.ts'
import { startValue } from './form/schema-view.ts'
import { giveId } from './generate-id.ts'
import { RecordEditor } from './record-editor.tsx'
import { RecordHeading } from './record-heading.tsx'
import type { RecordPages } from './record-pages.ts'
import { type RecordQuery, writeRecordQuery } from './record-query.ts'
import type { Description } from './use-described.ts'
import { withFacts } from './with-facts.ts'

export interface RecordPanelProps {
  readonly resource: Resource
  readonly described: Description
  readonly resources: readonly Resource[]
  /** Undefined: a new record. */
  readonly recordId: string | undefined
  /** The record that a new one is a copy of. */
  readonly copyOf: string | undefined
  readonly query: RecordQuery
  readonly pages: RecordPages
  readonly onChanged: () => void
  /** Whether the focus moves to it. */
  readonly takesFocus: boolean
}

export const RecordPanel = (props: RecordPanelProps) => {
  const { resource, recordId, copyOf, query } = props
  const { navigator } = useConsole()
  const source = recordId ?? copyOf
  const stored = useStored(resource.name, source, query.at)
  const { data, error } = stored
  const resourceWithSchema = props.described.data.value
  const problem = error.value ?? (resourceWithSchema ? undefined : props.described.error.value)
  const retry = (): void => {
    if (!resourceWithSchema) void props.described.refetch()
    if (source !== undefined) void stored.refetch()
  }
  const close = navigator.href({ path: [resource.name], query: writeRecordQuery(query) })
  if (!resourceWithSchema || (source !== undefined && data.value === undefined))
    return (
      <section class="records-record" aria-label="Record">
        <header class="record-header">
          <RecordHeading takesFocus={props.takesFocus}>{source ?? 'New record'}</RecordHeading>
          <ButtonLink href={close} tone="quiet" size="small">
            Close
          </ButtonLink>
        </header>
        {problem === undefined ? (
          <Skeleton lines={6} label="Loading the record" />
        ) : (
          <ErrorState
            title={`${resource.title}${source === undefined ? '' : ` ${source}`} could not be loaded`}
            error={problem}
            onRetry={retry}
          />
        )}
      </section>
    )
  if (recordId === undefined)
    return <NewRecord {...props} data={data.value} resource={withFacts(resourceWithSchema)} closeHref={close} />
  return <RecordEditor {...props} resource={resourceWithSchema} start={data.value ?? {}} closeHref={close} />
}

interface NewRecordProps extends RecordPanelProps {
  readonly resource: DescribedResource
  /** The record that it is a copy of. */
  readonly data: JsonObject | undefined
  readonly closeHref: string
}

const NewRecord = ({ data, ...props }: NewRecordProps) => {
  const { resource } = props
  // Not at each rendering: its id is a random one.
  const start = useMemo(() => giveId(resource, beginRecord(resource, data)), [resource.name, data])
  return <RecordEditor {...props} start={start} />
}

const useStored = (resource: string, recordId: string | undefined, at: string) => {
  const { api, sandbox } = useConsole()
  const { id } = sandbox.value
  const stored = useMemo(
    () =>
      createResource<JsonObject>((signal) => {
        const path = { id, resource, recordId: recordId ?? '' }
        return api.call('getRecord', { path, query: at === '' ? {} : { at } }, signal)
      }),
    [api, id, resource, recordId, at],
  )
  useEffect(() => {
    if (recordId !== undefined) void stored.refetch()
    return stored.dispose
  }, [stored, recordId])
  return stored
}

/** What is required and has a default, or a copy without its id. */
const beginRecord = ({ schema, id }: DescribedResource, copied: JsonObject | undefined): JsonObject => {
  // The control API returns a JSON Schema.
  const root = schema as JsonValue
  const start = startValue(root, root)
  if (!copied) return isObject(start) ? start : {}
  const isComposite = id.property?.includes('/') === true
  if (id.parts.length === 0 || isComposite) return copied
  return without(copied, splitPointer(id.parts.reduce(appendPointer, '')))
}

const without = (object: JsonObject, [name, ...rest]: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(object).flatMap(([key, value]): [string, JsonValue][] => {
      if (key !== name) return [[key, value]]
      return rest.length > 0 && isObject(value) ? [[key, without(value, rest)]] : []
    }),
  )

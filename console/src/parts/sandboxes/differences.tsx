/**
 * What another sandbox has added, changed and deleted, compared with this one: by resource, then by record. The address has
 * both: ~default/sandboxes/checkout/differences/checkout-2.
 */
import { useEffect, useMemo } from 'preact/hooks'
import type { Result } from '../../api/client.ts'
import { Badge } from '../../components/badge.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { BackIcon, CheckIcon, CompareIcon, RefreshIcon } from '../../components/icons.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx'
import { findTarget } from '../../parts/registry.ts'
import { useConsole } from '../../state/console-state.ts'
import { createResource } from '../../state/resource.ts'
import { ComparePicker } from './compare-picker.tsx'
import { ComparedRecord } from './compared-record.tsx'
import { countOf } from './words.ts'

type ResourceDifference = Result<'diffSandboxes'>[number]

interface DifferencesProps {
  readonly id: string
  /** Undefined until one is chosen. */
  readonly other: string | undefined
}

export const Differences = ({ id, other }: DifferencesProps) => {
  const { navigator } = useConsole()
  const { query } = navigator.address.value
  return (
    <div class="sandboxes-detail">
      <ButtonLink
        class="sandboxes-up"
        tone="quiet"
        size="small"
        icon={BackIcon}
        href={navigator.href({ path: [id], query })}
      >
        {id}
      </ButtonLink>
      <header class="sandboxes-head">
        <h1>Differences</h1>
        {other !== undefined && (
          <div class="sandboxes-actions">
            <ButtonLink icon={RefreshIcon} href={navigator.href({ path: [other, 'differences', id], query })}>
              Swap
            </ButtonLink>
          </div>
        )}
      </header>
      <ComparePicker key={other} id={id} other={other} />
      {other === undefined ? (
        <EmptyState icon={CompareIcon} title={`Compare ${id} with another sandbox`}>
          It shows which records the other one has added, changed and deleted, such as after a test in a fork.
        </EmptyState>
      ) : (
        <Compared id={id} other={other} />
      )}
    </div>
  )
}

/** Records of each resource that are listed: at first, and at most. */
const limits = { first: 50, all: 1_000 }

const Compared = ({ id, other }: { readonly id: string; readonly other: string }) => {
  const { api, navigator } = useConsole()
  const { query } = navigator.address.value
  const limit = query.records === 'all' ? limits.all : limits.first
  const resource = useMemo(
    () => createResource((signal) => api.call('diffSandboxes', { path: { id, other }, query: { limit } }, signal)),
    [api, id, other, limit],
  )
  useEffect(() => {
    void resource.refetch()
    return resource.dispose
  }, [resource])
  const found = resource.data.value
  const error = resource.error.value
  if (error)
    return (
      <ErrorState
        title={`${id} and ${other} could not be compared`}
        error={error}
        onRetry={() => void resource.refetch()}
      />
    )
  if (!found) return <Skeleton lines={6} label="Comparing" />
  if (found.length === 0)
    return (
      <EmptyState icon={CheckIcon} title="The records are the same">
        {id} and {other} have the same records. Clocks, scenarios, keys and exchanges are not compared.
      </EmptyState>
    )
  return (
    <>
      <p role="status">
        From <strong>{id}</strong> to <strong>{other}</strong>: {describeSum(found)} in{' '}
        {countOf(found.length, 'resource', 'resources')}.
      </p>
      {found.map((difference) => (
        <ResourceSection key={difference.resource} difference={difference} other={other} limit={limit} />
      ))}
    </>
  )
}

const describeSum = (found: readonly ResourceDifference[]): string => {
  const sum = (name: 'added' | 'changed' | 'deleted'): number => found.reduce((total, one) => total + one[name], 0)
  const parts = (['added', 'changed', 'deleted'] as const).flatMap((name) =>
    sum(name) === 0 ? [] : [`${sum(name).toLocaleString('en')} ${name}`],
  )
  return parts.join(', ')
}

interface ResourceSectionProps {
  readonly difference: ResourceDifference
  readonly other: string
  readonly limit: number
}

const ResourceSection = ({ difference, other, limit }: ResourceSectionProps) => {
  const { navigator } = useConsole()
  const { resource, added, changed, deleted, records } = difference
  const target = findTarget('resource', resource)
  const total = added + changed + deleted
  const title = `differences-${resource.replace(/\W+/g, '-')}`
  return (
    <section class="panel sandboxes-difference" aria-labelledby={title}>
      <h2 id={title}>
        {target ? <a href={navigator.href({ ...target, sandbox: other })}>{resource}</a> : resource}
        {added > 0 && <Badge tone="good">{added.toLocaleString('en')} added</Badge>}
        {changed > 0 && <Badge tone="warning">{changed.toLocaleString('en')} changed</Badge>}
        {deleted > 0 && <Badge tone="bad">{deleted.toLocaleString('en')} deleted</Badge>}
      </h2>
      <ul>
        {records.map((record) => (
          <ComparedRecord key={`${record.before === null} ${record.id}`} record={record} />
        ))}
      </ul>
      {records.length < total && (
        <p class="hint">
          The first {records.length.toLocaleString('en')} of {total.toLocaleString('en')} are listed.{' '}
          {limit < limits.all && (
            <a
              href={navigator.href({
                ...navigator.address.value,
                query: { ...navigator.address.value.query, records: 'all' },
              })}
            >
              List up to {limits.all.toLocaleString('en')}
            </a>
          )}
        </p>
      )}
    </section>
  )
}

/**
 * All sandboxes, with a search and an order. What is not normal in one is marked with tape.
 */
import { useEffect, useMemo } from 'preact/hooks'
import type { Sandbox } from '../../api/types.ts'
import { Select, TextField } from '../../components/field.tsx'
import { SandboxesIcon } from '../../components/icons.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { useConsole } from '../../state/console-state.ts'
import { type SandboxSearch, sandboxAt } from './sandbox-pages.ts'
import { SandboxTags } from './sandbox-tags.tsx'
import { useSandboxPages } from './use-sandbox-pages.ts'
import { countOf, formatLifetime } from './words.ts'

const orders = [
  { value: 'created', label: 'Oldest first' },
  { value: 'used', label: 'Last used first' },
  { value: 'id', label: 'By name' },
] as const

/** As the address has it. */
export const readOrder = (text: string | undefined): SandboxSearch['sort'] =>
  orders.find(({ value }) => value === text)?.value ?? 'created'

interface SandboxListProps {
  readonly search: SandboxSearch
  /** The id of the one whose detail is shown. */
  readonly shown: string
  readonly hrefOf: (id: string) => string
}

export const SandboxList = ({ search, shown, hrefOf }: SandboxListProps) => {
  const { navigator, sandbox } = useConsole()
  const pages = useSandboxPages(search)
  const found = pages.found.value
  const error = pages.error.value
  const total = found?.total ?? 0
  const rows = useMemo(() => Array.from({ length: total }, (_, index) => index), [total])
  if (!found)
    return error ? (
      <ErrorState title="The sandboxes could not be loaded" error={error} onRetry={pages.refresh} />
    ) : (
      <Skeleton lines={6} />
    )
  const { q, sort } = search
  return (
    <>
      <div class="sandboxes-search">
        <TextField
          label="Search sandboxes"
          isLabelHidden
          type="search"
          placeholder={q === '' ? `Search ${countOf(total, 'sandbox', 'sandboxes')}` : 'Search sandboxes'}
          maxLength={200}
          value={q}
          onInput={(text) => navigator.setQuery({ q: text }, { replace: true })}
        />
        <Select
          label="Order"
          isLabelHidden
          value={sort}
          options={orders}
          onChange={(order) => navigator.setQuery({ sort: order === 'created' ? '' : order }, { replace: true })}
        />
        <p class={q === '' ? 'visually-hidden' : 'sandboxes-found'} role="status">
          {q === '' ? '' : `${countOf(total, 'sandbox', 'sandboxes')} found`}
        </p>
      </div>
      {total === 0 ? (
        <EmptyState icon={SandboxesIcon} title={`No sandbox matches “${q}”`}>
          The search looks at names, fixture sets and active scenarios. A request with the header{' '}
          <code>Sandbox-Id: {q}</code> creates a sandbox of this name.
        </EmptyState>
      ) : (
        <div class="sandboxes-rows">
          <VirtualList
            label="List of sandboxes"
            items={rows}
            rowHeight={62}
            keyOf={(index) => sandboxAt(found, index)?.id ?? `row ${index}`}
            shown={shown}
          >
            {(index) => {
              const item = sandboxAt(found, index)
              if (!item) return <MissingRow index={index} onWant={pages.want} />
              const { id } = item
              return (
                <SandboxRow
                  sandbox={item}
                  href={hrefOf(id)}
                  isShown={id === shown}
                  isSelected={id === sandbox.value.id}
                />
              )
            }}
          </VirtualList>
        </div>
      )}
    </>
  )
}

interface MissingRowProps {
  readonly index: number
  readonly onWant: (index: number) => void
}

/** A row that is loaded because it is visible. */
const MissingRow = ({ index, onWant }: MissingRowProps) => {
  useEffect(() => onWant(index))
  return (
    <div class="sandboxes-row sandboxes-missing">
      <span class="visually-hidden">Loading</span>
    </div>
  )
}

interface SandboxRowProps {
  readonly sandbox: Sandbox
  readonly href: string
  readonly isShown: boolean
  /** Whether it is the one that all parts show. */
  readonly isSelected: boolean
}

const SandboxRow = ({ sandbox, href, isShown, isSelected }: SandboxRowProps) => {
  const { id, records, exchanges, snapshots, lastUsed, ttl } = sandbox
  const facts = [
    countOf(records, 'record', 'records'),
    countOf(exchanges, 'exchange', 'exchanges'),
    ...(snapshots.length === 0 ? [] : [countOf(snapshots.length, 'snapshot', 'snapshots')]),
    ...(ttl === null ? [] : [`expires after ${formatLifetime(ttl)}`]),
  ]
  return (
    <a class="sandboxes-row" href={href} aria-current={isShown ? 'true' : undefined}>
      <span class="sandboxes-row-name">
        <span class="sandboxes-row-id">{id}</span>
        {isSelected && <span class="badge badge-good">selected</span>}
        <SandboxTags sandbox={sandbox} />
      </span>
      <span class="sandboxes-row-facts">
        <span>{facts.join(' · ')}</span>
        <span class="sandboxes-row-used">
          <span class="visually-hidden">used </span>
          <RelativeTime time={lastUsed} />
        </span>
      </span>
    </a>
  )
}

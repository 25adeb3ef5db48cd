/**
 * All sandboxes, with a search. What is not normal in one is marked with tape.
 */
import { useMemo } from 'preact/hooks'
import type { Sandbox } from '../../api/types.ts'
import { TextField } from '../../components/field.tsx'
import { SandboxesIcon } from '../../components/icons.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { useConsole } from '../../state/console-state.ts'
import { countOf } from './words.ts'

interface SandboxListProps {
  readonly search: string
  /** The id of the one whose detail is shown. */
  readonly shown: string
  readonly hrefOf: (id: string) => string
}

export const SandboxList = ({ search, shown, hrefOf }: SandboxListProps) => {
  const { navigator, sandboxes, sandbox } = useConsole()
  const all = sandboxes.data.value
  const found = useMemo(() => {
    const wanted = search.trim().toLowerCase()
    return (all ?? []).filter(({ id }) => id.toLowerCase().includes(wanted))
  }, [all, search])
  if (!all)
    return sandboxes.error.value ? (
      <ErrorState
        title="The sandboxes could not be loaded"
        error={sandboxes.error.value}
        onRetry={() => void sandboxes.refetch()}
      />
    ) : (
      <Skeleton lines={6} />
    )
  return (
    <>
      <div class="sandboxes-search">
        <TextField
          label="Search sandboxes"
          isLabelHidden
          type="search"
          placeholder={`Search ${countOf(all.length, 'sandbox', 'sandboxes')}`}
          value={search}
          onInput={(q) => navigator.setQuery({ q }, { replace: true })}
        />
        <p class="visually-hidden" role="status">
          {search === '' ? '' : countOf(found.length, 'sandbox', 'sandboxes')}
        </p>
      </div>
      {found.length === 0 ? (
        <EmptyState icon={SandboxesIcon} title={`No sandbox matches “${search}”`}>
          A request with the header <code>Sandbox-Id: {search}</code> creates it.
        </EmptyState>
      ) : (
        <div class="sandboxes-rows">
          <VirtualList label="List of sandboxes" items={found} rowHeight={62} keyOf={({ id }) => id} shown={shown}>
            {(item) => (
              <SandboxRow
                sandbox={item}
                href={hrefOf(item.id)}
                isShown={item.id === shown}
                isSelected={item.id === sandbox.value.id}
              />
            )}
          </VirtualList>
        </div>
      )}
    </>
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
  const { id, scenario, clock, exchanges, snapshots } = sandbox
  const facts = [
    countOf(exchanges, 'exchange', 'exchanges'),
    ...(snapshots.length === 0 ? [] : [countOf(snapshots.length, 'snapshot', 'snapshots')]),
  ]
  return (
    <a class="sandboxes-row" href={href} aria-current={isShown ? 'true' : undefined}>
      <span class="sandboxes-row-name">
        <span class="sandboxes-row-id">{id}</span>
        {isSelected && <span class="badge badge-good">selected</span>}
        {scenario !== null && <span class="taped">{scenario}</span>}
        {(clock.set || clock.frozen) && <span class="taped">{clock.frozen ? 'clock frozen' : 'clock set'}</span>}
      </span>
      <span class="sandboxes-row-facts">{facts.join(' · ')}</span>
    </a>
  )
}

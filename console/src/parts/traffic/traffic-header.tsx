/**
 * The head of the list: search, filters with how many exchanges each would show, pause and clear.
 */
import type { Signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { describeError } from '../../api/problem.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CloseIcon, MoreIcon, PauseIcon, PlayIcon, TimeIcon, TrashIcon } from '../../components/icons.tsx'
import { Menu } from '../../components/menu.tsx'
import { useConsole } from '../../state/console-state.ts'
import type { Counts } from './count-exchanges.ts'
import { type ExchangeFilter, type Flag, isFiltered, noFilter } from './exchange-filter.ts'
import { FilterSelects } from './filter-selects.tsx'
import type { Feed } from './use-feed.ts'

interface HeaderProps {
  readonly filter: ExchangeFilter
  readonly counts: Counts
  readonly feed: Feed
  readonly isPaused: Signal<boolean>
}

export const TrafficHeader = ({ filter, counts, feed, isPaused }: HeaderProps) => {
  const { navigator } = useConsole()
  const [isClearing, setClearing] = useState(false)
  const total = `${feed.rows.length.toLocaleString('en')}${isFiltered(filter) ? ` of ${counts.total.toLocaleString('en')}` : ''}`
  return (
    <header class="traffic-header">
      <div class="traffic-title">
        <p class="traffic-heading" aria-hidden="true">
          Traffic
        </p>
        <span class="traffic-total">{counts.total > 0 && total}</span>
        <div class="traffic-tools">
          <Button
            size="small"
            icon={isPaused.value ? PlayIcon : PauseIcon}
            aria-pressed={isPaused.value}
            onClick={() => {
              isPaused.value = !isPaused.value
            }}
          >
            {isPaused.value ? 'Follow' : 'Pause'}
          </Button>
          <Menu
            label="More"
            icon={MoreIcon}
            size="small"
            items={[
              {
                label: 'Timeline',
                icon: TimeIcon,
                onSelect: () => navigator.go({ path: ['timeline'] }),
              },
              { label: 'Clear all exchanges…', icon: TrashIcon, tone: 'danger', onSelect: () => setClearing(true) },
            ]}
          />
        </div>
      </div>
      <div class="traffic-filters">
        <Search q={filter.q} />
        <FilterSelects filter={filter} counts={counts} />
      </div>
      <Chips filter={filter} counts={counts} />
      {isClearing && <ClearDialog onClose={() => setClearing(false)} />}
    </header>
  )
}

/** Milliseconds without a key after which the text is searched. */
const typingPause = 250

const Search = ({ q }: { readonly q: string }) => {
  const { navigator } = useConsole()
  const [text, setText] = useState(q)
  // The address may change by the back button or by clearing the filters.
  useEffect(() => setText((current) => (current.trim() === q ? current : q)), [q])
  useEffect(() => {
    if (text.trim() === q) return undefined
    const timer = setTimeout(() => navigator.setQuery({ q: text.trim() }, { replace: true }), typingPause)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div class="traffic-search">
      <input
        type="search"
        class="input"
        aria-label="Search paths, bodies, messages and ids"
        placeholder="Search paths, bodies, messages…"
        autocomplete="off"
        spellcheck={false}
        maxLength={200}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <kbd>/</kbd>
    </div>
  )
}

const flagLabels: Readonly<Record<Flag, string>> = {
  violations: 'Violations',
  unmatched: 'Unmatched',
  notices: 'Notices',
}

const Chips = ({ filter, counts }: Pick<HeaderProps, 'filter' | 'counts'>) => {
  const { navigator } = useConsole()
  const statuses = new Map(counts.statuses)
  if (filter.status !== '' && !statuses.has(filter.status)) statuses.set(filter.status, 0)
  const shownFlags = (['violations', 'unmatched', 'notices'] as const).filter(
    (flag) => counts[flag] > 0 || filter[flag],
  )
  if (statuses.size === 0) return null
  return (
    <fieldset class="traffic-chips" aria-label="Filters">
      {[...statuses].map(([status, count]) => (
        <Chip
          key={status}
          label={status}
          count={count}
          isOn={filter.status === status}
          onToggle={(isOn) => navigator.setQuery({ status: isOn ? status : '' })}
        />
      ))}
      {shownFlags.length > 0 && <span class="traffic-chips-gap" />}
      {shownFlags.map((flag) => (
        <Chip
          key={flag}
          label={flagLabels[flag]}
          count={counts[flag]}
          isOn={filter[flag]}
          onToggle={(isOn) => navigator.setQuery({ [flag]: isOn ? '1' : '' })}
        />
      ))}
      {isFiltered(filter) && (
        <Button size="small" tone="quiet" icon={CloseIcon} onClick={() => navigator.setQuery(noFilter)}>
          Clear filters
        </Button>
      )}
    </fieldset>
  )
}

interface ChipProps {
  readonly label: string
  readonly count: number
  readonly isOn: boolean
  readonly onToggle: (isOn: boolean) => void
}

const Chip = ({ label, count, isOn, onToggle }: ChipProps) => (
  <button type="button" class="traffic-chip" aria-pressed={isOn} onClick={() => onToggle(!isOn)}>
    {label} <span class="traffic-chip-count">{count.toLocaleString('en')}</span>
  </button>
)

const ClearDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { api, sandbox, toaster, navigator } = useConsole()
  const { id, exchanges } = sandbox.value
  const clear = async (): Promise<void> => {
    try {
      await api.call('clearExchanges', { path: { id } })
      exchanges.clear()
      navigator.go({ path: [] })
      toaster.show('Cleared the exchanges')
    } catch (error) {
      toaster.show(`The exchanges were not cleared: ${describeError(error)}`, { tone: 'failed' })
    }
    onClose()
  }
  return (
    <ConfirmDialog title="Clear all exchanges?" action="Clear" onClose={onClose} onConfirm={clear}>
      <p>
        This empties the journal of “{id}” and cannot be undone. Records, clock, scenarios and coverage stay. Earlier
        states of the records are no longer available.
      </p>
    </ConfirmDialog>
  )
}

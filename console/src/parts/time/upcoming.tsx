/**
 * What the clock changes next: lifecycles, keys that expire, operations that are removed, the end of the sandbox.
 */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Api } from '../../api/client.ts'
import { parseJson } from '../../api/json.ts'
import type { UpcomingChange } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
import { TimeIcon } from '../../components/icons.tsx'
import { useNow } from '../../components/relative-time.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx'
import { useConsole } from '../../state/console-state.ts'
import { createResource, type Resource } from '../../state/resource.ts'
import { type ClockReading, timeAt } from '../../state/sandbox-state.ts'
import type { ClockControl } from './change-clock.ts'
import { HeldChanges } from './held-changes.tsx'
import { UpcomingEntry } from './upcoming-entry.tsx'

interface UpcomingProps {
  readonly reading: ClockReading
  readonly control: ClockControl
}

interface Page {
  readonly changes: readonly UpcomingChange[]
  /** Of all, also those that are not in the page. */
  readonly total: number
}

/** More are shown on request. */
const firstShown = 12

export const Upcoming = ({ reading, control }: UpcomingProps) => {
  const page = useUpcoming(reading)
  const [isAll, setAll] = useState(false)
  const error = page.error.value
  const data = page.data.value
  if (!data)
    return (
      <section class="panel time-upcoming" aria-labelledby="upcoming-title">
        <h2 id="upcoming-title">What happens next</h2>
        {error ? (
          <ErrorState title="It could not be loaded" error={error} onRetry={() => void page.refetch()} />
        ) : (
          <Skeleton />
        )}
      </section>
    )
  const timed = data.changes.filter(({ held }) => held === null)
  const held = data.changes.filter((change) => change.held !== null)
  const shown = isAll ? timed : timed.slice(0, firstShown)
  return (
    <>
      {held.length > 0 && <HeldChanges held={held} />}
      <section class="panel time-upcoming" aria-labelledby="upcoming-title">
        <h2 id="upcoming-title">What happens next</h2>
        {timed.length === 0 ? (
          <EmptyState icon={TimeIcon} title="Nothing is waiting for the clock">
            Create a record that has a lifecycle, or a key that expires, and it appears here.
          </EmptyState>
        ) : (
          <ol class="time-line">
            {shown.map((change) => (
              <UpcomingEntry key={keyOf(change)} change={change} reading={reading} control={control} />
            ))}
          </ol>
        )}
        {timed.length > shown.length && (
          <Button size="small" onClick={() => setAll(true)}>
            Show {timed.length - shown.length} more
          </Button>
        )}
        {data.total > data.changes.length && (
          <p class="hint">
            The next {data.changes.length} of {data.total.toLocaleString('en')} changes.
          </p>
        )}
      </section>
    </>
  )
}

const keyOf = ({ kind, at, what, resource, record, property, key, operation }: UpcomingChange): string =>
  [kind, at, resource, record, property, key, operation, what].join(' ')

/** Loaded again when the sandbox was, and when the first change is due. */
const useUpcoming = (reading: ClockReading): Resource<Page> => {
  const { api, sandbox } = useConsole()
  const { id, sandbox: resource } = sandbox.value
  const page = useMemo(() => createResource((signal) => readPage(api, id, signal)), [api, id])
  const now = timeAt(reading, useNow())
  const first = page.data.value?.changes.find(({ at, clock }) => at !== null && clock === 'sandbox')
  const due = first?.at != null && Date.parse(first.at) <= now ? first.at : undefined
  const known = resource.data.value
  useEffect(() => {
    void page.refetch()
  }, [page, known, due])
  const disposing = useRef(page)
  disposing.current = page
  useEffect(() => () => disposing.current.dispose(), [])
  return page
}

const readPage = async (api: Api, id: string, signal: AbortSignal): Promise<Page> => {
  const response = await api.open('listUpcoming', { path: { id } }, signal)
  // The control API's document describes it.
  const changes = parseJson(await response.text()) as readonly UpcomingChange[]
  return { changes, total: Number(response.headers.get('X-Total-Count') ?? changes.length) }
}

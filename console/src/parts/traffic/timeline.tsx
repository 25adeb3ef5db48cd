/**
 * The timeline: one moves along the exchanges and sees the records as they were at each, what it changed, and can continue from
 * there in a fork.
 */
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { TimeIcon } from '../../components/icons.tsx'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import { useConsole } from '../../state/console-state.ts'
import { Moment } from './moment.tsx'
import { MomentHeader } from './moment-header.tsx'
import { RewindHint } from './rewind-hint.tsx'
import { Track } from './track.tsx'
import { Tried } from './tried.tsx'
import { useJournal } from './use-feed.ts'

interface TimelineProps {
  /** The exchange; undefined for the latest. */
  readonly id: string | undefined
  readonly query: Readonly<Record<string, string>>
}

export const Timeline = ({ id, query }: TimelineProps) => {
  const { sandbox, navigator } = useConsole()
  const isLoaded = useJournal()
  const all = sandbox.value.exchanges.items.value
  const isKept = sandbox.value.sandbox.data.value?.rewind
  const onlyChanges = query.changes !== undefined
  const items = useMemo(
    () => (onlyChanges ? all.filter((item) => (item.changes ?? 0) > 0 || item.id === id) : all),
    [all, onlyChanges, id],
  )
  const at = id === undefined ? items.length - 1 : items.findIndex((item) => item.id === id)
  const current = items[at]
  const go = (index: number): void => {
    const next = items[Math.max(0, Math.min(items.length - 1, index))]
    // What was tried belongs to the exchange where it was tried.
    const { tried: _, ...kept } = navigator.address.peek().query
    if (next) navigator.go({ path: ['timeline', next.id], query: kept }, { replace: true })
  }
  useTimelineKeys((step) => go(at + step))
  return (
    <div class="timeline">
      <header class="timeline-header">
        <a class="button button-quiet button-small" href={navigator.href({ path: current ? [current.id] : [] })}>
          Back to the traffic
        </a>
        <h1>Timeline</h1>
        {isKept === false && <RewindHint />}
      </header>
      {current ? (
        <>
          <Track items={items} at={at} onMove={go} onlyChanges={onlyChanges} isKept={isKept === true} />
          <MomentHeader key={current.id} exchange={current} isKept={isKept === true} />
          {query.tried !== undefined && <Tried recorded={current.id} tried={query.tried} />}
          {isKept && <Moment id={current.id} query={query} />}
        </>
      ) : isLoaded ? (
        <Nothing isUnknown={items.length > 0} />
      ) : (
        <Skeleton lines={6} label="Loading the exchanges" />
      )}
    </div>
  )
}

const Nothing = ({ isUnknown }: { readonly isUnknown: boolean }) => {
  const { navigator } = useConsole()
  return (
    <EmptyState
      icon={TimeIcon}
      title={isUnknown ? 'This exchange is not in the journal any more' : 'Nothing has happened yet'}
      action={
        <a class="button" href={navigator.href({ path: isUnknown ? ['timeline'] : [] })}>
          {isUnknown ? 'Go to the latest' : 'Show the traffic'}
        </a>
      }
    >
      {isUnknown
        ? 'The journal keeps a limited number of exchanges, and a reset empties it.'
        : 'Send some requests: each of them becomes a step of the timeline.'}
    </EmptyState>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, j: -1, k: 1 }

/** The arrows, and j and k as in the list: j goes to an older one. */
const useTimelineKeys = (move: (step: number) => void): void => {
  const latest = useRef(move)
  latest.current = move
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const step = steps[event.key]
      const isElsewhere = event.metaKey || event.ctrlKey || event.altKey || document.querySelector('dialog[open]')
      if (step === undefined || isElsewhere) return
      const target = event.target instanceof Element ? event.target : undefined
      // The slider, fields and what scrolls sideways use the arrows themselves.
      if (target?.closest('input, textarea, select, [role=menu], section[tabindex]')) return
      event.preventDefault()
      latest.current(step)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

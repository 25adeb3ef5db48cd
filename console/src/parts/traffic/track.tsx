/**
 * The track of the timeline: a slider over the exchanges, with a mark for each that changed records or failed.
 */
import { useMemo } from 'preact/hooks'
import type { ExchangeSummary } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
import { BackIcon, ForwardIcon } from '../../components/icons.tsx'
import { useConsole } from '../../state/console-state.ts'
import { formatTime } from './format-time.ts'

interface TrackProps {
  readonly items: readonly ExchangeSummary[]
  readonly at: number
  readonly onMove: (index: number) => void
  readonly onlyChanges: boolean
  readonly isKept: boolean
}

export const Track = ({ items, at, onMove, onlyChanges, isKept }: TrackProps) => {
  const { navigator } = useConsole()
  const current = items[at]
  const position = `${(at + 1).toLocaleString('en')} of ${items.length.toLocaleString('en')}`
  return (
    <div class="timeline-track">
      <div class="timeline-slider">
        <Marks items={items} />
        <input
          type="range"
          min={0}
          max={items.length - 1}
          step={1}
          value={at}
          aria-label="Exchange"
          aria-valuetext={current && `${position}: ${current.method} ${current.path}, ${current.status}`}
          onInput={(event) => onMove(Number(event.currentTarget.value))}
        />
      </div>
      <div class="timeline-controls">
        <Button size="small" icon={BackIcon} disabled={at <= 0} onClick={() => onMove(at - 1)}>
          Previous
        </Button>
        <Button size="small" icon={ForwardIcon} disabled={at >= items.length - 1} onClick={() => onMove(at + 1)}>
          Next
        </Button>
        <span class="timeline-position">
          {position}
          {current && ` · ${formatTime(current.at)}`}
        </span>
        {isKept && (
          <label class="timeline-only">
            <input
              type="checkbox"
              checked={onlyChanges}
              onChange={(event) => navigator.setQuery({ changes: event.currentTarget.checked ? '1' : '' })}
            />{' '}
            Only those that changed records
          </label>
        )}
      </div>
    </div>
  )
}

const maxMarks = 160

type Mark = 'plain' | 'changed' | 'failed'

/** For the eyes: the slider itself says where one is. Exchanges that are close together share a mark. */
const Marks = ({ items }: { readonly items: readonly ExchangeSummary[] }) => {
  const marks = useMemo(() => summarize(items), [items])
  return (
    <div class="timeline-marks" aria-hidden="true">
      {marks.map((mark, index) => (
        <span key={index} class={`timeline-mark timeline-mark-${mark}`} />
      ))}
    </div>
  )
}

const summarize = (items: readonly ExchangeSummary[]): readonly Mark[] => {
  const count = Math.min(items.length, maxMarks)
  const marks = Array.from({ length: count }, (): Mark => 'plain')
  for (const [index, item] of items.entries()) {
    const slot = Math.floor((index * count) / items.length)
    if ((item.changes ?? 0) > 0) marks[slot] = 'changed'
    else if (marks[slot] === 'plain' && (item.status >= 400 || item.fault !== undefined)) marks[slot] = 'failed'
  }
  return marks
}

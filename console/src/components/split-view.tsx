/**
 * A list with the detail of what is selected. Narrow screens show one of them: the detail, if there is one.
 */
import type { ComponentChildren } from 'preact'

interface SplitViewProps {
  readonly list: ComponentChildren
  /** Undefined while nothing is selected. */
  readonly detail: ComponentChildren | undefined
  /** Names for screen readers. */
  readonly listLabel: string
  readonly detailLabel: string
  /** What the place of the detail shows while nothing is selected. Without it, the list is as wide as both. */
  readonly placeholder?: ComponentChildren
  /** Narrow screens show the list, although there is a detail: something is to be chosen. */
  readonly isChoosing?: boolean
}

export const SplitView = ({
  list,
  detail,
  listLabel,
  detailLabel,
  placeholder,
  isChoosing = false,
}: SplitViewProps) => {
  const shown = detail ?? placeholder
  return (
    <div
      class={`split-view ${detail === undefined || isChoosing ? 'has-list' : 'has-detail'} ${shown === undefined ? 'is-single' : ''}`}
    >
      <section class="split-list" aria-label={listLabel}>
        {list}
      </section>
      {shown !== undefined && (
        <section class="split-detail" aria-label={detailLabel}>
          {shown}
        </section>
      )}
    </div>
  )
}

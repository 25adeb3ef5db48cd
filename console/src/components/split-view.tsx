/**
 * A list with the detail of what is selected. On narrow screens the detail replaces the list.
 */
import type { ComponentChildren } from 'preact'

interface SplitViewProps {
  readonly list: ComponentChildren
  /** Undefined while nothing is selected. */
  readonly detail: ComponentChildren | undefined
  /** Names for screen readers. */
  readonly listLabel: string
  readonly detailLabel: string
  /** What the place of the detail shows while nothing is selected. */
  readonly placeholder?: ComponentChildren
}

export const SplitView = ({ list, detail, listLabel, detailLabel, placeholder }: SplitViewProps) => (
  <div class={`split-view ${detail === undefined ? 'has-list' : 'has-detail'}`}>
    <section class="split-list" aria-label={listLabel}>
      {list}
    </section>
    <section class="split-detail" aria-label={detailLabel}>
      {detail ?? placeholder}
    </section>
  </div>
)

/**
 * The records that are selected in a table, by id.
 */
import { useState } from 'preact/hooks'
import type { RecordPages } from './record-pages.ts'

export interface Selection {
  readonly ids: ReadonlySet<string>
  /** With `isRange`, all records from the one that was toggled last. */
  readonly toggle: (id: string, index: number, isRange: boolean) => void
  /** Selects the first records, or nothing if something is selected. */
  readonly toggleAll: () => Promise<void>
  readonly clear: () => void
}

/** Number of records that can be selected at once. */
export const maxSelected = 1_000

export const useSelection = (pages: RecordPages): Selection => {
  const [state, setState] = useState<{ ids: ReadonlySet<string>; last: number; of: RecordPages }>({
    ids: new Set(),
    last: 0,
    of: pages,
  })
  // Other records than before: nothing of them is selected.
  const ids = state.of === pages ? state.ids : new Set<string>()
  const idsBetween = (from: number, to: number): readonly string[] => {
    const length = Math.min(to - from + 1, maxSelected)
    return Array.from({ length }, (_, index) => pages.rowAt(from + index)?.recordId).filter((id) => id !== undefined)
  }
  return {
    ids,
    toggle: (id, index, isRange) => {
      const next = new Set(ids)
      if (isRange)
        for (const each of idsBetween(Math.min(state.last, index), Math.max(state.last, index))) next.add(each)
      else if (!next.delete(id)) next.add(id)
      setState({ ids: next, last: index, of: pages })
    },
    toggleAll: async () => {
      const all = ids.size > 0 ? [] : await pages.firstIds(maxSelected)
      setState({ ids: new Set(all), last: 0, of: pages })
    },
    clear: () => setState({ ids: new Set(), last: 0, of: pages }),
  }
}

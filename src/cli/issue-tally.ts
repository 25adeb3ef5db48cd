/**
 * The issues of a run: each is counted, alike ones are listed once, and of each kind so many are listed that a run
 * gone wrong does not fill the memory, or the screen.
 */
import type { Issue } from '../control/actions/watch-issues.ts'
import type { IssueKind } from '../errors.ts'

/** Issues that differ in nothing but their request id. */
export interface Tallied {
  /** The first of them. */
  readonly issue: Issue
  count: number
}

interface KindTally {
  /** All of the kind. */
  count: number
  /** By what makes them alike, in the order in which they came first. */
  readonly listed: Map<string, Tallied>
}

export class IssueTally {
  readonly #most: number
  readonly #kinds: Readonly<Record<IssueKind, KindTally>> = {
    unmatched: { count: 0, listed: new Map() },
    invalid: { count: 0, listed: new Map() },
    deprecated: { count: 0, listed: new Map() },
  }

  /** `most`: how many different ones of a kind are listed. */
  constructor(most = 100) {
    this.#most = most
  }

  readonly note = (issue: Issue): void => {
    const kind = this.#kinds[issue.kind]
    kind.count++
    const likeness = JSON.stringify([issue.message, issue.sandbox])
    const known = kind.listed.get(likeness)
    if (known) known.count++
    else if (kind.listed.size < this.#most) kind.listed.set(likeness, { issue, count: 1 })
  }

  countOf(kind: IssueKind): number {
    return this.#kinds[kind].count
  }

  /** In the order in which they came first. */
  listOf(kind: IssueKind): readonly Tallied[] {
    return [...this.#kinds[kind].listed.values()]
  }
}

/**
 * Counts the issues of a run. Equal issues are listed once, and the list of each kind is bounded, so that a run that goes
 * wrong fills neither the memory nor the screen.
 */
import type { Issue } from '../control/actions/watch-issues.ts'
import type { IssueKind } from '../errors.ts'

/** Issues that differ only in their request id. */
export interface Tallied {
  /** The first one. */
  readonly issue: Issue
  count: number
}

interface KindTally {
  /** Total number of the kind. */
  count: number
  /** By message and sandbox, in order of first occurrence. */
  readonly listed: Map<string, Tallied>
}

export class IssueTally {
  readonly #maxListed: number
  readonly #kinds: Readonly<Record<IssueKind, KindTally>> = {
    unmatched: { count: 0, listed: new Map() },
    invalid: { count: 0, listed: new Map() },
    deprecated: { count: 0, listed: new Map() },
    'invalid-response': { count: 0, listed: new Map() },
  }

  /** `maxListed`: number of different issues of a kind that are listed. */
  constructor(maxListed = 100) {
    this.#maxListed = maxListed
  }

  readonly add = (issue: Issue): void => {
    const kind = this.#kinds[issue.kind]
    kind.count++
    const identity = JSON.stringify([issue.message, issue.sandbox])
    const known = kind.listed.get(identity)
    if (known) known.count++
    else if (kind.listed.size < this.#maxListed) kind.listed.set(identity, { issue, count: 1 })
  }

  countOf(kind: IssueKind): number {
    return this.#kinds[kind].count
  }

  /** In order of first occurrence. */
  listOf(kind: IssueKind): readonly Tallied[] {
    return [...this.#kinds[kind].listed.values()]
  }
}

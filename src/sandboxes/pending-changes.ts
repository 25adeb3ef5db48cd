/**
 * Changes of one sandbox outside of an operation that could not be stored yet: files were edited. The next entry of its log
 * begins with them.
 */
import type { LogErrorKind } from '../log/log.ts'
import type { Effect } from './effects.ts'

/** Errors after which such changes are stored later. */
const postponing: ReadonlySet<LogErrorKind> = new Set<LogErrorKind>(['full', 'unavailable', 'unknown'])

export const isPostponed = (kind: LogErrorKind): boolean => postponing.has(kind)

export class PendingChanges {
  effects: readonly Effect[] = []

  get isEmpty(): boolean {
    return this.effects.length === 0
  }

  /** Fixtures that were edited again before they were stored need not be stored. */
  add(changed: readonly Effect[]): void {
    if (changed.length === 0) return
    const all: readonly Effect[] = [...this.effects, ...changed, { kind: 'commit' }]
    const last = all.findLastIndex(isEdit)
    this.effects = all.filter((effect, index) => index === last || !isEdit(effect))
  }

  clear(): void {
    this.effects = []
  }
}

const isEdit = ({ kind }: Effect): boolean => kind === 'use-fixtures'

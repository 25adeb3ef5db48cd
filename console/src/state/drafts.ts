/**
 * What people have typed and not saved. It outlasts the view, so that one can look elsewhere and come back; the browser asks
 * before the page is closed.
 */
import { type ReadonlySignal, signal } from '@preact/signals'
import type { JsonObject } from '../api/json.ts'

export interface KeptDraft {
  /** What was stored when the changes began. */
  readonly base: JsonObject
  readonly value: JsonObject
}

export interface Drafts {
  /** What has changes that are not saved. */
  readonly names: ReadonlySignal<ReadonlySet<string>>
  readonly find: (name: string) => KeptDraft | undefined
  readonly keep: (name: string, draft: KeptDraft) => void
  readonly forget: (name: string) => void
}

/** More than this many: the oldest are lost. */
const maxDrafts = 200

export const createDrafts = (): Drafts => {
  const kept = new Map<string, KeptDraft>()
  const names = signal<ReadonlySet<string>>(new Set())
  const ask = (event: Event): void => event.preventDefault()
  const update = (): void => {
    if (kept.size === names.value.size && [...kept.keys()].every((name) => names.value.has(name))) return
    names.value = new Set(kept.keys())
    window.removeEventListener('beforeunload', ask)
    if (kept.size > 0) window.addEventListener('beforeunload', ask)
  }
  return {
    names,
    find: (name) => kept.get(name),
    keep: (name, draft) => {
      kept.set(name, draft)
      const [oldest] = kept.keys()
      if (kept.size > maxDrafts && oldest !== undefined) kept.delete(oldest)
      update()
    },
    forget: (name) => {
      kept.delete(name)
      update()
    },
  }
}

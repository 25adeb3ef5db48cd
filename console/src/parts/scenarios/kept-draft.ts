/**
 * An unfinished edit, kept in this tab of the browser: who looks something up in another part finds it again.
 */
import { useState } from 'preact/hooks'

export interface Draft {
  readonly name: string
  readonly text: string
  /** The version of the file that was edited; null: there was none. */
  readonly version: string | null
}

export interface KeptDraft {
  readonly draft: Draft
  readonly change: (change: Partial<Draft>) => void
  /** Whether it is from an earlier visit. */
  readonly isRestored: boolean
  /** Begins again with what is on the server. */
  readonly discard: () => void
}

const keyOf = (place: string): string => `standin.scenario.${place}`

/** `place`: what is edited, so that each has a draft of its own. */
export const useKeptDraft = (place: string, first: Draft): KeptDraft => {
  const [restored] = useState(() => readDraft(place))
  const [isRestored, setRestored] = useState(restored !== undefined)
  const [draft, setDraft] = useState(restored ?? first)
  const change = (next: Partial<Draft>): void => {
    setRestored(false)
    setDraft((current) => {
      const changed = { ...current, ...next }
      if (isSame(changed, first)) sessionStorage.removeItem(keyOf(place))
      else sessionStorage.setItem(keyOf(place), JSON.stringify(changed))
      return changed
    })
  }
  const discard = (): void => {
    sessionStorage.removeItem(keyOf(place))
    setRestored(false)
    setDraft(first)
  }
  return { draft, change, isRestored, discard }
}

const isSame = (one: Draft, other: Draft): boolean => one.name === other.name && one.text === other.text

const readDraft = (place: string): Draft | undefined => {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(keyOf(place)) ?? 'null')
    if (typeof read !== 'object' || read === null || !('name' in read) || !('text' in read)) return undefined
    const version = 'version' in read && typeof read.version === 'string' ? read.version : null
    return { name: String(read.name), text: String(read.text), version }
  } catch {
    return undefined
  }
}

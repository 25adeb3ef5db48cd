/**
 * The sandboxes that the command palette offers: those that were used last, and, where there are more, what the server finds.
 */
import { useEffect, useMemo } from 'preact/hooks'
import { listSandboxes } from '../api/list-sandboxes.ts'
import type { Sandbox } from '../api/types.ts'
import { useConsole } from '../state/console-state.ts'
import { createResource } from '../state/resource.ts'

/** More would not be shown. */
const maxFound = 40

/** Milliseconds after the latest key. */
const typingTime = 120

const none: readonly Sandbox[] = []

export interface SandboxSearch {
  readonly sandboxes: readonly Sandbox[]
  /** Whether the server has not answered for this text yet. */
  readonly isSearching: boolean
}

export const useSandboxSearch = (text: string): SandboxSearch => {
  const { api, sandboxes } = useConsole()
  const { rows = none, total = 0 } = sandboxes.data.value ?? {}
  const q = total > rows.length ? wordFor(text) : ''
  const resource = useMemo(
    () => createResource((signal) => listSandboxes(api, { q, sort: 'used', limit: maxFound }, signal)),
    [api, q],
  )
  useEffect(() => {
    if (q === '') return undefined
    const timer = setTimeout(() => void resource.refetch(), typingTime)
    return () => {
      clearTimeout(timer)
      resource.dispose()
    }
  }, [resource, q])
  const found = resource.data.value?.rows
  const all = useMemo(
    () => [...new Map([...rows, ...(found ?? [])].map((one) => [one.id, one])).values()],
    [rows, found],
  )
  // Without the server's answer, the palette has everything else.
  return { sandboxes: all, isSearching: q !== '' && !found && !resource.error.value }
}

/** The server searches for one text: the longest word that is not the word for sandboxes itself. */
const wordFor = (text: string): string =>
  text
    .trim()
    .split(/\s+/)
    .filter((word) => !'sandbox'.startsWith(word.toLowerCase()))
    .reduce((longest, word) => (word.length > longest.length ? word : longest), '')

/**
 * The sandboxes of a search, loaded page by page around what is visible: there can be 10,000. A refresh replaces what is shown
 * at once.
 */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Api } from '../../api/client.ts'
import { listSandboxes } from '../../api/list-sandboxes.ts'
import { isAborted } from '../../api/problem.ts'
import type { Sandbox } from '../../api/types.ts'

export interface SandboxSearch {
  readonly q: string
  readonly sort: 'created' | 'id' | 'used'
}

interface Found {
  /** On all pages. */
  readonly total: number
  readonly pages: ReadonlyMap<number, readonly Sandbox[]>
}

export interface SandboxPages {
  /** Undefined until the first page has arrived. It stays while others are fetched. */
  readonly found: ReadonlySignal<Found | undefined>
  readonly error: ReadonlySignal<unknown>
  /** Shows the results of another search as soon as its first page has arrived. */
  readonly search: (search: SandboxSearch) => void
  /** A row that is visible, but not loaded. */
  readonly want: (index: number) => void
  /** Fetches the visible pages again. Never rejects. */
  readonly refresh: () => Promise<void>
  readonly dispose: () => void
}

const pageSize = 100

/** Pages that are fetched at once. The latest are the visible ones: others were only passed while scrolling. */
const maxFetched = 3

/** Milliseconds after the latest row was wanted. */
const settleTime = 60

export const sandboxAt = ({ pages }: Found, index: number): Sandbox | undefined =>
  pages.get(Math.floor(index / pageSize))?.[index % pageSize]

const loadPage = async (api: Api, search: SandboxSearch, page: number, ending: AbortSignal) => {
  const query = { ...search, limit: pageSize, offset: page * pageSize }
  return { page, ...(await listSandboxes(api, query, ending)) }
}

export const createSandboxPages = (api: Api): SandboxPages => {
  const found: Signal<Found | undefined> = signal(undefined)
  const error: Signal<unknown> = signal(undefined)
  let current: SandboxSearch = { q: '', sort: 'created' }
  let visible: readonly number[] = [0]
  let ending = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** `keepsOthers`: otherwise the pages that are not fetched are fetched when they are visible again. */
  const load = async (wanted: readonly number[], keepsOthers: boolean): Promise<void> => {
    ending.abort()
    const own = new AbortController()
    ending = own
    try {
      const loaded = await Promise.all(wanted.map((page) => loadPage(api, current, page, own.signal)))
      if (own.signal.aborted) return
      const others = keepsOthers ? (found.value?.pages ?? []) : []
      const total = loaded.at(-1)?.total ?? 0
      error.value = undefined
      found.value = { total, pages: new Map([...others, ...loaded.map(({ page, rows }) => [page, rows] as const)]) }
    } catch (failure) {
      if (!own.signal.aborted && !isAborted(failure)) error.value = failure
    }
  }
  return {
    found,
    error,
    search: (search) => {
      current = search
      visible = [0]
      clearTimeout(timer)
      void load(visible, false)
    },
    want: (index) => {
      const page = Math.floor(index / pageSize)
      visible = [...visible.filter((one) => one !== page), page].slice(-maxFetched)
      clearTimeout(timer)
      timer = setTimeout(() => {
        const missing = visible.filter((one) => !found.value?.pages.has(one))
        if (missing.length > 0) void load(missing, true)
      }, settleTime)
    },
    refresh: () => load(visible, false),
    dispose: () => {
      clearTimeout(timer)
      ending.abort()
    },
  }
}

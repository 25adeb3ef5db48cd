/**
 * The records of a table, loaded page by page around what is visible. There can be any number: only some pages are kept. A
 * refresh replaces what is shown at once, says which records have changed, and how far the first visible one has moved.
 */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Api } from '../../api/client.ts'
import { type JsonObject, parseJson, stringifyJson } from '../../api/json.ts'
import { isAborted } from '../../api/problem.ts'
import { type RecordQuery, toParameters } from './record-query.ts'

export interface RecordRow {
  /** As in the path of the record. */
  readonly recordId: string
  readonly parent: string | null
  readonly record: JsonObject
}

export interface RecordPages {
  /** On all pages; undefined until the first page has arrived. */
  readonly total: ReadonlySignal<number | undefined>
  readonly error: ReadonlySignal<unknown>
  /** Changes with each page that arrives. */
  readonly version: ReadonlySignal<number>
  /** The ids of records that the latest refresh has found changed or new. */
  readonly changed: ReadonlySignal<ReadonlySet<string>>
  readonly rowAt: (index: number) => RecordRow | undefined
  /** Among the loaded rows. */
  readonly find: (recordId: string) => RecordRow | undefined
  /** The first and the last visible row. */
  readonly want: (first: number, last: number) => void
  /** Resolves with how many rows the first visible record has moved. Never rejects. */
  readonly refresh: () => Promise<number>
  /** The ids of the first records. */
  readonly firstIds: (limit: number) => Promise<readonly string[]>
  readonly dispose: () => void
}

export interface PageSource {
  readonly api: Api
  readonly sandbox: string
  readonly resource: string
  readonly query: RecordQuery
}

const pageSize = 100

/** Number of pages that are kept. */
const maxPages = 40

/** Rows around the visible ones that are loaded, too. */
const margin = 25

/** Milliseconds: pages that are only passed while scrolling are not loaded. */
const delays = { settled: 40, longest: 160 }

interface Page {
  readonly rows: readonly RecordRow[]
  readonly total: number
}

interface Part {
  readonly limit: number
  readonly offset: number
}

const loadRows = async (
  { api, sandbox, resource, query }: PageSource,
  part: Part,
  ending?: AbortSignal,
): Promise<Page> => {
  const response = await api.open(
    'listRecords',
    {
      path: { id: sandbox, resource },
      query: { ...toParameters(query), ...part, rows: true },
    },
    ending,
  )
  // With rows=true, the control API returns these objects; its document does not distinguish the two.
  const rows = parseJson(await response.text()) as readonly RecordRow[]
  return { rows, total: Number(response.headers.get('X-Total-Count') ?? rows.length) }
}

const loadPage = (source: PageSource, page: number, ending: AbortSignal): Promise<Page> =>
  loadRows(source, { limit: pageSize, offset: page * pageSize }, ending)

export const createRecordPages = (source: PageSource): RecordPages => new Pages(source).view

class Pages {
  readonly view: RecordPages
  readonly #source: PageSource
  readonly #pages = new Map<number, readonly RecordRow[]>()
  readonly #loading = new Map<number, AbortController>()
  readonly #total: Signal<number | undefined> = signal(undefined)
  readonly #error: Signal<unknown> = signal(undefined)
  readonly #version = signal(0)
  readonly #changed: Signal<ReadonlySet<string>> = signal(new Set<string>())
  #wanted = { first: 0, last: 0 }
  #timer: ReturnType<typeof setTimeout> | undefined
  #waitingSince = 0
  #refreshing: AbortController | undefined

  constructor(source: PageSource) {
    this.#source = source
    this.view = {
      total: this.#total,
      error: this.#error,
      version: this.#version,
      changed: this.#changed,
      rowAt: (index) => this.#rowAt(index),
      find: (recordId) => [...this.#pages.values()].flat().find((row) => row.recordId === recordId),
      want: (first, last) => this.#want(first, last),
      refresh: () => this.#refresh(),
      firstIds: async (limit) => (await loadRows(source, { limit, offset: 0 })).rows.map(({ recordId }) => recordId),
      dispose: () => this.#dispose(),
    }
    void this.#load(0)
  }

  #rowAt(index: number): RecordRow | undefined {
    return this.#pages.get(Math.floor(index / pageSize))?.[index % pageSize]
  }

  #neededPages(): readonly number[] {
    const { first, last } = this.#wanted
    const end = (this.#total.peek() ?? 1) - 1
    const from = Math.floor(Math.max(0, Math.min(first, end) - margin) / pageSize)
    const to = Math.floor(Math.max(0, Math.min(last + margin, end)) / pageSize)
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  }

  #want(first: number, last: number): void {
    this.#wanted = { first, last }
    if (this.#neededPages().every((page) => this.#pages.has(page) || this.#loading.has(page))) return
    const now = performance.now()
    if (this.#timer === undefined) this.#waitingSince = now
    clearTimeout(this.#timer)
    const rest = delays.longest - (now - this.#waitingSince)
    this.#timer = setTimeout(() => this.#loadNeeded(), Math.max(0, Math.min(delays.settled, rest)))
  }

  #loadNeeded(): void {
    this.#timer = undefined
    const needed = this.#neededPages()
    for (const [page, loading] of this.#loading) if (!needed.includes(page)) loading.abort()
    for (const page of needed) if (!this.#pages.has(page) && !this.#loading.has(page)) void this.#load(page)
  }

  async #load(page: number): Promise<void> {
    const ending = new AbortController()
    this.#loading.set(page, ending)
    try {
      const { rows, total } = await loadPage(this.#source, page, ending.signal)
      if (ending.signal.aborted) return
      this.#pages.set(page, rows)
      this.#publish(total)
    } catch (error) {
      if (!isAborted(error)) this.#error.value = error
    } finally {
      if (this.#loading.get(page) === ending) this.#loading.delete(page)
    }
  }

  #publish(total: number): void {
    this.#forget()
    this.#error.value = undefined
    this.#total.value = total
    this.#version.value += 1
  }

  /** Drops the pages that are farthest from what is visible. */
  #forget(): void {
    const center = Math.floor(this.#wanted.first / pageSize)
    const far = [...this.#pages.keys()].sort((one, other) => Math.abs(other - center) - Math.abs(one - center))
    for (const page of far.slice(0, Math.max(0, far.length - maxPages))) this.#pages.delete(page)
  }

  async #refresh(): Promise<number> {
    this.#refreshing?.abort()
    const ending = new AbortController()
    this.#refreshing = ending
    const needed = this.#neededPages()
    try {
      const loaded = await Promise.all(needed.map((page) => loadPage(this.#source, page, ending.signal)))
      if (ending.signal.aborted) return 0
      return this.#replace(needed, loaded)
    } catch (error) {
      if (!isAborted(error)) this.#error.value = error
      return 0
    }
  }

  /** All other pages are loaded again when they become visible. */
  #replace(needed: readonly number[], loaded: readonly Page[]): number {
    for (const loading of this.#loading.values()) loading.abort()
    this.#loading.clear()
    const { first } = this.#wanted
    const anchor = this.#rowAt(first)?.recordId
    const known = new Map([...this.#pages.values()].flat().map((row) => [row.recordId, row]))
    const before = { total: this.#total.peek(), pages: new Set(this.#pages.keys()) }
    this.#pages.clear()
    for (const [index, page] of needed.entries()) this.#pages.set(page, loaded[index]?.rows ?? [])
    const shown = needed.filter((page) => before.pages.has(page)).flatMap((page) => this.#pages.get(page) ?? [])
    const total = loaded.at(-1)?.total ?? 0
    const changed = shown.filter((row) => hasChanged(known.get(row.recordId), row, total > (before.total ?? total)))
    this.#changed.value = new Set(changed.map(({ recordId }) => recordId))
    this.#publish(total)
    return anchor === undefined ? 0 : this.#moved(anchor, first, needed)
  }

  #moved(anchor: string, first: number, needed: readonly number[]): number {
    for (const page of needed) {
      const at = this.#pages.get(page)?.findIndex(({ recordId }) => recordId === anchor) ?? -1
      if (at >= 0) return page * pageSize + at - first
    }
    return 0
  }

  #dispose(): void {
    clearTimeout(this.#timer)
    this.#refreshing?.abort()
    for (const loading of this.#loading.values()) loading.abort()
  }
}

/** A record that was not known may only have moved into these pages, unless there are more records than before. */
const hasChanged = (before: RecordRow | undefined, after: RecordRow, hasGrown: boolean): boolean =>
  before === undefined ? hasGrown : stringifyJson(before.record) !== stringifyJson(after.record)

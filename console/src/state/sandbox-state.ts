/**
 * What the console knows of the sandbox that is selected. All parts share it; what changes on the server is fetched again in
 * one place.
 */
import { computed, type ReadonlySignal } from '@preact/signals'
import { createQueue, type InTurn } from '../../../src/contract/values/queue.ts'
import type { Api } from '../api/client.ts'
import type { Change, Document, ExchangeSummary, Sandbox } from '../api/types.ts'
import { defaultSandbox } from '../routing/address.ts'
import { createExchangeList, type ExchangeList } from './exchange-list.ts'
import { createMissingExchanges, type MissingExchanges } from './missing-exchanges.ts'
import { createResource, type Resource } from './resource.ts'
import { createSoon } from './soon.ts'

/** The clock of a sandbox as it was when the server described it. */
export interface ClockReading {
  /** Epoch milliseconds on the sandbox's clock. */
  readonly now: number
  /** Epoch milliseconds on this machine, when it was read. */
  readonly readAt: number
  readonly frozen: boolean
  /** False: it follows real time. */
  readonly set: boolean
}

/** Epoch milliseconds on the sandbox's clock when this machine's clock has the time `at`. */
export const timeAt = ({ now, readAt, frozen }: ClockReading, at: number): number =>
  frozen ? now : now + Math.max(0, at - readAt)

export interface SandboxState {
  readonly id: string
  /** The sandbox itself: its addresses, clock, scenario, snapshots. */
  readonly sandbox: Resource<Sandbox>
  /** The served documents, with their addresses in this sandbox. */
  readonly documents: Resource<readonly Document[]>
  /** Names of the active scenarios. */
  readonly activeScenarios: ReadonlySignal<readonly string[]>
  readonly clock: ReadonlySignal<ClockReading | undefined>
  readonly exchanges: ExchangeList
  /** For changes that depend on the state of the sandbox: each begins with what the one before it has left. Two quick clicks are two changes. */
  readonly inTurn: InTurn
  /** Those that have happened and are not in the list, while the traffic is heavy. */
  readonly missing: MissingExchanges
  /** Exchanges of the journal; the latest are loaded with the sandbox, all of them when a part calls this. */
  readonly loadExchanges: (limit: number) => Promise<void>
  /** Fetches again what may have changed on the server. */
  readonly refresh: () => void
  /** A request to the sandbox. */
  readonly notice: (exchange: ExchangeSummary) => void
  /** Requests to the sandbox that were only counted. */
  readonly noticeMissing: (count: number) => void
  /** Something else has changed in it, or what all sandboxes share. */
  readonly noticeChange: (change: Change) => void
  readonly dispose: () => void
}

/** Exchanges that are loaded with the sandbox. */
const firstExchanges = 100

/** Milliseconds between fetches of the sandbox while its traffic is heavy. */
const settleTime = 1_000

export const createSandboxState = (id: string, api: Api): SandboxState => {
  const path = { id }
  const sandbox = createResource((signal) => api.call('getSandbox', { path }, signal))
  const documents = createResource<readonly Document[]>((signal) =>
    // The default sandbox needs no address of its own.
    api.call('listDocuments', id === defaultSandbox ? {} : { query: { sandbox: id } }, signal),
  )
  const exchanges = createExchangeList()
  const ending = new AbortController()
  const load = createLoader(api, id, exchanges, ending.signal)
  const refresh = (): void => {
    void sandbox.refetch()
    void documents.refetch()
    // The sandbox itself reports what is wrong.
    load(firstExchanges, true).catch(() => {})
  }
  const missing = createMissingExchanges(() => load(firstExchanges, true))
  const refetchSoon = createSoon(sandbox.refetch, settleTime)
  const noticeChange = ({ kind, change }: Change): void => {
    if (change === 'cleared' || change === 'reset') {
      exchanges.clear()
      missing.forget()
    }
    if (kind === 'files') void documents.refetch()
    if (kind === 'records') refetchSoon.call()
    else if (kind !== 'exchanges' && kind !== 'keys') void sandbox.refetch()
  }
  return {
    id,
    sandbox,
    documents,
    activeScenarios: computed(() => sandbox.data.value?.scenario?.split(/, */) ?? []),
    clock: computed(() => readClock(sandbox.data.value)),
    exchanges,
    inTurn: createQueue(),
    missing,
    loadExchanges: load,
    refresh,
    notice: (exchange) => {
      exchanges.add(exchange)
      refetchSoon.call()
    },
    noticeMissing: (count) => {
      missing.add(count)
      refetchSoon.call()
    },
    noticeChange,
    dispose: () => {
      refetchSoon.cancel()
      missing.forget()
      ending.abort()
      sandbox.dispose()
      documents.dispose()
    },
  }
}

/**
 * Loads the latest exchanges, then earlier ones: the first page is there at once. One after the other. `hasGaps`: exchanges may
 * be missing between those that are known, so the earlier ones are loaded again.
 */
const createLoader = (api: Api, id: string, exchanges: ExchangeList, signal: AbortSignal) => {
  const list = async (limit: number, before?: string): Promise<readonly ExchangeSummary[]> => {
    const query = { limit, view: 'summary', ...(before === undefined ? {} : { before }) } as const
    // With this view, all are summaries; the types do not know it.
    return (await api.call('listExchanges', { path: { id }, query }, signal)) as readonly ExchangeSummary[]
  }
  let wanted = firstExchanges
  let loaded = 0
  const loadOnce = async (): Promise<void> => {
    const known = new Set(exchanges.items.peek().map((exchange) => exchange.id))
    const latest = await list(firstExchanges)
    exchanges.merge(latest)
    const [first] = latest
    // Without one that is known, some are missing in between.
    if (!latest.some((exchange) => known.has(exchange.id))) loaded = firstExchanges
    if (!first || latest.length < firstExchanges || loaded >= wanted) return
    exchanges.merge(await list(wanted - firstExchanges, first.id))
    loaded = wanted
  }
  let current: Promise<void> = Promise.resolve()
  return (limit: number, hasGaps = false): Promise<void> => {
    wanted = Math.max(wanted, limit)
    // Not before: a load in progress notes what it has loaded when it ends.
    const next = current.then(() => {
      if (hasGaps) loaded = firstExchanges
      return loadOnce()
    })
    current = next.catch(() => {})
    return next
  }
}

const readClock = (sandbox: Sandbox | undefined): ClockReading | undefined => {
  if (!sandbox) return undefined
  const { now, frozen, set } = sandbox.clock
  return { now: Date.parse(now), readAt: Date.now(), frozen, set }
}

/**
 * What the console knows of the sandbox that is selected. All parts share it; what changes on the server is fetched again in
 * one place.
 */
import { computed, type ReadonlySignal } from '@preact/signals'
import type { Api } from '../api/client.ts'
import type { Document, Exchange, ExchangeSummary, Sandbox } from '../api/types.ts'
import { defaultSandbox } from '../routing/address.ts'
import { createExchangeList, type ExchangeList } from './exchange-list.ts'
import { createResource, type Resource } from './resource.ts'

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
  /** Exchanges of the journal; the latest are loaded with the sandbox, all of them when a part calls this. */
  readonly loadExchanges: (limit: number) => Promise<void>
  /** Fetches again what may have changed on the server. */
  readonly refresh: () => void
  /** Something happened in the sandbox. */
  readonly notice: (exchange: Exchange) => void
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
  let wanted = firstExchanges
  let timer: ReturnType<typeof setTimeout> | undefined
  const load = async (): Promise<void> => {
    const query = { limit: wanted, view: 'summary' } as const
    const stored = await api.call('listExchanges', { path, query }, ending.signal)
    // With this view, all are summaries; the types do not know it.
    exchanges.merge(stored as readonly ExchangeSummary[])
  }
  const refresh = (): void => {
    void sandbox.refetch()
    void documents.refetch()
    // The sandbox itself reports what is wrong.
    load().catch(() => {})
  }
  const refetchSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      void sandbox.refetch()
    }, settleTime)
  }
  return {
    id,
    sandbox,
    documents,
    activeScenarios: computed(() => sandbox.data.value?.scenario?.split(/, */) ?? []),
    clock: computed(() => readClock(sandbox.data.value)),
    exchanges,
    loadExchanges: (limit) => {
      wanted = Math.max(wanted, limit)
      return load()
    },
    refresh,
    notice: (exchange) => {
      exchanges.add(exchange)
      refetchSoon()
    },
    dispose: () => {
      clearTimeout(timer)
      ending.abort()
      sandbox.dispose()
      documents.dispose()
    },
  }
}

const readClock = (sandbox: Sandbox | undefined): ClockReading | undefined => {
  if (!sandbox) return undefined
  const { now, frozen, set } = sandbox.clock
  return { now: Date.parse(now), readAt: Date.now(), frozen, set }
}

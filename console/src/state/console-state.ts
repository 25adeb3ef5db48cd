/**
 * Everything that the parts of the console share. It is created once for the page and reaches components through useConsole.
 */
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Api, createApi } from '../api/client.ts'
import { type EventStream, openEvents } from '../api/events.ts'
import { listSandboxes, type SandboxPage } from '../api/list-sandboxes.ts'
import { createTokenHolder, type TokenHolder } from '../api/token.ts'
import type { Change, ExchangeSummary, Missed, Scenario } from '../api/types.ts'
import { createNavigator, type Navigator } from '../routing/navigator.ts'
import { createDrafts, type Drafts } from './drafts.ts'
import { createResource, type Resource } from './resource.ts'
import { createSandboxState, type SandboxState } from './sandbox-state.ts'
import { createCalm, createSoon } from './soon.ts'
import { createTheme, type Theme } from './theme.ts'
import { createToaster, type Toaster } from './toaster.ts'

export interface ConsoleState {
  readonly api: Api
  readonly token: TokenHolder
  readonly navigator: Navigator
  readonly events: EventStream
  /** The sandbox that the address names. */
  readonly sandbox: ReadonlySignal<SandboxState>
  /** Those that were used last, and the number of all. */
  readonly sandboxes: Resource<SandboxPage>
  readonly scenarios: Resource<readonly Scenario[]>
  readonly toaster: Toaster
  readonly theme: Theme
  /** What is typed and not saved, of all sandboxes. */
  readonly drafts: Drafts
  /** Calls the listener for each exchange of any sandbox. Returns a function that removes it. */
  readonly listen: (listener: (exchange: ExchangeSummary) => void) => () => void
  /** The same for changes other than exchanges, of any sandbox: useChanges has those of one. */
  readonly watch: (listener: (change: Change) => void) => () => void
}

/**
 * Milliseconds between fetches while the page is visible: without the stream, and with it, because a change by a scenario and
 * by time has no event.
 */
const pollEvery = { withoutStream: 5_000, withStream: 30_000 }

/** Milliseconds between fetches of the list of sandboxes: a test suite creates and deletes many. */
const settleTime = 200

/** Milliseconds without missed events after which everything is fetched again. */
const calmTime = 2_000

/** The switcher and the search have these at once. Others are searched by the server. */
const recentSandboxes = 50

/** Sandboxes that are remembered as known, to fetch the list once for each new one. */
const maxKnown = 10_000

export const createConsoleState = (): ConsoleState => {
  const token = createTokenHolder()
  const api = createApi({ token: () => token.token.value, onUnauthorized: token.forget })
  const navigator = createNavigator()
  const exchangeListeners = createListeners<ExchangeSummary>()
  const changeListeners = createListeners<Change>()
  const sandbox = followSandbox(navigator, api)
  const scenarios = createResource<readonly Scenario[]>((signal) => api.call('listScenarios', {}, signal))
  const sandboxes = createResource<SandboxPage>((signal) =>
    listSandboxes(api, { sort: 'used', limit: recentSandboxes }, signal),
  )
  const refresh = (): void => {
    sandbox.value.refresh()
    for (const resource of [scenarios, sandboxes]) void resource.refetch()
  }
  const refreshWhenCalm = createCalm(refresh, calmTime)
  const listSoon = createSoon(sandboxes.refetch, settleTime)
  const isNew = createIsNew()
  const onExchange = (exchange: ExchangeSummary): void => {
    const current = sandbox.value
    if (exchange.sandbox === current.id) current.notice(exchange)
    // Another replica creates sandboxes, too, and only their requests arrive here.
    else if (isNew(exchange.sandbox)) listSoon.call()
    exchangeListeners.call(exchange)
  }
  const onChange = (change: Change): void => {
    if (change.sandbox === null || change.sandbox === sandbox.value.id) sandbox.value.noticeChange(change)
    if (change.kind === 'files') void scenarios.refetch()
    if (change.kind === 'sandbox' || change.kind === 'files') listSoon.call()
    changeListeners.call(change)
  }
  const onMissed = ({ sandboxes: counts }: Missed): void => {
    if (!counts) refreshWhenCalm.call()
    for (const [id, count] of Object.entries(counts ?? {})) {
      if (id === sandbox.value.id) sandbox.value.noticeMissing(count)
      else if (isNew(id)) listSoon.call()
    }
  }
  const isBlocked = (): boolean => token.isMissing.value
  const events = openEvents(api, { onExchange, onChange, onMissed, onOpen: refresh, isBlocked })
  // The stream waits for its next try while the token is missing.
  effect(() => {
    if (token.token.value !== undefined) untracked(() => events.retry())
  })
  poll(events, () => {
    if (!isBlocked()) void sandbox.value.sandbox.refetch()
  })
  const shared = { sandbox, sandboxes, scenarios, listen: exchangeListeners.add, watch: changeListeners.add }
  return {
    api,
    token,
    navigator,
    events,
    ...shared,
    toaster: createToaster(),
    theme: createTheme(),
    drafts: createDrafts(),
  }
}

/** Whether something is named for the first time. */
const createIsNew = (): ((name: string) => boolean) => {
  const known = new Set<string>()
  return (name) => {
    if (known.has(name)) return false
    if (known.size >= maxKnown) known.clear()
    known.add(name)
    return true
  }
}

/** The state of the sandbox that the address names; the previous one is disposed of. */
const followSandbox = ({ address }: Navigator, api: Api): ReadonlySignal<SandboxState> => {
  const id = computed(() => address.value.sandbox)
  const current = signal(createSandboxState(id.value, api))
  effect(() => {
    const wanted = id.value
    untracked(() => {
      if (current.value.id === wanted) return
      current.value.dispose()
      current.value = createSandboxState(wanted, api)
      current.value.refresh()
    })
  })
  return current
}

const poll = ({ connection }: EventStream, run: () => void): void => {
  let last = Date.now()
  const runIfVisible = (): void => {
    if (document.hidden) return
    last = Date.now()
    run()
  }
  setInterval(() => {
    const isOpen = connection.peek().kind === 'open'
    if (!isOpen || Date.now() - last >= pollEvery.withStream) runIfVisible()
  }, pollEvery.withoutStream)
  document.addEventListener('visibilitychange', runIfVisible)
}

const createListeners = <Event>() => {
  const listeners = new Set<(event: Event) => void>()
  return {
    add: (listener: (event: Event) => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    call: (event: Event): void => {
      for (const listener of listeners) listener(event)
    },
  }
}

const ConsoleContext = createContext<ConsoleState | undefined>(undefined)

export const ConsoleProvider = ConsoleContext.Provider

/** Everything that the parts share. */
export const useConsole = (): ConsoleState => {
  const state = useContext(ConsoleContext)
  if (!state) throw new TypeError('useConsole needs a ConsoleProvider around the component')
  return state
}

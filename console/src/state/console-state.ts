/**
 * Everything that the parts of the console share. It is created once for the page and reaches components through useConsole.
 */
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Api, createApi } from '../api/client.ts'
import { type EventStream, openEvents } from '../api/events.ts'
import { createTokenHolder, type TokenHolder } from '../api/token.ts'
import type { Exchange, Sandbox, Scenario } from '../api/types.ts'
import { createNavigator, type Navigator } from '../routing/navigator.ts'
import { createDrafts, type Drafts } from './drafts.ts'
import { createResource, type Resource } from './resource.ts'
import { createSandboxState, type SandboxState } from './sandbox-state.ts'
import { createTheme, type Theme } from './theme.ts'
import { createToaster, type Toaster } from './toaster.ts'

export interface ConsoleState {
  readonly api: Api
  readonly token: TokenHolder
  readonly navigator: Navigator
  readonly events: EventStream
  /** The sandbox that the address names. */
  readonly sandbox: ReadonlySignal<SandboxState>
  readonly sandboxes: Resource<readonly Sandbox[]>
  readonly scenarios: Resource<readonly Scenario[]>
  readonly toaster: Toaster
  readonly theme: Theme
  /** What is typed and not saved, of all sandboxes. */
  readonly drafts: Drafts
  /** Calls the listener for each exchange of any sandbox. Returns a function that removes it. */
  readonly listen: (listener: (exchange: Exchange) => void) => () => void
}

/** Milliseconds. Changes by the control API send no event, so the sandbox is fetched regularly while the page is visible. */
const pollEvery = 5_000

/** The most that a page of the control API has, so that the switcher and the search find all of them. */
const maxSandboxes = 10_000

export const createConsoleState = (): ConsoleState => {
  const token = createTokenHolder()
  const api = createApi({ token: () => token.token.value, onUnauthorized: token.forget })
  const navigator = createNavigator()
  const listeners = new Set<(exchange: Exchange) => void>()
  const sandbox = followSandbox(navigator, api)
  const scenarios = createResource<readonly Scenario[]>((signal) => api.call('listScenarios', {}, signal))
  const sandboxes = createResource<readonly Sandbox[]>((signal) =>
    api.call('listSandboxes', { query: { limit: maxSandboxes } }, signal),
  )
  const refresh = (): void => {
    sandbox.value.refresh()
    for (const resource of [scenarios, sandboxes]) void resource.refetch()
  }
  const onExchange = (exchange: Exchange): void => {
    const current = sandbox.value
    if (exchange.sandbox === current.id) current.notice(exchange)
    // A sandbox can be created by its first request.
    else if (!sandboxes.data.value?.some(({ id }) => id === exchange.sandbox)) void sandboxes.refetch()
    for (const listener of listeners) listener(exchange)
  }
  const events = openEvents(api, { onExchange, onOpen: refresh, isBlocked: () => token.isMissing.value })
  // The stream waits for its next try while the token is missing.
  effect(() => {
    if (token.token.value !== undefined) untracked(() => events.retry())
  })
  poll(() => {
    if (events.connection.value.kind === 'open') void sandbox.value.sandbox.refetch()
  })
  const listen = (listener: (exchange: Exchange) => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const shared = { sandbox, sandboxes, scenarios, listen }
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

const poll = (run: () => void): void => {
  const runIfVisible = (): void => {
    if (!document.hidden) run()
  }
  setInterval(runIfVisible, pollEvery)
  document.addEventListener('visibilitychange', runIfVisible)
}

const ConsoleContext = createContext<ConsoleState | undefined>(undefined)

export const ConsoleProvider = ConsoleContext.Provider

/** Everything that the parts share. */
export const useConsole = (): ConsoleState => {
  const state = useContext(ConsoleContext)
  if (!state) throw new TypeError('useConsole needs a ConsoleProvider around the component')
  return state
}

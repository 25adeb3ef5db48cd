/**
 * What the reference needs of the control API: documents, sandboxes, scenarios, and the document and keys of the chosen sandbox.
 */
import { computed, effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals'
import { type Api, createApi } from '../api/client.ts'
import { listSandboxes, type SandboxPage } from '../api/list-sandboxes.ts'
import { createTokenHolder, type TokenHolder } from '../api/token.ts'
import type { Document, Key, Scenario } from '../api/types.ts'
import { formatReferenceAddress, parseReferenceAddress, type ReferenceAddress } from '../routing/reference-address.ts'
import { createResource, type Resource } from '../state/resource.ts'
import { createTheme, type Theme } from '../state/theme.ts'

export interface ReferenceState {
  readonly token: TokenHolder
  readonly theme: Theme
  readonly address: ReferenceAddress
  readonly go: (change: Partial<ReferenceAddress>) => void
  readonly documents: Resource<readonly Document[]>
  /** Those that were used last, and the number of all. */
  readonly sandboxes: Resource<SandboxPage>
  readonly scenarios: Resource<readonly Scenario[]>
  /** The keys of the sandbox; empty if it accepts any. */
  readonly keys: Resource<readonly Key[]>
  /** The name of the document that is shown. */
  readonly documentName: ReadonlySignal<string | undefined>
  /** The document as the sandbox serves it. */
  readonly content: Resource<unknown>
  /** The key that requests send; undefined for none. */
  readonly key: Signal<string | undefined>
  readonly scenario: Signal<string | undefined>
}

/** Sent where any key is accepted. */
const anyKey = 'any-key'

/** More would make a long list; the name of any other one can be entered. */
const maxSandboxes = 100

export const createReferenceState = (): ReferenceState => {
  const token = createTokenHolder()
  const api = createApi({ token: () => token.token.value, onUnauthorized: token.forget })
  const address = parseReferenceAddress(location)
  // The page is loaded again: Swagger UI cannot be removed from a page, and keeps each document that it has shown.
  const go = (change: Partial<ReferenceAddress>): void => {
    // Another document has other operations than the fragment names.
    const hash = change.document === undefined ? location.hash : ''
    location.assign(formatReferenceAddress({ ...address, operation: undefined, ...change }) + hash)
  }
  const resources = createResources(api, address)
  const key = signal<string | undefined>(undefined)
  effect(() => {
    const keys = resources.keys.data.value
    if (keys) key.value = keys.length === 0 ? anyKey : keys.find(({ state }) => state === 'active')?.key
  })
  effect(() => {
    // Everything is fetched again with a new token.
    if (token.isMissing.value) return
    void token.token.value
    untracked(() => {
      for (const { refetch } of [resources.documents, resources.sandboxes, resources.scenarios]) void refetch()
    })
  })
  return { token, theme: createTheme(), address, go, ...resources, key, scenario: signal(undefined) }
}

const createResources = (api: Api, { document, sandbox }: ReferenceAddress) => {
  const documents = createResource<readonly Document[]>((abort) => api.call('listDocuments', {}, abort))
  const sandboxes = createResource<SandboxPage>((abort) =>
    listSandboxes(api, { sort: 'used', limit: maxSandboxes }, abort),
  )
  const scenarios = createResource<readonly Scenario[]>((abort) => api.call('listScenarios', {}, abort))
  const documentName = computed(() => document ?? documents.data.value?.[0]?.name)
  const keys = createResource<readonly Key[]>((abort) => api.call('listKeys', { path: { id: sandbox } }, abort))
  const content = createResource<unknown>(async (abort) => {
    const input = { path: { document: documentName.value ?? '' }, query: { sandbox } }
    const response = await api.open('getDocument', input, abort)
    return response.json()
  })
  effect(() => {
    if (documents.data.value) untracked(() => void keys.refetch())
  })
  effect(() => {
    if (documentName.value !== undefined && documents.data.value) untracked(() => void content.refetch())
  })
  return { documents, sandboxes, scenarios, keys, documentName, content }
}

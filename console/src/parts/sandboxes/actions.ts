/**
 * What can be done to a sandbox, each with its undo. A reset and a restore take a snapshot first; a deletion keeps a copy for a
 * while.
 */
import type { Api, Input } from '../../api/client.ts'
import type { Key, Sandbox } from '../../api/types.ts'
import type { ConsoleState } from '../../state/console-state.ts'
import { freeName } from './words.ts'

type Deps = Pick<ConsoleState, 'api' | 'sandbox' | 'sandboxes' | 'toaster' | 'navigator'>

/** Names of snapshots that were taken so that something can be undone begin with it. */
const undoPrefix = 'before '

/** At most this many of them stay. */
const maxUndoSnapshots = 5

/** Fetches again what all parts show, after a change of the sandbox. */
export const refreshShared = ({ sandbox, sandboxes }: Deps, id: string): void => {
  void sandboxes.refetch()
  if (sandbox.value.id === id) sandbox.value.refresh()
}

/** Resets it. Undo restores records, clock and scenarios, and puts back the keys; the exchanges are gone. */
export const resetSandbox = async (deps: Deps, id: string, onDone: () => void): Promise<void> => {
  const { api, toaster, sandbox } = deps
  const path = { id }
  const keys = await api.call('listKeys', { path })
  const snapshot = await nameUndoSnapshot(api, id, 'reset')
  await api.call('resetSandbox', { path, query: { snapshot } })
  if (sandbox.value.id === id) sandbox.value.exchanges.clear()
  refreshShared(deps, id)
  onDone()
  const undo = async (): Promise<void> => {
    await goBack(api, id, snapshot)
    await putBackKeys(api, id, keys)
    refreshShared(deps, id)
    onDone()
  }
  toaster.show(`Reset ${id} to its initial state`, { undo })
}

interface ImportOrder {
  readonly id: string
  /** Of the file. */
  readonly name: string
  readonly set: Input<'importSandbox'>['body']
  /** Imports records that break their schema, too. */
  readonly ignoresContract: boolean
}

/** Imports a fixture set. Undo restores the records from before, and the keys. */
export const importSandbox = async (
  deps: Deps,
  { id, name, set, ignoresContract }: ImportOrder,
  onDone: () => void,
): Promise<void> => {
  const { api, toaster } = deps
  const path = { id }
  const keys = await api.call('listKeys', { path })
  const snapshot = await nameUndoSnapshot(api, id, 'import')
  const contract = ignoresContract ? ({ contract: 'ignore' } as const) : {}
  await api.call('importSandbox', { path, query: { snapshot, ...contract }, body: set })
  refreshShared(deps, id)
  onDone()
  const undo = async (): Promise<void> => {
    await goBack(api, id, snapshot)
    await putBackKeys(api, id, keys)
    refreshShared(deps, id)
    onDone()
  }
  toaster.show(`Imported ${name} into ${id}`, { undo })
}

/** Restores a snapshot. Undo restores what was there before. */
export const restoreSnapshot = async (deps: Deps, id: string, name: string, onDone: () => void): Promise<void> => {
  const { api, toaster } = deps
  const before = await nameUndoSnapshot(api, id, 'restore')
  await api.call('takeSnapshot', { path: { id }, body: { name: before } })
  await api.call('restoreSnapshot', { path: { id, name } })
  refreshShared(deps, id)
  onDone()
  const undo = async (): Promise<void> => {
    await goBack(api, id, before)
    refreshShared(deps, id)
    onDone()
  }
  toaster.show(`Restored ${name}`, { undo })
}

/** How long the copy of a deleted sandbox stays, unused. */
const copyLifetime = '1h'

/** Deletes it. With `keepsCopy`, Undo creates it again from a copy of its records, clock and scenarios. */
export const deleteSandbox = async (deps: Deps, { id }: Sandbox, keepsCopy: boolean): Promise<void> => {
  const { api, toaster, navigator, sandboxes } = deps
  const wanted = `${id.slice(0, 180)}-deleted`
  const used = await api.call('listSandboxes', { query: { q: wanted } })
  const copy = freeName(
    wanted,
    used.map((sandbox) => sandbox.id),
  )
  if (keepsCopy) await api.call('createSandbox', { body: { id: copy, from: id, ttl: copyLifetime } })
  await api.call('deleteSandbox', { path: { id } })
  const wasSelected = navigator.address.value.sandbox === id
  navigator.go({ ...(wasSelected ? { sandbox: 'default' } : {}), part: 'sandboxes', path: [] })
  void sandboxes.refetch()
  const undo = async (): Promise<void> => {
    await api.call('createSandbox', { body: { id, from: copy } })
    await api.call('deleteSandbox', { path: { id: copy } })
    await sandboxes.refetch()
    navigator.go({ part: 'sandboxes', path: [id] })
  }
  toaster.show(`Deleted ${id}`, keepsCopy ? { undo } : {})
}

const goBack = async (api: Api, id: string, name: string): Promise<void> => {
  await api.call('restoreSnapshot', { path: { id, name } })
  await api.call('deleteSnapshot', { path: { id, name } })
}

const putBackKeys = async (api: Api, id: string, keys: readonly Key[]): Promise<void> => {
  for (const { key, state, expires, scopes } of keys)
    await api.call('putKey', {
      path: { id, key },
      body: { state, ...(expires === undefined ? {} : { expires }), ...(scopes === undefined ? {} : { scopes }) },
    })
}

/** The name of a snapshot to take now. The oldest of them are deleted, so that they do not pile up. */
const nameUndoSnapshot = async (api: Api, id: string, action: string): Promise<string> => {
  const snapshots = await api.call('listSnapshots', { path: { id } })
  const names = snapshots.map(({ name }) => name)
  const old = names.filter((name) => name.startsWith(undoPrefix)).slice(0, 1 - maxUndoSnapshots)
  for (const name of old) await api.call('deleteSnapshot', { path: { id, name } })
  const time = new Date().toLocaleTimeString('en-GB')
  return freeName(`${undoPrefix}${action} ${time}`, names)
}

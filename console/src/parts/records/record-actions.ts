/**
 * Changes of records, each with what undoes it. A deleted record comes back exactly as it was: with its place, its parent, and
 * also if it breaks its schema.
 */
import { useMemo } from 'preact/hooks'
import type { Api } from '../../api/client.ts'
import type { JsonObject } from '../../api/json.ts'
import { describeError } from '../../api/problem.ts'
import type { Navigator } from '../../routing/navigator.ts'
import { useConsole } from '../../state/console-state.ts'
import type { Toaster } from '../../state/toaster.ts'

export interface RecordPlace {
  readonly resource: string
  readonly recordId: string
}

export interface RecordActions {
  /** Rejects if nothing could be deleted. Shows a message with Undo. */
  readonly remove: (resource: string, ids: readonly string[]) => Promise<void>
  /** Replaces a record. `before` is what Undo restores. */
  readonly save: (place: RecordPlace, change: Change) => Promise<void>
  /** Returns the id of the added record. */
  readonly add: (resource: string, record: JsonObject, isForced: boolean) => Promise<string>
}

export interface Change {
  readonly before: JsonObject
  readonly after: JsonObject
  /** Stores a record that breaks its schema. */
  readonly isForced: boolean
}

interface ActionParts {
  readonly api: Api
  readonly sandbox: string
  readonly toaster: Toaster
  readonly navigator: Navigator
  readonly onChanged: () => void
}

export const useRecordActions = (onChanged: () => void): RecordActions => {
  const { api, sandbox, toaster, navigator } = useConsole()
  const { id } = sandbox.value
  return useMemo(
    () => createActions({ api, sandbox: id, toaster, navigator, onChanged }),
    [api, id, toaster, navigator, onChanged],
  )
}

/** Requests at once. */
const concurrency = 6

const createActions = (parts: ActionParts): RecordActions => {
  const { api, sandbox, toaster, navigator, onChanged } = parts
  const put = async ({ resource, recordId }: RecordPlace, body: JsonObject, isForced: boolean): Promise<void> => {
    const query = isForced ? { contract: 'ignore' as const } : {}
    await api.call('putRecord', { path: { id: sandbox, resource, recordId }, query, body })
  }
  const deleteOne = async (resource: string, recordId: string): Promise<JsonObject | undefined> => {
    const path = { id: sandbox, resource, recordId }
    // 204 would have no body; with this header, it is the deleted record.
    return api.call('deleteRecord', { path, headers: { Prefer: 'return=representation' } })
  }
  return {
    remove: async (resource, ids) => {
      const deleted = new Map<string, JsonObject>()
      const { failures } = await runAll(ids, async (recordId) => {
        const record = await deleteOne(resource, recordId)
        if (record !== undefined) deleted.set(recordId, record)
      })
      onChanged()
      if (deleted.size === 0 && failures.length > 0) throw failures[0]
      const undo = async (): Promise<void> => {
        const restored = await runAll([...deleted], ([recordId, record]) => put({ resource, recordId }, record, true))
        onChanged()
        if (restored.failures.length > 0) throw restored.failures[0]
      }
      const [only] = deleted.keys()
      toaster.show(`Deleted ${resource} ${deleted.size === 1 ? only : `(${deleted.size} records)`}`, { undo })
      if (failures.length > 0)
        toaster.show(`${failures.length} could not be deleted: ${describeError(failures[0])}`, { tone: 'failed' })
    },
    save: async (place, { before, after, isForced }) => {
      await put(place, after, isForced)
      onChanged()
      const undo = async (): Promise<void> => {
        await put(place, before, true)
        onChanged()
      }
      toaster.show(`Saved ${place.resource} ${place.recordId}`, { undo })
    },
    add: async (resource, body, isForced) => {
      const query = isForced ? { contract: 'ignore' as const } : {}
      const added = await api.open('addRecord', { path: { id: sandbox, resource }, query, body })
      onChanged()
      const recordId = readLocation(added)
      const undo = async (): Promise<void> => {
        await deleteOne(resource, recordId)
        closeRecord(navigator, sandbox, { resource, recordId })
        onChanged()
      }
      toaster.show(`Added ${resource} ${recordId}`, { undo })
      return recordId
    },
  }
}

/** Leads from a record that is gone to its list, if it is open. */
const closeRecord = (navigator: Navigator, of: string, { resource, recordId }: RecordPlace): void => {
  const { sandbox, part, path, query } = navigator.address.peek()
  const isOpen = sandbox === of && part === 'records' && path[0] === resource && path[1] === recordId
  if (isOpen) navigator.go({ path: [resource], query }, { replace: true })
}

const runAll = async <Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<void>,
): Promise<{ readonly failures: readonly unknown[] }> => {
  const failures: unknown[] = []
  const waiting = items.values()
  const work = async (): Promise<void> => {
    for (const item of waiting) {
      try {
        await run(item)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return { failures }
}

/** The id of an added record: it is not always in the record, and may consist of several properties. */
const readLocation = ({ headers }: Response): string =>
  decodeURIComponent((headers.get('Location') ?? '').replace(/^.*\//, ''))

/**
 * Something that is fetched from the server: its latest value, the error of the latest attempt, and a way to fetch it again. A
 * later fetch replaces an earlier one that has not ended.
 */
import { type ReadonlySignal, signal } from '@preact/signals'
import { isAborted } from '../api/problem.ts'

export interface Resource<Value> {
  /** Undefined until the first fetch has succeeded. It stays while it is fetched again. */
  readonly data: ReadonlySignal<Value | undefined>
  readonly error: ReadonlySignal<unknown>
  readonly isLoading: ReadonlySignal<boolean>
  /** Resolves when the latest fetch has ended, also if that is a later one. Never rejects: the error is in `error`. */
  readonly refetch: () => Promise<void>
  /** Replaces the value, where a response has brought a newer one. */
  readonly set: (value: Value) => void
  readonly dispose: () => void
}

export const createResource = <Value>(load: (signal: AbortSignal) => Promise<Value>): Resource<Value> => {
  const data = signal<Value | undefined>(undefined)
  const error = signal<unknown>(undefined)
  const isLoading = signal(false)
  let current: AbortController | undefined
  let latest: Promise<void> = Promise.resolve()
  const refetch = (): Promise<void> => {
    latest = fetchOnce()
    return latest
  }
  const fetchOnce = async (): Promise<void> => {
    current?.abort()
    const own = new AbortController()
    current = own
    isLoading.value = true
    try {
      const value = await load(own.signal)
      if (current === own) {
        data.value = value
        error.value = undefined
      }
    } catch (failure) {
      if (current === own && !isAborted(failure)) error.value = failure
    } finally {
      if (current === own) isLoading.value = false
    }
    if (current !== undefined && current !== own) await latest
  }
  const set = (value: Value): void => {
    current?.abort()
    current = undefined
    isLoading.value = false
    error.value = undefined
    data.value = value
  }
  return { data, error, isLoading, refetch, set, dispose: () => current?.abort() }
}

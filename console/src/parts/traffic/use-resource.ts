/**
 * Resources that belong to a component: fetched when what they depend on changes, and given up with the component.
 */
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { createResource, type Resource } from '../../state/resource.ts'

type Load<Value> = (signal: AbortSignal) => Promise<Value>

/** A new one for each change of the dependencies: nothing of the previous one stays. */
export const useResource = <Value>(load: Load<Value>, dependencies: readonly unknown[]): Resource<Value> => {
  const resource = useMemo(() => createResource(load), dependencies)
  useEffect(() => {
    void resource.refetch()
    return resource.dispose
  }, [resource])
  return resource
}

/** The same one, fetched again: the previous value stays until the next one is there. */
export const useChangingResource = <Value>(load: Load<Value>, dependencies: readonly unknown[]): Resource<Value> => {
  const latest = useRef(load)
  latest.current = load
  const resource = useMemo(() => createResource((signal) => latest.current(signal)), [])
  useEffect(() => {
    void resource.refetch()
  }, dependencies)
  useEffect(() => resource.dispose, [resource])
  return resource
}

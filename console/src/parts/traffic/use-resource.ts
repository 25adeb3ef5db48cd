/**
 * A resource that belongs to a component: fetched when what it depends on changes, and given up with the component.
 */
import { useEffect, useMemo } from 'preact/hooks'
import { createResource, type Resource } from '../../state/resource.ts'

export const useResource = <Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  dependencies: readonly unknown[],
): Resource<Value> => {
  const resource = useMemo(() => createResource(load), dependencies)
  useEffect(() => {
    void resource.refetch()
    return resource.dispose
  }, [resource])
  return resource
}

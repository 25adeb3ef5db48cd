/**
 * A resource with its schema, which may be large: it is loaded once, when the first record is opened.
 */
import { useEffect, useMemo } from 'preact/hooks'
import type { DescribedResource } from '../../api/types.ts'
import { useConsole } from '../../state/console-state.ts'
import { createResource, type Resource as Loaded } from '../../state/resource.ts'

export type Description = Loaded<DescribedResource>

export const useDescribed = (resource: string, isNeeded: boolean): Description => {
  const { api, sandbox } = useConsole()
  const { id } = sandbox.value
  const described = useMemo(
    () => createResource<DescribedResource>((signal) => api.call('getResource', { path: { id, resource } }, signal)),
    [api, id, resource],
  )
  useEffect(() => {
    if (isNeeded && described.data.peek() === undefined) void described.refetch()
  }, [described, isNeeded])
  useEffect(() => described.dispose, [described])
  return described
}

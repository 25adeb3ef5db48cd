/**
 * The receivers and the deliveries of the selected sandbox. They are loaded again when either may have changed: by a request, an
 * attempt, the clock, or another person.
 */
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Delivery, Webhook } from '../../api/types.ts'
import { useConsole } from '../../state/console-state.ts'
import { createResource, type Resource } from '../../state/resource.ts'
import { createSoon } from '../../state/soon.ts'
import { useChanges } from '../../state/use-changes.ts'

export interface Outgoing {
  readonly receivers: Resource<readonly Webhook[]>
  /** In the order of their creation. */
  readonly deliveries: Resource<readonly Delivery[]>
  readonly refetch: () => void
}

/** Milliseconds. An attempt begins just after the request that caused it. */
const pause = 100

export const useOutgoing = (): Outgoing => {
  const { api, sandbox } = useConsole()
  const { id, sandbox: resource } = sandbox.value
  const parts = useMemo(() => {
    const path = { id }
    const receivers = createResource<readonly Webhook[]>((signal) => api.call('listWebhooks', { path }, signal))
    const deliveries = createResource<readonly Delivery[]>((signal) => api.call('listDeliveries', { path }, signal))
    const soon = createSoon(async () => {
      await Promise.all([receivers.refetch(), deliveries.refetch()])
    }, pause)
    return { receivers, deliveries, soon }
  }, [api, id])
  useEffect(() => {
    void parts.receivers.refetch()
    void parts.deliveries.refetch()
    return () => {
      parts.soon.cancel()
      parts.receivers.dispose()
      parts.deliveries.dispose()
    }
  }, [parts])
  // The sandbox is fetched again after requests to it, and each attempt is one of its exchanges.
  const known = resource.data.value
  const before = useRef({ parts, known })
  useEffect(() => {
    if (before.current.parts === parts && before.current.known !== undefined) parts.soon.call()
    before.current = { parts, known }
  }, [parts, known])
  useChanges(['webhooks', 'clock', 'files'], id, parts.soon.call)
  return { receivers: parts.receivers, deliveries: parts.deliveries, refetch: parts.soon.call }
}

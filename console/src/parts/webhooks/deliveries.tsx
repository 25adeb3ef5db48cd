/**
 * The deliveries of the sandbox, the latest first.
 */
import { useState } from 'preact/hooks'
import type { Delivery } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
import { WebhooksIcon } from '../../components/icons.tsx'
import { StateFilter } from '../../components/state-filter.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx'
import type { Resource } from '../../state/resource.ts'
import { DeliveryCard } from './delivery-card.tsx'
import { deliveryStates } from './delivery-state.ts'

interface DeliveriesProps {
  readonly deliveries: Resource<readonly Delivery[]>
  /** Of the address: only those in this state. */
  readonly state: string | undefined
  readonly onChange: () => void
}

/** More are shown on request, as many again. */
const step = 25

export const Deliveries = ({ deliveries, state, onChange }: DeliveriesProps) => {
  const [most, setMost] = useState(step)
  const list = deliveries.data.value
  const error = deliveries.error.value
  const shown = deliveryStates.find((one) => one === state)
  const matching = list?.filter((delivery) => shown === undefined || delivery.state === shown) ?? []
  const latest = matching.slice(-most).reverse()
  return (
    <section class="main-list" aria-label="Deliveries">
      {list && list.length > 0 && (
        <StateFilter
          label="Show deliveries by state"
          choices={deliveryStates}
          shown={shown}
          states={list.map((delivery) => delivery.state)}
        />
      )}
      {list ? (
        latest.length === 0 ? (
          <EmptyState icon={WebhooksIcon} title={shown ? `No delivery is ${shown}` : 'Nothing has been sent'}>
            {shown
              ? 'Choose another state.'
              : 'Add a receiver, and send a request that creates, changes or deletes a record.'}
          </EmptyState>
        ) : (
          <ol class="webhooks-list">
            {latest.map((delivery) => (
              <DeliveryCard key={delivery.id} delivery={delivery} onChange={onChange} />
            ))}
          </ol>
        )
      ) : error ? (
        <ErrorState title="The deliveries could not be loaded" error={error} onRetry={onChange} />
      ) : (
        <Skeleton lines={6} />
      )}
      {matching.length > latest.length && (
        <Button size="small" onClick={() => setMost(most + step)}>
          Show {Math.min(step, matching.length - latest.length)} more of {matching.length - latest.length}
        </Button>
      )}
    </section>
  )
}

/**
 * Webhooks: what was delivered, or waits to be, and the receivers of the selected sandbox. The address has the filter by state,
 * and the dialog that is open.
 */
import './webhooks.css'
import { Button } from '../../components/button.tsx'
import { PlusIcon } from '../../components/icons.tsx'
import { useConsole } from '../../state/console-state.ts'
import type { PartProps } from '../part.ts'
import { AddReceiverDialog } from './add-receiver-dialog.tsx'
import { Deliveries } from './deliveries.tsx'
import { Receivers } from './receivers.tsx'
import { useOutgoing } from './use-outgoing.ts'

const Webhooks = ({ query }: PartProps) => {
  const { sandbox, navigator } = useConsole()
  const { id, documents } = sandbox.value
  const { receivers, deliveries, refetch } = useOutgoing()
  const known = documents.data.value
  const events = known?.flatMap((document) => document.webhooks) ?? []
  const callbacks = known?.reduce((sum, document) => sum + document.callbacks, 0) ?? 0
  return (
    <div class="webhooks">
      <header class="page-header">
        <div>
          <p class="page-kicker">Sandbox {id}</p>
          <h1>Webhooks</h1>
        </div>
        <Button tone="primary" icon={PlusIcon} onClick={() => navigator.setQuery({ new: 'yes' })}>
          Add receiver
        </Button>
      </header>
      {known && events.length === 0 && callbacks === 0 && (
        <p class="page-note">
          <strong>The documents describe no webhooks and no callbacks.</strong> So nothing is sent, whoever is to
          receive it.
        </p>
      )}
      <div class="main-and-side">
        <Deliveries deliveries={deliveries} state={query.state} onChange={refetch} />
        <Receivers receivers={receivers} events={events} callbacks={callbacks} onChange={refetch} />
      </div>
      {query.new !== undefined && (
        <AddReceiverDialog events={events} onClose={() => navigator.setQuery({ new: '' })} onAdded={refetch} />
      )}
    </div>
  )
}

export default Webhooks

/**
 * The state just after an exchange: what it changed, beside the records as they were.
 */
import { ErrorState, Skeleton } from '../../components/states.tsx'
import { useConsole } from '../../state/console-state.ts'
import { ChangeList } from './change-list.tsx'
import { MomentRecords } from './moment-records.tsx'
import { useChangingResource } from './use-resource.ts'

interface MomentProps {
  readonly id: string
  readonly query: Readonly<Record<string, string>>
}

export const Moment = ({ id, query }: MomentProps) => {
  const { api } = useConsole()
  const changes = useChangingResource(
    (signal) => api.call('listChanges', { path: { requestId: id } }, signal),
    [api, id],
  )
  const { data, error } = changes
  return (
    <div class="timeline-columns">
      <section class="traffic-section" aria-labelledby="timeline-changes">
        <h2 id="timeline-changes">Changed by this request</h2>
        {error.value !== undefined ? (
          <ErrorState title="The changes are not known" error={error.value} onRetry={() => void changes.refetch()} />
        ) : data.value ? (
          <ChangeList changes={data.value} />
        ) : (
          <Skeleton lines={4} label="Loading the changes" />
        )}
      </section>
      <MomentRecords id={id} query={query} changes={data.value ?? []} />
    </div>
  )
}

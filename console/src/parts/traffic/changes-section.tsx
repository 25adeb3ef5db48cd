/**
 * The records that an exchange changed, with their values before and after.
 */
import { ErrorState } from '../../components/states.tsx'
import { useConsole } from '../../state/console-state.ts'
import { ChangeList } from './change-list.tsx'
import { RewindHint } from './rewind-hint.tsx'
import { useResource } from './use-resource.ts'

export const ChangesSection = ({ id }: { readonly id: string }) => {
  const { api, sandbox, navigator } = useConsole()
  const isKept = sandbox.value.sandbox.data.value?.rewind
  const changes = useResource(
    async (signal) => (isKept ? api.call('listChanges', { path: { requestId: id } }, signal) : undefined),
    [api, id, isKept],
  )
  const { data, error } = changes
  return (
    <section class="traffic-section" aria-labelledby="traffic-changes">
      <div class="traffic-section-head">
        <h3 id="traffic-changes">Changed records</h3>
        <a href={navigator.href({ path: ['timeline', id], query: {} })}>Timeline</a>
      </div>
      {isKept === false ? (
        <RewindHint />
      ) : error.value !== undefined ? (
        <ErrorState title="The changes are not known" error={error.value} />
      ) : (
        data.value && <ChangeList changes={data.value} />
      )}
    </section>
  )
}

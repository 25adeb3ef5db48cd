/**
 * What was recorded, and what the same request gives when it is tried again from the state just before it.
 */
import { StatusBadge } from '../../components/badge.tsx'
import { CodeBlock, JsonBlock } from '../../components/code-block.tsx'
import { ErrorState, Skeleton } from '../../components/states.tsx'
import { useConsole } from '../../state/console-state.ts'
import { DifferenceList } from './difference-list.tsx'
import type { Explained } from './exchange-detail.tsx'
import { useResource } from './use-resource.ts'

interface TriedProps {
  readonly recorded: string
  readonly tried: string
}

export const Tried = ({ recorded, tried }: TriedProps) => {
  const { api } = useConsole()
  const both = useResource(
    (signal) =>
      Promise.all([recorded, tried].map((requestId) => api.call('explainExchange', { path: { requestId } }, signal))),
    [api, recorded, tried],
  )
  const { data, error } = both
  const [first, second] = data.value ?? []
  return (
    <section class="timeline-tried" aria-label="Tried again">
      {error.value !== undefined ? (
        <ErrorState title="The results cannot be shown" error={error.value} onRetry={() => void both.refetch()} />
      ) : first && second ? (
        <>
          <div class="timeline-columns">
            <ResponseOf title="Recorded" exchange={first} />
            <ResponseOf title="Tried again" exchange={second} />
          </div>
          <DifferenceList first={recorded} second={tried} />
        </>
      ) : (
        <Skeleton lines={5} label="Loading the results" />
      )}
    </section>
  )
}

const ResponseOf = ({ title, exchange }: { readonly title: string; readonly exchange: Explained }) => {
  const { navigator } = useConsole()
  const { id, sandbox, response } = exchange
  const { body } = response
  const label = `the body that was ${title.toLowerCase()}`
  return (
    <div class="traffic-section">
      <div class="traffic-section-head">
        <h2>
          {title} <StatusBadge status={response.status} fault={response.fault} />
        </h2>
        <a href={navigator.href({ sandbox, path: [id], query: {} })}>in {sandbox}</a>
      </div>
      {body === null ? (
        <p class="traffic-no-body">No body</p>
      ) : typeof body === 'string' ? (
        <CodeBlock label={label} text={body} />
      ) : (
        <JsonBlock label={label} value={body} />
      )}
    </div>
  )
}

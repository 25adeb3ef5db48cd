/**
 * The request that covers a gap: what is special about it, to copy and to send. It is fetched again before it is sent, because
 * earlier requests may have removed the records that it needs.
 */
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Result } from '../../api/client.ts'
import { describeError } from '../../api/problem.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { PlayIcon, ScenariosIcon } from '../../components/icons.tsx'
import { ErrorState, Skeleton } from '../../components/states.tsx'
import { findStatusScenario } from '../../parts/registry.ts'
import { useConsole } from '../../state/console-state.ts'
import { createResource } from '../../state/resource.ts'
import type { Gap as GapPlace } from './report.ts'

type Gap = Result<'listGaps'>[number]

interface GapRequestProps extends GapPlace {
  readonly onSent: () => void
}

export const GapRequest = ({ document, operation, status, onSent }: GapRequestProps) => {
  const { api, sandbox, toaster } = useConsole()
  const { id } = sandbox.value
  const load = useMemo(
    () => async (signal?: AbortSignal) => {
      const [gap] = await api.call('listGaps', { path: { id }, query: { document, operation, status } }, signal)
      return gap ?? null
    },
    [api, id, document, operation, status],
  )
  const resource = useMemo(() => createResource<Gap | null>(load), [load])
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    void resource.refetch()
    return resource.dispose
  }, [resource])
  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      const fresh = await load()
      // Other requests may have met it meanwhile, or removed what it needs: that is shown.
      if (fresh?.send) await report(fresh.send)
      else resource.set(fresh)
      onSent()
    } catch (error) {
      toaster.show(`The request was not sent: ${describeError(error)}`, { tone: 'failed' })
    } finally {
      setBusy(false)
    }
  }
  const report = async (body: NonNullable<Gap['send']>): Promise<void> => {
    const { response } = await api.call('sendRequest', { path: { id }, body })
    const isMet = meets(status, response.status)
    toaster.show(
      isMet ? `${operation} ${status} is covered` : `The response was ${response.status}, not ${status}`,
      isMet ? {} : { tone: 'failed' },
    )
  }
  const gap = resource.data.value
  if (gap === undefined)
    return resource.error.value ? (
      <ErrorState
        title="The request could not be found"
        error={resource.error.value}
        onRetry={() => void resource.refetch()}
      />
    ) : (
      <Skeleton lines={4} label="Trying requests on a copy of the sandbox" />
    )
  if (gap === null) return <p>This sandbox has met it; no request is needed here.</p>
  if (!gap.send || !gap.request)
    return (
      <>
        <p>{gap.what ?? 'No request is known that gets this status.'} A scenario can respond with it.</p>
        <WriteScenario operation={operation} status={status} />
      </>
    )
  return (
    <>
      <p>{gap.what ?? 'This request covers it.'}</p>
      <CodeBlock label="the request for curl" text={gap.request.curl} />
      <p class="coverage-send">
        <Button tone="primary" icon={PlayIcon} isBusy={isBusy} onClick={() => void send()}>
          Send it to {id}
        </Button>
        <span class="hint">It was tried on a copy of the sandbox. Sending it changes records as any request does.</span>
      </p>
    </>
  )
}

const WriteScenario = ({ operation, status }: Pick<GapPlace, 'operation' | 'status'>) => {
  const { navigator } = useConsole()
  const target = findStatusScenario(operation, status)
  if (!target) return null
  return (
    <p>
      <ButtonLink icon={ScenariosIcon} href={navigator.href(target)}>
        Write the scenario
      </ButtonLink>
    </p>
  )
}

/** Whether a status is what the document writes: 404, 4XX or default. */
const meets = (wanted: string, status: number): boolean =>
  wanted === 'default' || wanted === String(status) || wanted === `${Math.floor(status / 100)}XX`

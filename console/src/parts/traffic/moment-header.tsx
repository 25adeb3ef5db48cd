/**
 * The exchange at which the timeline is, and what can be done from there.
 */
import { useState } from 'preact/hooks'
import { describeError } from '../../api/problem.ts'
import type { ExchangeSummary } from '../../api/types.ts'
import { MethodBadge, StatusBadge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { EditIcon, ForkIcon, RefreshIcon } from '../../components/icons.tsx'
import { useConsole } from '../../state/console-state.ts'

interface MomentHeaderProps {
  readonly exchange: ExchangeSummary
  readonly isKept: boolean
}

export const MomentHeader = ({ exchange, isKept }: MomentHeaderProps) => {
  const { navigator } = useConsole()
  const { id, method, path, status, fault, operation } = exchange
  return (
    <section class="timeline-moment" aria-label="The exchange">
      <div class="timeline-exchange">
        <p class="traffic-detail-title">
          <MethodBadge method={method} /> <code>{path}</code> <StatusBadge status={status} fault={fault} />
        </p>
        <p class="traffic-detail-facts">
          {operation !== null && <span class="traffic-detail-operation">{operation}</span>}
          <time dateTime={exchange.at}>{new Date(exchange.at).toLocaleString()}</time>
          <a href={navigator.href({ path: [id], query: {} })}>Show the exchange</a>
        </p>
      </div>
      {isKept && <ForkButtons exchange={exchange} />}
    </section>
  )
}

type Work = 'before' | 'after' | 'again' | 'edit'

const ForkButtons = ({ exchange: { id } }: { readonly exchange: ExchangeSummary }) => {
  const { navigator, toaster, api } = useConsole()
  const fork = useFork(id)
  const [busy, setBusy] = useState<Work | undefined>(undefined)
  const run = async (work: Work): Promise<void> => {
    setBusy(work)
    try {
      const name = await fork(work !== 'after')
      if (work === 'again') {
        const sent = await api.call('sendExchange', { path: { requestId: id }, body: { sandbox: name } })
        navigator.setQuery({ tried: sent.id })
      } else if (work === 'edit') navigator.go({ sandbox: name, path: [id, 'send'], query: {} })
    } catch (error) {
      toaster.show(`That did not work: ${describeError(error)}`, { tone: 'failed' })
    }
    setBusy(undefined)
  }
  const button = (work: Work) => ({ size: 'small', isBusy: busy === work, onClick: () => void run(work) }) as const
  return (
    <div class="timeline-actions">
      <Button {...button('before')} icon={ForkIcon}>
        Fork just before
      </Button>
      <Button {...button('after')} icon={ForkIcon}>
        Fork just after
      </Button>
      <Button {...button('again')} icon={RefreshIcon}>
        Try again from here
      </Button>
      <Button {...button('edit')} icon={EditIcon}>
        Change and try again
      </Button>
    </div>
  )
}

/** Creates a sandbox with the state just before or after the exchange. Resolves with its name. */
const useFork = (id: string) => {
  const { api, sandbox, sandboxes, toaster } = useConsole()
  return async (isBefore: boolean): Promise<string> => {
    const from = `${sandbox.value.id}@${id}${isBefore ? '-' : ''}`
    const created = await api.call('createSandbox', { body: { from } })
    await sandboxes.refetch()
    toaster.show(`Created the sandbox ${created.id}, as it was just ${isBefore ? 'before' : 'after'} this exchange`, {
      undo: async () => {
        await api.call('deleteSandbox', { path: { id: created.id } })
        await sandboxes.refetch()
      },
    })
    return created.id
  }
}

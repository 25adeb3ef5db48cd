/**
 * The state of the sandbox in one line: scenarios, clock, webhooks, exchanges, the fixtures it started with.
 */

import { KeyValue } from '../../components/key-value.tsx'
import { SandboxTime } from '../../shell/sandbox-time.tsx'
import { useConsole } from '../../state/console-state.ts'

export const SandboxFacts = () => {
  const { sandbox } = useConsole()
  const { activeScenarios, clock, documents, sandbox: resource } = sandbox.value
  const reading = clock.value
  const data = resource.data.value
  const names = activeScenarios.value
  const webhooks = documents.data.value?.reduce((sum, document) => sum + document.webhooks.length, 0) ?? 0
  const clockState = !reading?.set && !reading?.frozen ? 'real time' : reading.frozen ? 'frozen' : 'set'
  return (
    <KeyValue
      facts={[
        {
          name: 'Scenarios',
          value: names.length === 0 ? 'none active' : <span class="taped">{names.join(', ')}</span>,
        },
        {
          name: 'Clock',
          value: reading ? (
            <span class={clockState === 'real time' ? '' : 'taped'}>
              <SandboxTime reading={reading} />, {clockState}
            </span>
          ) : (
            '…'
          ),
        },
        ...(webhooks > 0 ? [{ name: 'Webhooks', value: <WebhooksLink described={webhooks} /> }] : []),
        { name: 'Exchanges', value: data ? data.exchanges.toLocaleString('en') : '…' },
        { name: 'Started with', value: data?.fixtures ?? 'the initial records' },
      ]}
    />
  )
}

const WebhooksLink = ({ described }: { readonly described: number }) => {
  const { navigator } = useConsole()
  return <a href={navigator.href({ part: 'webhooks' })}>{described.toLocaleString('en')} described</a>
}

/**
 * What the list shows for an operation without an exchange: a request to send, and the way to its documentation.
 */
import { useState } from 'preact/hooks'
import type { Result } from '../../api/client.ts'
import { describeError, ProblemError } from '../../api/problem.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { PlayIcon, ReferenceIcon, TrafficIcon } from '../../components/icons.tsx'
import { EmptyState, Skeleton } from '../../components/states.tsx'
import { findDocumentation } from '../../parts/registry.ts'
import { useConsole } from '../../state/console-state.ts'
import { noFilter } from './exchange-filter.ts'
import { useResource } from './use-resource.ts'

type Suggested = Result<'suggestRequest'>

interface Start {
  /** That describes the operation; undefined if none does. */
  readonly document: string | undefined
  readonly request: Suggested | undefined
  /** Why there is no request. */
  readonly problem?: string
}

export const OperationStart = ({ operation }: { readonly operation: string }) => {
  const { navigator } = useConsole()
  const start = useStart(operation)
  const { data, error } = start
  const documentation = data.value?.document && findDocumentation(operation, data.value.document)
  return (
    <div class="traffic-first">
      <EmptyState icon={TrafficIcon} title={`No exchange of ${operation} yet`}>
        {data.value?.request ? 'Send this request, or use your client. It appears here at once.' : data.value?.problem}
        {error.value !== undefined && describeError(error.value)}
      </EmptyState>
      {data.value?.request && <CodeBlock label="the request" text={data.value.request.curl} />}
      {!data.value && error.value === undefined && <Skeleton lines={2} label="Generating a request" />}
      <div class="traffic-start-actions">
        {data.value?.request && <SendButton request={data.value.request} />}
        {documentation && (
          <ButtonLink icon={ReferenceIcon} href={navigator.href(documentation)}>
            Open in the reference
          </ButtonLink>
        )}
        <Button tone="quiet" onClick={() => navigator.setQuery(noFilter)}>
          Show all exchanges
        </Button>
      </div>
    </div>
  )
}

const useStart = (operation: string) => {
  const { api, sandbox } = useConsole()
  const { id } = sandbox.value
  return useResource(
    async (signal): Promise<Start> => {
      const { operations } = await api.call('getSandboxCoverage', { path: { id } }, signal)
      const document = operations.find((each) => each.operation === operation)?.document
      if (document === undefined)
        return { document, request: undefined, problem: 'The documents do not have this operation.' }
      try {
        const query = { operation, document }
        return { document, request: await api.call('suggestRequest', { path: { id }, query }, signal) }
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
        return { document, request: undefined, problem: `Send it with your client: ${error.message}.` }
      }
    },
    [api, id, operation],
  )
}

const SendButton = ({ request }: { readonly request: Suggested }) => {
  const { api, sandbox, navigator, toaster } = useConsole()
  const [isBusy, setBusy] = useState(false)
  const { method, path, headers, text } = request
  // The control API sends texts: a multipart form is to be sent as the command.
  if (text === null && request.curl.includes('--form-string')) return null
  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      const body = { method, path, headers: { ...headers }, ...(text === null ? {} : { text }) }
      const sent = await api.call('sendRequest', { path: { id: sandbox.value.id }, body })
      navigator.go({ path: [sent.id], query: navigator.address.peek().query })
    } catch (error) {
      toaster.show(`The request was not sent: ${describeError(error)}`, { tone: 'failed' })
      setBusy(false)
    }
  }
  return (
    <Button tone="primary" icon={PlayIcon} isBusy={isBusy} onClick={() => void send()}>
      Send it
    </Button>
  )
}

/**
 * Sends a request of one operation to the sandbox, under a scenario, and shows the response.
 */
import { useEffect, useState } from 'preact/hooks'
import type { Result } from '../../api/client.ts'
import { describeError, isAborted } from '../../api/problem.ts'
import type { ScenarioSource } from '../../api/types.ts'
import { StatusBadge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { CodeBlock, JsonBlock } from '../../components/code-block.tsx'
import { Field, TextField } from '../../components/field.tsx'
import { PlayIcon } from '../../components/icons.tsx'
import { ErrorState, Skeleton } from '../../components/states.tsx'
import { findTarget } from '../../parts/registry.ts'
import { useConsole } from '../../state/console-state.ts'

interface SendRequestProps {
  readonly operation: ScenarioSource['operations'][number]
  readonly scenario: string
  /** Whether the scenario is active in the sandbox. */
  readonly isOn: boolean
}

interface Draft {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Undefined: the operation takes no body. */
  readonly text: string | undefined
}

export const SendRequest = ({ operation, scenario, isOn }: SendRequestProps) => {
  const { api, sandbox } = useConsole()
  const { id } = sandbox.value
  const [draft, setDraft] = useState<Draft | undefined>(undefined)
  const [sent, setSent] = useState<Result<'sendRequest'> | undefined>(undefined)
  const [error, setError] = useState<unknown>(undefined)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    const ending = new AbortController()
    suggestDraft(api, id, operation, ending.signal)
      .then(setDraft)
      .catch((failure: unknown) => {
        if (!isAborted(failure)) setError(failure)
      })
    return () => ending.abort()
  }, [api, id, operation.document, operation.operation])
  const send = async ({ method, path, headers, text }: Draft): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      const named = isOn ? headers : { ...headers, 'Sandbox-Scenario': scenario }
      const body = { method, path, headers: { ...named }, ...(text === undefined ? {} : { text }) }
      setSent(await api.call('sendRequest', { path: { id }, body }))
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  if (!draft) return error ? <p class="field-error">{describeError(error)}</p> : <Skeleton lines={2} />
  return (
    <form
      class="scenarios-try"
      onSubmit={(event) => {
        event.preventDefault()
        void send(draft)
      }}
    >
      <TextField label={`${draft.method}`} value={draft.path} onInput={(path) => setDraft({ ...draft, path })} />
      {draft.text !== undefined && (
        <Field label="Body">
          {(control) => (
            <textarea
              {...control}
              class="input scenarios-body"
              spellcheck={false}
              rows={Math.min(10, draft.text?.split('\n').length ?? 1) + 1}
              value={draft.text}
              onInput={(event) => setDraft({ ...draft, text: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      <div class="scenarios-actions">
        <Button type="submit" tone="primary" size="small" icon={PlayIcon} isBusy={isBusy}>
          Send
        </Button>
        <span class="hint">
          {isOn ? `${scenario} is on, so the request needs no header.` : `Sent with Sandbox-Scenario: ${scenario}.`}
        </span>
      </div>
      {error !== undefined && <ErrorState title="The request was not sent" error={error} />}
      {sent && <SentResponse sent={sent} />}
    </form>
  )
}

type Api = ReturnType<typeof useConsole>['api']

const suggestDraft = async (
  api: Api,
  id: string,
  { operation, document }: SendRequestProps['operation'],
  signal: AbortSignal,
): Promise<Draft> => {
  const suggested = await api.call('suggestRequest', { path: { id }, query: { operation, document } }, signal)
  const { method, path, headers, text } = suggested
  return { method, path, headers, text: text === null ? undefined : formatBody(text) }
}

/** JSON is spread over lines; its digits stay as they are. */
const formatBody = (text: string): string => {
  try {
    const value: unknown = JSON.parse(text)
    const hasLongNumber = /\d{16}/.test(text)
    return hasLongNumber ? text : JSON.stringify(value, null, 2)
  } catch {
    return text
  }
}

const SentResponse = ({ sent: { id, response } }: { readonly sent: Result<'sendRequest'> }) => {
  const { navigator } = useConsole()
  const target = findTarget('exchange', id)
  const { status, body, fault } = response
  return (
    <div class="scenarios-sent" role="status">
      <p>
        <StatusBadge status={status} fault={fault} />{' '}
        {target ? <a href={navigator.href(target)}>Show the exchange</a> : <span class="hint">{id}</span>}
      </p>
      {typeof body === 'string' ? (
        <CodeBlock label="the body of the response" text={body} />
      ) : body === undefined || body === null ? null : (
        <JsonBlock label="the body of the response" value={body} />
      )}
    </div>
  )
}

/**
 * The request of an exchange, to change and to send again. What was wrong with it is shown beside the fields.
 */
import { useState } from 'preact/hooks'
import { describeError } from '../../api/problem.ts'
import { Button } from '../../components/button.tsx'
import { Field, Select, TextField } from '../../components/field.tsx'
import { BackIcon, RefreshIcon } from '../../components/icons.tsx'
import { ErrorState, Skeleton } from '../../components/states.tsx'
import { useConsole } from '../../state/console-state.ts'
import { changesOf, createDraft, type Draft, findHeaderError, findJsonError } from './draft-request.ts'
import type { Explained } from './exchange-detail.tsx'
import { useResource } from './use-resource.ts'

export const SendForm = ({ id }: { readonly id: string }) => {
  const { api, navigator } = useConsole()
  const exchange = useResource((signal) => api.call('explainExchange', { path: { requestId: id } }, signal), [api, id])
  const { data, error } = exchange
  return (
    <div class="traffic-detail">
      <header class="traffic-detail-header">
        <div class="traffic-detail-bar">
          <a
            class="button button-quiet button-small"
            href={navigator.href({ path: [id], query: navigator.address.value.query })}
          >
            <BackIcon /> Exchange
          </a>
        </div>
        <h2 class="traffic-detail-title">Send again</h2>
      </header>
      {data.value ? (
        <Editor exchange={data.value} />
      ) : error.value === undefined ? (
        <Skeleton lines={6} label="Loading the request" />
      ) : (
        <ErrorState title="The request cannot be shown" error={error.value} onRetry={() => void exchange.refetch()} />
      )}
    </div>
  )
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

const Editor = ({ exchange }: { readonly exchange: Explained }) => {
  const [recorded] = useState(() => createDraft(exchange))
  const [draft, setDraft] = useState(recorded)
  const { send, isSending, error } = useSend(exchange)
  const change = (part: Partial<Draft>): void => setDraft((current) => ({ ...current, ...part }))
  const headerError = findHeaderError(draft.headers)
  const submit = (event: Event): void => {
    event.preventDefault()
    if (headerError === undefined) void send(changesOf(recorded, draft))
  }
  const isChanged = JSON.stringify(draft) !== JSON.stringify(recorded)
  return (
    <form
      class="traffic-form"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
      }}
    >
      <Hints exchange={exchange} />
      <div class="traffic-form-line">
        <Select
          label="Method"
          value={draft.method}
          options={[...new Set([draft.method, ...methods])].map((value) => ({ value, label: value }))}
          onChange={(method) => change({ method })}
        />
        <TextField label="Path and query" value={draft.path} onInput={(path) => change({ path })} maxLength={2000} />
      </div>
      <BodyField draft={draft} onInput={(body) => change({ body })} />
      <Field label="Headers" hint="One a line: Accept: application/json" error={headerError}>
        {(control) => (
          <textarea
            {...control}
            class="input traffic-text"
            rows={Math.min(10, draft.headers.split('\n').length + 1)}
            spellcheck={false}
            value={draft.headers}
            onInput={(event) => change({ headers: event.currentTarget.value })}
          />
        )}
      </Field>
      <KeyField value={draft.key} onChange={(key) => change({ key })} />
      {error !== undefined && <ErrorState title="The request was not sent" error={error} />}
      <div class="traffic-form-actions">
        <Button type="submit" tone="primary" icon={RefreshIcon} isBusy={isSending}>
          {isChanged ? 'Send changed request' : 'Send again'}
        </Button>
        {isChanged && <Button onClick={() => setDraft(recorded)}>Restore</Button>}
        <span class="hint traffic-form-key">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </span>
      </div>
    </form>
  )
}

/** To the selected sandbox, which may be a fork of the one that has the exchange. */
const useSend = ({ id }: Explained) => {
  const { api, navigator, sandbox, toaster } = useConsole()
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>(undefined)
  const send = async (body: ReturnType<typeof changesOf>): Promise<void> => {
    setSending(true)
    try {
      const sent = await api.call('sendExchange', {
        path: { requestId: id },
        body: { ...body, sandbox: sandbox.value.id },
      })
      for (const note of sent.notes) toaster.show(note.charAt(0).toUpperCase() + note.slice(1))
      navigator.go({ path: [sent.id], query: navigator.address.peek().query })
    } catch (failure) {
      setError(failure)
      toaster.show(`The request was not sent: ${describeError(failure)}`, { tone: 'failed' })
      setSending(false)
    }
  }
  return { send, isSending, error }
}

const Hints = ({ exchange: { violations } }: { readonly exchange: Explained }) =>
  violations.length === 0 ? null : (
    <div class="traffic-hints">
      <p>To correct:</p>
      <ul>
        {violations.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  )

const BodyField = ({ draft, onInput }: { readonly draft: Draft; readonly onInput: (body: string) => void }) => {
  const isJson = /^content-type:.*json/im.test(draft.headers)
  const error = isJson && draft.body !== '' ? findJsonError(draft.body) : undefined
  return (
    <Field label="Body" hint={error === undefined ? undefined : `This is not JSON, and is sent as it is. ${error}`}>
      {(control) => (
        <textarea
          {...control}
          class="input traffic-text"
          rows={Math.max(3, Math.min(20, draft.body.split('\n').length + 1))}
          spellcheck={false}
          placeholder="No body"
          value={draft.body}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

interface KeyFieldProps {
  readonly value: string
  readonly onChange: (key: string) => void
}

const KeyField = ({ value, onChange }: KeyFieldProps) => {
  const { api, sandbox } = useConsole()
  const { id } = sandbox.value
  const keys = useResource((signal) => api.call('listKeys', { path: { id } }, signal), [api, id])
  return (
    <Select
      label="Credentials"
      hint="The journal does not keep secrets, so a key of the sandbox replaces them."
      value={value}
      onChange={onChange}
      options={[
        { value: '', label: 'As recorded, with an active key' },
        { value: 'none', label: 'None' },
        ...(keys.data.value ?? []).map(({ key, state }) => ({
          value: key,
          label: state === 'active' ? key : `${key} (${state})`,
        })),
      ]}
    />
  )
}

/**
 * A first request to copy, for curl, JavaScript and Python.
 */
import { useState } from 'preact/hooks'
import type { Document } from '../../api/types.ts'
import { CodeBlock } from '../../components/code-block.tsx'
import { Skeleton } from '../../components/states.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { useConsole } from '../../state/console-state.ts'

const languages = [
  { id: 'curl', label: 'curl' },
  { id: 'fetch', label: 'JavaScript' },
  { id: 'python', label: 'Python' },
] as const

export const FirstRequest = () => {
  const { sandbox } = useConsole()
  const documents = sandbox.value.documents.data.value
  const request = documents?.find((document) => document.request !== null)?.request
  const isNew = sandbox.value.exchanges.items.value.length === 0
  if (documents && !request) return null
  return (
    <section class="panel" aria-labelledby="first-request-title">
      <h2 id="first-request-title">{isNew ? 'Send a first request' : 'A request to copy'}</h2>
      {request ? <Sample request={request} /> : <Skeleton lines={4} />}
      {isNew && <p class="hint">It appears below as soon as the server has responded.</p>}
    </section>
  )
}

const Sample = ({ request }: { readonly request: NonNullable<Document['request']> }) => {
  const [selected, select] = useState<string>('curl')
  return (
    <Tabs
      label="Language"
      selected={selected}
      onSelect={select}
      tabs={languages.map(({ id, label }) => ({
        id,
        label,
        content: () => <CodeBlock label={`the request for ${label}`} text={request[id]} />,
      }))}
    />
  )
}

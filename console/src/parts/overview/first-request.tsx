/**
 * A first request to copy, for curl, JavaScript and Python.
 */
import { useState } from 'preact/hooks'
import { CodeBlock } from '../../components/code-block.tsx'
import { Skeleton } from '../../components/states.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { useConsole } from '../../state/console-state.ts'
import { formatCurl, formatFetch, formatPython, type SampleRequest } from './sample-request.ts'
import { useSampleRequest } from './use-sample-request.ts'

const formats = [
  { id: 'curl', label: 'curl', format: formatCurl },
  { id: 'fetch', label: 'JavaScript', format: formatFetch },
  { id: 'python', label: 'Python', format: formatPython },
] as const

export const FirstRequest = () => {
  const { sandbox } = useConsole()
  const request = useSampleRequest()
  const isNew = sandbox.value.exchanges.items.value.length === 0
  return (
    <section class="panel" aria-labelledby="first-request-title">
      <h2 id="first-request-title">{isNew ? 'Send a first request' : 'A request to copy'}</h2>
      {request ? <Sample request={request} /> : <Skeleton lines={4} />}
      <p class="hint">
        {isNew ? 'It appears below as soon as the server has responded.' : 'Only this sandbox changes by it.'}
      </p>
    </section>
  )
}

const Sample = ({ request }: { readonly request: SampleRequest }) => {
  const [selected, select] = useState<string>('curl')
  return (
    <Tabs
      label="Language"
      selected={selected}
      onSelect={select}
      tabs={formats.map(({ id, label, format }) => ({
        id,
        label,
        content: () => <CodeBlock label={`the request for ${label}`} text={format(request)} />,
      }))}
    />
  )
}

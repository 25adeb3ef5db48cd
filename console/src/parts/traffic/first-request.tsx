/**
 * A request to copy, while there has been none.
 */
import { CodeBlock } from '../../components/code-block.tsx'
import { useConsole } from '../../state/console-state.ts'

export const FirstRequest = () => {
  const { sandbox } = useConsole()
  const { documents } = sandbox.value
  const request = documents.data.value?.find((document) => document.request !== null)?.request
  if (request) return <CodeBlock label="the request" text={request.curl} />
  const addresses = sandbox.value.sandbox.data.value?.addresses ?? []
  return (
    <ul class="traffic-addresses">
      {addresses.map(({ document, url }) => (
        <li key={document}>
          <CodeBlock label={`the address of ${document}`} text={url} />
        </li>
      ))}
    </ul>
  )
}

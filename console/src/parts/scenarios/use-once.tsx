/**
 * How to use a scenario in a single request, without switching it on.
 */
import { useState } from 'preact/hooks'
import { CodeBlock } from '../../components/code-block.tsx'
import { Tabs } from '../../components/tabs.tsx'

const waysOf = (name: string) => [
  { id: 'header', label: 'Header', text: `Sandbox-Scenario: ${name}` },
  { id: 'query', label: 'Query parameter', text: `__scenario=${encodeURIComponent(name)}` },
  { id: 'start', label: 'At the start', text: `standin --scenario ${name}` },
]

export const UseOnce = ({ name }: { readonly name: string }) => {
  const [selected, select] = useState('header')
  return (
    <section aria-labelledby="scenario-once">
      <h3 id="scenario-once">Use it in one request</h3>
      <Tabs
        label="How to use it"
        selected={selected}
        onSelect={select}
        tabs={waysOf(name).map(({ id, label, text }) => ({
          id,
          label,
          content: () => <CodeBlock label={label.toLowerCase()} text={text} />,
        }))}
      />
      <p class="hint">
        The header replaces what is active in the sandbox for that request. <code>Sandbox-Scenario: none</code> sends it
        without any scenario.
      </p>
    </section>
  )
}

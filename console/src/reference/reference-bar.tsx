/**
 * The bar of the reference: back to the console, and what "try it" uses: document, sandbox, key and scenario.
 */
import { useState } from 'preact/hooks'
import { Select, TextField } from '../components/field.tsx'
import { BackIcon } from '../components/icons.tsx'
import { defaultSandbox } from '../routing/address.ts'
import { Logo } from '../shell/logo.tsx'
import type { ReferenceState } from './reference-state.ts'

interface BarProps {
  readonly state: ReferenceState
}

export const ReferenceBar = ({ state }: BarProps) => (
  <header class="reference-bar">
    <a class="reference-back" href={`/_sandbox/~${encodeURIComponent(state.address.sandbox)}/overview`}>
      <BackIcon />
      <Logo />
      <span>Console</span>
    </a>
    <div class="reference-choices">
      <DocumentChoice state={state} />
      <SandboxChoice state={state} />
      <KeyChoice state={state} />
      <ScenarioChoice state={state} />
    </div>
  </header>
)

const DocumentChoice = ({ state: { documents, documentName, go } }: BarProps) => (
  <Select
    label="Document"
    value={documentName.value ?? ''}
    options={(documents.data.value ?? []).map(({ name, title }) => ({ value: name, label: title }))}
    onChange={(document) => go({ document })}
  />
)

/** A value of the selection that is not a sandbox: the id of one is not empty. */
const otherSandbox = ''

const SandboxChoice = ({ state: { sandboxes, address, go } }: BarProps) => {
  const [entered, setEntered] = useState<string>()
  const current = address.sandbox
  const { rows = [], total = 0 } = sandboxes.data.value ?? {}
  const listed = [...new Set([current, defaultSandbox, ...rows.map(({ id }) => id)])]
  const options = listed.map((id) => ({ value: id, label: id }))
  const choose = (sandbox: string): void => {
    if (sandbox === otherSandbox) setEntered('')
    else go({ sandbox })
  }
  return (
    <>
      <Select
        label="Sandbox"
        value={entered === undefined ? current : otherSandbox}
        options={total > listed.length ? [...options, { value: otherSandbox, label: 'another sandbox…' }] : options}
        onChange={choose}
      />
      {entered !== undefined && (
        <form
          class="reference-other"
          onSubmit={(event) => {
            event.preventDefault()
            if (entered.trim() !== '') go({ sandbox: entered.trim() })
          }}
        >
          <TextField label="Another sandbox" value={entered} placeholder="its name, then Enter" onInput={setEntered} />
        </form>
      )}
    </>
  )
}

/** Values of the selection that are not keys. A key has no spaces. */
const none = 'no key'
const other = 'another key'

const KeyChoice = ({ state: { keys, key } }: BarProps) => {
  const [isOther, setOther] = useState(false)
  const known = keys.data.value ?? []
  const isLoading = keys.data.value === undefined && keys.error.value === undefined
  const isListed = known.some((candidate) => candidate.key === key.value)
  const choose = (value: string): void => {
    setOther(value === other)
    if (value === none) key.value = undefined
    else if (value === other) key.value = ''
    else key.value = value
  }
  const extra =
    isOther || isListed || key.value === undefined ? [] : [{ value: key.value, label: 'any key is accepted' }]
  // What is chosen before the keys are there would be replaced by the first of them.
  const options = isLoading
    ? [{ value: none, label: 'loading…' }]
    : [
        ...known.map((candidate) => ({ value: candidate.key, label: labelOf(candidate) })),
        ...extra,
        { value: other, label: 'another key…' },
        { value: none, label: 'none' },
      ]
  return (
    <>
      <Select label="Key" value={isOther ? other : (key.value ?? none)} options={options} onChange={choose} />
      {isOther && (
        <TextField
          label="Another key"
          value={key.value ?? ''}
          placeholder="key, or user:password"
          onInput={(value) => {
            key.value = value
          }}
        />
      )}
    </>
  )
}

const labelOf = ({ key, state }: { readonly key: string; readonly state: string }): string => {
  const short = key.length > 28 ? `${key.slice(0, 27)}…` : key
  return state === 'active' ? short : `${short} (${state})`
}

const ScenarioChoice = ({ state: { scenarios, scenario } }: BarProps) => (
  <Select
    label="Scenario"
    value={scenario.value ?? ''}
    options={[
      { value: '', label: 'as in the sandbox' },
      { value: 'none', label: 'none' },
      ...(scenarios.data.value ?? []).map(({ name }) => ({ value: name, label: name })),
    ]}
    onChange={(name) => {
      scenario.value = name === '' ? undefined : name
    }}
  />
)

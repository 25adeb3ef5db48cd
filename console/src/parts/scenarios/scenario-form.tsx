/**
 * The editor of a scenario: its source, what is wrong with it, and applying or saving it.
 */
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { describeError } from '../../api/problem.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { CodeEditor } from '../../components/code-editor/code-editor.tsx'
import { TextField } from '../../components/field.tsx'
import { CheckIcon, DownloadIcon } from '../../components/icons.tsx'
import type { Target } from '../../routing/address.ts'
import { useConsole } from '../../state/console-state.ts'
import { createResource } from '../../state/resource.ts'
import { useApplyScenario } from './apply-scenario.ts'
import { useChecked } from './check-source.ts'
import { Findings } from './findings.tsx'

interface ScenarioFormProps {
  readonly title: string
  readonly name: string
  /** An existing scenario keeps its name. */
  readonly canRename: boolean
  readonly source: string
  /** Where Cancel leads. */
  readonly back: Target
  readonly children?: ComponentChildren
}

export const ScenarioForm = ({ title, name: first, canRename, source, back, children }: ScenarioFormProps) => {
  const { api, navigator } = useConsole()
  const [name, setName] = useState(first)
  const [text, setText] = useState(source)
  const [error, setError] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const apply = useApplyScenario()
  const checked = useChecked(name, text)
  const schema = useMemo(() => createResource((signal) => api.call('getScenarioSchema', {}, signal)), [api])
  useEffect(() => {
    void schema.refetch()
    return schema.dispose
  }, [schema])
  const submit = async (save: boolean): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      await apply(name.trim(), text, save)
    } catch (failure) {
      setError(describeError(failure))
      setBusy(false)
    }
  }
  const findings = checked?.findings ?? []
  const saveTo = checked?.saveTo ?? null
  return (
    <form
      class="scenarios-detail"
      onSubmit={(event) => {
        event.preventDefault()
        void submit(false)
      }}
    >
      <h2>{title}</h2>
      {children}
      {canRename && (
        <TextField
          label="Name"
          hint="Letters, digits, hyphens and underscores. Requests use it in the header."
          value={name}
          onInput={setName}
          maxLength={100}
        />
      )}
      <CodeEditor
        label={`Source of ${name}`}
        language="yaml"
        value={text}
        onChange={setText}
        schema={schema.data.value}
        findings={findings}
        onSave={() => void submit(false)}
      />
      <Findings findings={findings} isChecked={checked !== undefined} />
      {error !== undefined && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
      <div class="scenarios-actions">
        <Button type="submit" tone="primary" icon={CheckIcon} isBusy={isBusy}>
          Apply
        </Button>
        {saveTo !== null && (
          <Button icon={DownloadIcon} isBusy={isBusy} onClick={() => void submit(true)}>
            Save to a file
          </Button>
        )}
        <ButtonLink tone="quiet" href={navigator.href(back)}>
          Cancel
        </ButtonLink>
      </div>
      <p class="hint">
        Apply uses it at once in this server, for all sandboxes. No file is written, and it is lost when the server
        stops.{' '}
        {saveTo === null ? (
          'It cannot be saved: start the server with --scenarios and a folder of your own.'
        ) : (
          <>
            Saving writes <code>{saveTo}</code>.
          </>
        )}
      </p>
    </form>
  )
}

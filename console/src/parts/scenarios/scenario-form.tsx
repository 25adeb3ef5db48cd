/**
 * The editor of a scenario: its source, what is wrong with it, and applying or saving it.
 */
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { ScenarioSource } from '../../api/types.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { CodeEditor } from '../../components/code-editor/code-editor.tsx'
import { TextField } from '../../components/field.tsx'
import { CheckIcon, DownloadIcon } from '../../components/icons.tsx'
import type { Target } from '../../routing/address.ts'
import { useConsole } from '../../state/console-state.ts'
import { createResource } from '../../state/resource.ts'
import { useChecked } from './check-source.ts'
import { Conflict } from './conflict.tsx'
import { Findings } from './findings.tsx'
import { type Draft, useKeptDraft } from './kept-draft.ts'
import { useSubmit } from './use-submit.ts'

interface ScenarioFormProps {
  readonly title: string
  /** An existing scenario keeps its name. */
  readonly canRename: boolean
  readonly first: Draft
  /** What is edited: an unfinished edit is kept under this name. */
  readonly place: string
  /** Where Cancel leads. */
  readonly back: Target
  readonly children?: ComponentChildren
}

type EditorPlace = Parameters<Parameters<typeof Findings>[0]['onShow']>[0]

export const ScenarioForm = ({ title, canRename, first, place, back, children }: ScenarioFormProps) => {
  const kept = useKeptDraft(place, first)
  const { name, text } = kept.draft
  const submission = useSubmit(kept.draft, canRename, kept.discard)
  const { conflict, error, isBusy, submit } = submission
  const checked = useChecked(name, text)
  const schema = useSchema()
  const [shown, show] = useState<EditorPlace | undefined>(undefined)
  const findings = checked?.findings ?? []
  const load = (theirs: ScenarioSource): void => {
    kept.change({ text: theirs.source, version: theirs.version })
    submission.forget()
  }
  return (
    <form
      class="scenarios-detail"
      onSubmit={(event) => {
        event.preventDefault()
        void submit({ save: false })
      }}
    >
      <h2>{title}</h2>
      {children}
      {kept.isRestored && <Restored onDiscard={kept.discard} />}
      {canRename && (
        <TextField
          label="Name"
          hint="Letters, digits, hyphens and underscores. Requests use it in the header."
          value={name}
          onInput={(next) => kept.change({ name: next })}
          maxLength={100}
        />
      )}
      <CodeEditor
        label={`Source of ${canRename ? 'the scenario' : name}`}
        language="yaml"
        value={text}
        onChange={(next) => kept.change({ text: next })}
        schema={schema}
        findings={findings}
        place={shown}
        onSave={() => void submit({ save: false })}
      />
      <Findings findings={findings} isChecked={checked !== undefined} onShow={show} />
      {error !== undefined && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
      {conflict && (
        <Conflict
          {...conflict}
          isBusy={isBusy}
          onOverwrite={() => void submit({ save: true, overwrite: true })}
          onLoad={load}
        />
      )}
      <FormActions {...{ isBusy, back, submit }} onCancel={kept.discard} saveTo={checked?.saveTo ?? null} />
    </form>
  )
}

const useSchema = (): unknown => {
  const { api } = useConsole()
  const schema = useMemo(() => createResource((signal) => api.call('getScenarioSchema', {}, signal)), [api])
  useEffect(() => {
    void schema.refetch()
    return schema.dispose
  }, [schema])
  return schema.data.value
}

const Restored = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <p class="scenarios-note" role="status">
    These are your unfinished changes from before.{' '}
    <Button size="small" onClick={onDiscard}>
      Discard them
    </Button>
  </p>
)

interface FormActionsProps {
  readonly isBusy: boolean
  readonly back: Target
  readonly saveTo: string | null
  readonly submit: ReturnType<typeof useSubmit>['submit']
  readonly onCancel: () => void
}

const FormActions = ({ isBusy, back, saveTo, submit, onCancel }: FormActionsProps) => {
  const { navigator } = useConsole()
  return (
    <>
      <div class="scenarios-actions">
        <Button type="submit" tone="primary" icon={CheckIcon} isBusy={isBusy}>
          Apply
        </Button>
        {saveTo !== null && (
          <Button icon={DownloadIcon} isBusy={isBusy} onClick={() => void submit({ save: true })}>
            Save to a file
          </Button>
        )}
        <ButtonLink tone="quiet" href={navigator.href(back)} onClick={onCancel}>
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
    </>
  )
}

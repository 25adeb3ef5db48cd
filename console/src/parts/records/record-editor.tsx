/**
 * A record that is edited: as a form or as JSON, with what can be done with it.
 */
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type JsonObject, stringifyJson } from '../../api/json.ts'
import { describeError } from '../../api/problem.ts'
import type { DescribedResource, Resource } from '../../api/types.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { CloseIcon, CopyIcon, ForwardIcon, TrashIcon } from '../../components/icons.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { useConsole } from '../../state/console-state.ts'
import { JsonEditor } from './json-editor.tsx'
import { useRecordActions } from './record-actions.ts'
import { focusFirst, RecordForm } from './record-form.tsx'
import { RecordHeading } from './record-heading.tsx'
import type { RecordPanelProps } from './record-panel.tsx'
import { type RecordQuery, writeRecordQuery } from './record-query.ts'
import { type Draft, useDraft } from './use-draft.ts'

interface EditorProps extends RecordPanelProps {
  readonly resource: DescribedResource
  readonly start: JsonObject
  readonly closeHref: string
}

type Mode = 'form' | 'json'

export const RecordEditor = (props: EditorProps) => {
  const { resource, resources, recordId, query, start } = props
  const isNew = recordId === undefined
  const isReadOnly = query.at !== ''
  const close = useClose(props)
  const draft = useDraft({ resource: resource.name, recordId, copyOf: props.copyOf, start, isReadOnly })
  const [mode, setMode] = useState<Mode>('form')
  const [isBroken, setBroken] = useState(false)
  const [round, setRound] = useState(0)
  const save = useRef<(() => void) | undefined>(undefined)
  const label = isNew ? `New record of ${resource.title}` : `${resource.title} ${recordId}`
  const onDiscard = (): void => {
    draft.reset(draft.base)
    // A text that is not JSON is not part of the draft.
    setBroken(false)
    setRound(round + 1)
  }
  const form = () => <RecordForm {...{ resource, resources, draft, isNew, isReadOnly }} />
  const json = () => (
    <JsonEditor
      key={round}
      label={`${label} as JSON`}
      draft={draft}
      schema={resource.schema}
      isReadOnly={isReadOnly}
      onBroken={setBroken}
    />
  )
  return (
    <section
      class="records-record"
      aria-label={label}
      onKeyDown={(event) => {
        if (isClosing(event)) close()
        else if (isSaving(event)) {
          event.preventDefault()
          save.current?.()
        }
      }}
    >
      <EditorHeader {...props} isReadOnly={isReadOnly} draft={draft} />
      <NewerNotice {...props} draft={draft} />
      <div class="record-body">
        <Tabs
          label="Views of the record"
          selected={mode}
          onSelect={(id) => {
            setBroken(false)
            setMode(id === 'json' ? 'json' : 'form')
          }}
          tabs={[
            { id: 'form', label: 'Form', content: form },
            { id: 'json', label: 'JSON', content: json },
          ]}
        />
        {!isNew && <References resource={resource} resources={resources} recordId={recordId} />}
      </div>
      {!isReadOnly && <SaveBar {...props} {...{ draft, isBroken, onDiscard, onKey: save }} />}
    </section>
  )
}

/** Changes are kept, so nothing is lost by it. In an editor of code, Escape lets the keyboard out of it. */
const isClosing = ({ key, defaultPrevented, target }: KeyboardEvent): boolean =>
  key === 'Escape' && !defaultPrevented && !(target instanceof Element && target.closest('.code-editor'))

const isSaving = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === 's'

const useClose = ({ resource, query }: EditorProps): (() => void) => {
  const { navigator } = useConsole()
  return () => navigator.go({ path: [resource.name], query: writeRecordQuery(query) })
}

const EditorHeader = (props: EditorProps & { readonly isReadOnly: boolean; readonly draft: Draft }) => {
  const { resource, recordId, closeHref, isReadOnly, onChanged, query, draft } = props
  const { navigator, toaster } = useConsole()
  const actions = useRecordActions(onChanged)
  const remove = async (): Promise<void> => {
    if (recordId === undefined) return
    draft.cancelCheck()
    try {
      await actions.remove(resource.name, [recordId])
      draft.forget()
      navigator.go({ path: [resource.name], query: writeRecordQuery(query) })
    } catch (error) {
      toaster.show(`It could not be deleted: ${describeError(error)}`, { tone: 'failed' })
    }
  }
  return (
    <header class="record-header">
      <RecordHeading takesFocus={props.takesFocus}>{recordId ?? 'New record'}</RecordHeading>
      {recordId !== undefined && !isReadOnly && (
        <>
          {resource.form === 'collection' && (
            <ButtonLink
              tone="quiet"
              size="small"
              icon={CopyIcon}
              href={navigator.href({ path: [resource.name], query: { ...writeRecordQuery(query), new: recordId } })}
            >
              Duplicate
            </ButtonLink>
          )}
          <Button tone="quiet" size="small" icon={TrashIcon} onClick={() => void remove()}>
            Delete
          </Button>
        </>
      )}
      <ButtonLink tone="quiet" size="small" icon={CloseIcon} href={closeHref}>
        Close
      </ButtonLink>
    </header>
  )
}

/** The record was changed by a request while it is open. */
const NewerNotice = ({ pages, recordId, draft }: EditorProps & { readonly draft: Draft }) => {
  void pages.version.value
  const row = recordId === undefined ? undefined : pages.find(recordId)?.record
  const text = row && stringifyJson(row)
  // A row that was loaded before the record is not newer than it.
  const seen = useRef(text)
  useEffect(() => {
    if (!row || text === seen.current) return
    seen.current = text
    draft.offer(row)
  }, [text])
  const { newer } = draft
  if (!newer) return null
  return (
    <div class="record-newer" role="status">
      <p>This record has been changed meanwhile. Saving replaces that change.</p>
      <Button size="small" onClick={() => draft.reset(newer)}>
        Discard my changes
      </Button>
    </div>
  )
}

type Attempt =
  | { readonly kind: 'none' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed'; readonly error: string }

interface SaveBarProps extends EditorProps {
  readonly draft: Draft
  readonly isBroken: boolean
  readonly onDiscard: () => void
  /** Gets what Ctrl+S does. */
  readonly onKey: RefObject<(() => void) | undefined>
}

const SaveBar = (props: SaveBarProps) => {
  const { resource, recordId, draft, isBroken, onDiscard, onChanged, query, onKey } = props
  const { navigator } = useConsole()
  const actions = useRecordActions(onChanged)
  const [attempt, setAttempt] = useState<Attempt>({ kind: 'none' })
  const isNew = recordId === undefined
  const store = async (isForced: boolean): Promise<void> => {
    if (isNew) {
      const added = await actions.add(resource.name, draft.value, isForced)
      draft.forget()
      navigator.go({ path: [resource.name, added], query: withoutFilter(query) })
      return
    }
    await actions.save({ resource: resource.name, recordId }, { before: draft.base, after: draft.value, isForced })
    draft.keepStored(draft.value)
  }
  const save = async (isForced: boolean): Promise<void> => {
    setAttempt({ kind: 'busy' })
    try {
      const errors = isForced ? [] : (await draft.checkNow()).filter(({ level }) => level === 'error')
      if (errors.length > 0) {
        focusFirst(errors)
        setAttempt({
          kind: 'failed',
          error: errors.length === 1 ? 'There is a problem.' : `There are ${errors.length} problems.`,
        })
        return
      }
      await store(isForced)
      setAttempt({ kind: 'none' })
    } catch (error) {
      setAttempt({ kind: 'failed', error: describeError(error) })
    }
  }
  const hasErrors = draft.problems.some(({ level }) => level === 'error')
  const isBusy = attempt.kind === 'busy'
  const canSave = !isBroken && (isNew || draft.isChanged)
  onKey.current = canSave && !isBusy ? () => void save(false) : undefined
  return (
    <footer class="record-save">
      <p role="status" class="record-save-text">
        {attempt.kind === 'failed' && (hasErrors || draft.isChanged || isNew) ? attempt.error : draft.failure}
      </p>
      {hasErrors && canSave && (
        <Button
          tone="quiet"
          title="Stores a record that breaks its schema, to test clients with broken data"
          onClick={() => void save(true)}
        >
          Save anyway
        </Button>
      )}
      {(draft.isChanged || isBroken) && (
        <Button tone="quiet" onClick={onDiscard}>
          Discard
        </Button>
      )}
      <Button tone="primary" isBusy={isBusy} disabled={!canSave} onClick={() => void save(false)}>
        {isNew ? 'Add' : 'Save'}
      </Button>
    </footer>
  )
}

const withoutFilter = (query: RecordQuery) => writeRecordQuery({ ...query, q: '', where: {} })

interface ReferencesProps {
  readonly resource: Resource
  readonly resources: readonly Resource[]
  readonly recordId: string
}

/** Records of other resources that contain the id of this one. */
const References = ({ resource, resources, recordId }: ReferencesProps) => {
  const { navigator } = useConsole()
  const found = resources.flatMap((other) =>
    other.links.filter((link) => link.resource === resource.name).map(({ property }) => ({ other, property })),
  )
  if (found.length === 0) return null
  return (
    <nav class="record-references" aria-label="Records that refer to this one">
      <h3>Refer to this one</h3>
      <ul>
        {found.map(({ other, property }) => (
          <li key={`${other.name} ${property}`}>
            <a href={navigator.href({ path: [other.name], query: { [`where[${property}]`]: recordId } })}>
              {other.title} <span class="records-muted">by {property}</span>
              <ForwardIcon />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * Imports records from a JSON file: what would change is shown first. The server validates the whole list before it replaces
 * anything, and a snapshot is taken for Undo.
 */
import { useState } from 'preact/hooks'
import { type JsonValue, parseJson } from '../../api/json.ts'
import { isArray, isObject } from '../../api/json-pointer.ts'
import type { Resource } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field, Select } from '../../components/field.tsx'
import { KeyValue } from '../../components/key-value.tsx'
import { ErrorState } from '../../components/states.tsx'
import { useConsole } from '../../state/console-state.ts'
import { type ImportMode, planImport } from './compare-import.ts'
import { readFixtures } from './export-records.ts'

interface ImportDialogProps {
  readonly resource: Resource
  readonly onClose: () => void
  readonly onChanged: () => void
}

interface ReadFile {
  readonly imported: readonly JsonValue[]
  readonly current: readonly JsonValue[]
}

type Failure = { readonly title: string; readonly error: unknown } | undefined

export const ImportDialog = ({ resource, onClose, onChanged }: ImportDialogProps) => {
  const { api, sandbox } = useConsole()
  const { id } = sandbox.value
  const [file, setFile] = useState<ReadFile | undefined>(undefined)
  const [mode, setMode] = useState<ImportMode>('replace')
  const [failure, setFailure] = useState<Failure>(undefined)
  const [isBusy, setBusy] = useState(false)
  const replace = useReplace(resource, onChanged)
  const plan = file && planImport(resource, file.current, file.imported, mode)
  const choose = async (chosen: File | undefined): Promise<void> => {
    setFile(undefined)
    setFailure(undefined)
    if (!chosen) return
    try {
      const imported = readList(await chosen.text())
      setFile({ imported, current: await readFixtures({ api, sandbox: id }, resource) })
    } catch (error) {
      setFailure({ title: `${chosen.name} cannot be imported`, error })
    }
  }
  const submit = async (): Promise<void> => {
    if (!plan || isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await replace(plan.records)
      onClose()
    } catch (error) {
      setFailure({ title: 'Nothing was changed', error })
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={`Import ${resource.title.toLowerCase()}`}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" isBusy={isBusy} disabled={!plan}>
            Import
          </Button>
        </>
      }
    >
      <Field label="JSON file" hint="A list of records, as it is exported.">
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".json,application/json"
            onChange={(event) => void choose(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      <Select
        label="Other records"
        value={mode}
        options={[
          { value: 'replace', label: 'Remove records that are not in the file' },
          { value: 'merge', label: 'Keep records that are not in the file' },
        ]}
        onChange={(value) => setMode(value === 'merge' ? 'merge' : 'replace')}
      />
      {plan && (
        <KeyValue
          facts={[
            { name: 'New', value: plan.added.toLocaleString('en') },
            { name: 'Changed', value: plan.changed.toLocaleString('en') },
            { name: 'Unchanged', value: plan.unchanged.toLocaleString('en') },
            { name: 'Removed', value: plan.removed.toLocaleString('en') },
          ]}
        />
      )}
      {failure && <ErrorState title={failure.title} error={failure.error} />}
    </Dialog>
  )
}

const readList = (text: string): readonly JsonValue[] => {
  // parseJson returns JSON values.
  const value = parseJson(text) as JsonValue
  if (!isArray(value)) throw new TypeError('The file must be a list of records: [ … ].')
  const at = value.findIndex((record) => !isObject(record))
  if (at >= 0) throw new TypeError(`Item ${at + 1} must be an object.`)
  return value
}

/** Replaces all records. Undo restores the sandbox as it was before. */
const useReplace = ({ name }: Resource, onChanged: () => void) => {
  const { api, sandbox, toaster } = useConsole()
  const { id } = sandbox.value
  return async (records: readonly JsonValue[]): Promise<void> => {
    const snapshot = `before-import-${name.replaceAll('/', '-')}`
    const body = records.filter(isObject)
    await api.call('putRecords', { path: { id, resource: name }, query: { snapshot }, body })
    onChanged()
    const undo = async (): Promise<void> => {
      const path = { id, name: snapshot }
      await api.call('restoreSnapshot', { path })
      await api.call('deleteSnapshot', { path })
      onChanged()
    }
    toaster.show(`Imported ${name}. The snapshot ${snapshot} has the sandbox as it was.`, { undo })
  }
}

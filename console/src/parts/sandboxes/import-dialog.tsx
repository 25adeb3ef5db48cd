/**
 * Imports a fixture set from a file, as an export writes it: it replaces the records of the resources that it names.
 */
import { useState } from 'preact/hooks'
import type { Input } from '../../api/client.ts'
import { parseJson } from '../../api/json.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { UploadIcon } from '../../components/icons.tsx'
import { ErrorState } from '../../components/states.tsx'
import { useConsole } from '../../state/console-state.ts'
import { importSandbox } from './actions.ts'
import { countOf } from './words.ts'

type FixtureSet = Input<'importSandbox'>['body']

interface Chosen {
  readonly name: string
  readonly set: FixtureSet
}

interface ImportDialogProps {
  readonly id: string
  readonly onClose: () => void
  readonly onDone: () => void
}

export const ImportDialog = ({ id, onClose, onDone }: ImportDialogProps) => {
  const state = useConsole()
  const [chosen, setChosen] = useState<Chosen>()
  const [fileError, setFileError] = useState<string>()
  const [error, setError] = useState<unknown>()
  const [ignoresContract, setIgnoresContract] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const choose = async (file: File | undefined): Promise<void> => {
    setChosen(undefined)
    setFileError(undefined)
    setError(undefined)
    if (!file) return
    try {
      setChosen({ name: file.name, set: readFixtureSet(await file.text()) })
    } catch (failure) {
      setFileError(`${file.name} is not a fixture set: ${failure instanceof Error ? failure.message : String(failure)}`)
    }
  }
  const run = async (): Promise<void> => {
    if (!chosen) {
      setFileError('Choose a file.')
      return
    }
    setBusy(true)
    try {
      await importSandbox(state, { id, ...chosen, ignoresContract }, onDone)
      onClose()
    } catch (failure) {
      setBusy(false)
      setError(failure)
    }
  }
  return (
    <Dialog
      title={`Import into ${id}`}
      onClose={onClose}
      onSubmit={() => void run()}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" icon={UploadIcon} isBusy={isBusy}>
            Import
          </Button>
        </>
      }
    >
      <Field label="File" error={fileError} hint="A JSON file, as “Export as fixture set” writes it.">
        {(control) => (
          <input
            {...control}
            class="input"
            type="file"
            accept="application/json,.json"
            onChange={(event) => void choose(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      {chosen && (
        <p role="status">{describeSet(chosen.set)} Resources that the file does not name keep their records.</p>
      )}
      <label class="sandboxes-check">
        <input
          type="checkbox"
          checked={ignoresContract}
          onChange={(event) => setIgnoresContract(event.currentTarget.checked)}
        />
        <span>Import records that break their schema, too</span>
      </label>
      {error !== undefined && <ErrorState title="Nothing was imported" error={error} />}
    </Dialog>
  )
}

/** Throws if it is not JSON, or has no records. The server validates everything else. */
const readFixtureSet = (text: string): FixtureSet => {
  const value = parseJson(text)
  const hasRecords = typeof value === 'object' && value !== null && 'records' in value
  if (!hasRecords || typeof value.records !== 'object' || value.records === null)
    throw new TypeError('it must be an object with the property "records".')
  return value as FixtureSet
}

const describeSet = ({ records }: FixtureSet): string => {
  const lists = Object.values(records)
  const count = lists.reduce((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0)
  return `Replaces ${countOf(lists.length, 'resource', 'resources')} by ${countOf(count, 'record', 'records')}.`
}

/**
 * What can be done with the records that are selected in the table.
 */
import { useState } from 'preact/hooks'
import { describeError } from '../../api/problem.ts'
import type { Resource } from '../../api/types.ts'
import { Button } from '../../components/button.tsx'
import { TrashIcon } from '../../components/icons.tsx'
import { useConsole } from '../../state/console-state.ts'
import { useRecordActions } from './record-actions.ts'
import type { Selection } from './selection.ts'

interface SelectionBarProps {
  readonly resource: Resource
  readonly selection: Selection
  readonly onChanged: () => void
}

export const SelectionBar = ({ resource, selection, onChanged }: SelectionBarProps) => {
  const { toaster, navigator } = useConsole()
  const actions = useRecordActions(onChanged)
  const [isBusy, setBusy] = useState(false)
  const { size } = selection.ids
  const remove = async (): Promise<void> => {
    setBusy(true)
    try {
      await actions.remove(resource.name, [...selection.ids])
      const { path, query } = navigator.address.peek()
      if (path[1] !== undefined && selection.ids.has(path[1])) navigator.go({ path: path.slice(0, 1), query })
      selection.clear()
    } catch (error) {
      toaster.show(`They could not be deleted: ${describeError(error)}`, { tone: 'failed' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div class="records-selection">
      <p role="status">{size.toLocaleString('en')} selected</p>
      <Button size="small" tone="danger" icon={TrashIcon} isBusy={isBusy} onClick={() => void remove()}>
        Delete
      </Button>
      <Button size="small" tone="quiet" onClick={selection.clear}>
        Clear the selection
      </Button>
    </div>
  )
}

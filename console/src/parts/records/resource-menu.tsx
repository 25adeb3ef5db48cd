/**
 * Less frequent commands for a resource: export and import.
 */
import { useState } from 'preact/hooks'
import { describeError } from '../../api/problem.ts'
import type { Resource } from '../../api/types.ts'
import { DownloadIcon, MoreIcon, UploadIcon } from '../../components/icons.tsx'
import { Menu } from '../../components/menu.tsx'
import { useConsole } from '../../state/console-state.ts'
import { downloadResource, downloadSandbox } from './export-records.ts'
import { ImportDialog } from './import-dialog.tsx'

interface ResourceMenuProps {
  readonly resource: Resource
  readonly isReadOnly: boolean
  readonly onChanged: () => void
}

export const ResourceMenu = ({ resource, isReadOnly, onChanged }: ResourceMenuProps) => {
  const [isImporting, setImporting] = useState(false)
  const { api, sandbox, toaster } = useConsole()
  const exporting = { api, sandbox: sandbox.value.id }
  const run = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      toaster.show(`The export has failed: ${describeError(error)}`, { tone: 'failed' })
    }
  }
  return (
    <>
      <Menu
        label="More"
        icon={MoreIcon}
        items={[
          {
            label: `Export ${resource.title.toLowerCase()} as JSON`,
            icon: DownloadIcon,
            onSelect: () => void run(() => downloadResource(exporting, resource)),
          },
          {
            label: 'Export the sandbox as a fixture set',
            icon: DownloadIcon,
            onSelect: () => void run(() => downloadSandbox(exporting)),
          },
          ...(isReadOnly
            ? []
            : [
                {
                  label: `Import ${resource.title.toLowerCase()}…`,
                  icon: UploadIcon,
                  onSelect: () => setImporting(true),
                },
              ]),
        ]}
      />
      {isImporting && <ImportDialog resource={resource} onClose={() => setImporting(false)} onChanged={onChanged} />}
    </>
  )
}

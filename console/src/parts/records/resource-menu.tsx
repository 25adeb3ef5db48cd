/**
 * Less frequent commands for a resource: export.
 */
import { describeError } from '../../api/problem.ts'
import type { Resource } from '../../api/types.ts'
import { DownloadIcon, MoreIcon } from '../../components/icons.tsx'
import { Menu } from '../../components/menu.tsx'
import { useConsole } from '../../state/console-state.ts'
import { downloadResource, downloadSandbox } from './export-records.ts'

interface ResourceMenuProps {
  readonly resource: Resource
  readonly isReadOnly: boolean
  readonly onChanged: () => void
}

export const ResourceMenu = ({ resource }: ResourceMenuProps) => {
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
      ]}
    />
  )
}

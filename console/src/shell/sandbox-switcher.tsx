/**
 * Selects the sandbox for all parts. A part stays open when the sandbox changes.
 */
import { ChevronIcon, PlusIcon, SandboxesIcon } from '../components/icons.tsx'
import { Menu, type MenuItem } from '../components/menu.tsx'
import { useConsole } from '../state/console-state.ts'
import { useOverlay } from './overlay.ts'

/** More are found with the command palette. */
const maxListed = 12

export const SandboxSwitcher = () => {
  const { sandboxes, navigator } = useConsole()
  const overlay = useOverlay()
  const { sandbox: current, part } = navigator.address.value
  const ids = (sandboxes.data.value ?? []).map(({ id }) => id)
  const others = ids.filter((id) => id !== current)
  const listed = [current, ...others].slice(0, maxListed)
  const items: MenuItem[] = listed.map((id) => ({
    label: id,
    isChecked: id === current,
    onSelect: () => navigator.go({ sandbox: id, part }),
  }))
  if (ids.length > maxListed)
    items.push({
      label: `Search in all ${ids.length}…`,
      onSelect: () => {
        overlay.value = 'palette'
      },
    })
  items.push({
    label: 'New sandbox…',
    icon: PlusIcon,
    onSelect: () => {
      overlay.value = 'create-sandbox'
    },
  })
  return (
    <div class="sandbox-switcher">
      <Menu label={`Sandbox: ${current}`} items={items} tone="plain" align="start" icon={SandboxesIcon}>
        <span class="sandbox-name">{current}</span>
        <ChevronIcon />
      </Menu>
    </div>
  )
}

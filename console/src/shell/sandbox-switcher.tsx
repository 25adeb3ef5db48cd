/**
 * Selects the sandbox for all parts. A part stays open when the sandbox changes.
 */
import { ChevronIcon, PlusIcon, SandboxesIcon } from '../components/icons.tsx'
import { Menu, type MenuItem } from '../components/menu.tsx'
import { defaultSandbox } from '../routing/address.ts'
import { useConsole } from '../state/console-state.ts'
import { useOverlay } from './overlay.ts'

/** More are found with the command palette. */
const maxListed = 12

export const SandboxSwitcher = () => {
  const { sandboxes, navigator } = useConsole()
  const overlay = useOverlay()
  const { sandbox: current, part } = navigator.address.value
  const { rows = [], total = 0 } = sandboxes.data.value ?? {}
  // The default sandbox is the way back, also when many others were used since.
  const listed = [...new Set([current, defaultSandbox, ...rows.map(({ id }) => id)])].slice(0, maxListed)
  const items: MenuItem[] = listed.map((id) => ({
    label: id,
    isChecked: id === current,
    onSelect: () => navigator.go({ sandbox: id, part }),
  }))
  if (total > listed.length)
    items.push({
      label: `Search in all ${total.toLocaleString('en')}…`,
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

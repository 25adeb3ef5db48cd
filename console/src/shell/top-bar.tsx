/**
 * The bar at the top: the sandbox and what is not normal in it, always visible; search, theme and keys.
 */
import { IconButton } from '../components/button.tsx'
import { KeyboardIcon, MoonIcon, SearchIcon, SunIcon, SystemIcon } from '../components/icons.tsx'
import { Menu } from '../components/menu.tsx'
import { useConsole } from '../state/console-state.ts'
import { themes } from '../state/theme.ts'
import { ConnectionState } from './connection-notice.tsx'
import { Logo } from './logo.tsx'
import { useOverlay } from './overlay.ts'
import { SandboxStatus } from './sandbox-status.tsx'
import { SandboxSwitcher } from './sandbox-switcher.tsx'

export const TopBar = () => {
  const { navigator } = useConsole()
  const overlay = useOverlay()
  return (
    <header class="top-bar">
      <a class="top-bar-logo" aria-label="Standin: overview" href={navigator.href({ part: 'overview' })}>
        <Logo />
      </a>
      <SandboxSwitcher />
      <SandboxStatus />
      <div class="top-bar-tools">
        <ConnectionState />
        <button
          type="button"
          class="search-button"
          onClick={() => {
            overlay.value = 'palette'
          }}
        >
          <SearchIcon />
          <span>Search</span>
          <kbd>Ctrl K</kbd>
        </button>
        <ThemeMenu />
        <IconButton
          class="top-bar-keys"
          icon={KeyboardIcon}
          label="Keyboard shortcuts"
          onClick={() => {
            overlay.value = 'shortcuts'
          }}
        />
      </div>
    </header>
  )
}

const icons = { system: SystemIcon, light: SunIcon, dark: MoonIcon }
const labels = { system: 'As the system', light: 'Light', dark: 'Dark' }

const ThemeMenu = () => {
  const { theme } = useConsole()
  const current = theme.name.value
  return (
    <Menu
      label="Theme"
      icon={icons[current]}
      items={themes.map((name) => ({
        label: labels[name],
        icon: icons[name],
        isChecked: name === current,
        onSelect: () => {
          theme.name.value = name
        },
      }))}
    />
  )
}

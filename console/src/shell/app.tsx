/**
 * The frame around the parts: bar, navigation, the selected part, messages. Without a required token, nothing but a form.
 */
import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { CreateSandboxDialog } from '../components/create-sandbox-dialog.tsx'
import { useConsole } from '../state/console-state.ts'
import { CommandPalette } from './command-palette.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { Navigation } from './navigation.tsx'
import { type Overlay, OverlayProvider, useOverlay } from './overlay.ts'
import { PartView } from './part-view.tsx'
import { ShortcutDialog } from './shortcut-dialog.tsx'
import { listenForShortcuts } from './shortcuts.ts'
import { Toasts } from './toasts.tsx'
import { TokenForm } from './token-form.tsx'
import { TopBar } from './top-bar.tsx'

export const App = () => {
  const console = useConsole()
  const [overlay] = useState(() => signal<Overlay>('none'))
  useEffect(() => listenForShortcuts({ navigator: console.navigator, overlay }), [console, overlay])
  if (console.token.isMissing.value) return <TokenForm token={console.token} />
  return (
    <OverlayProvider value={overlay}>
      <a class="skip-link" href="#main">
        Skip to the content
      </a>
      <div class="shell">
        <TopBar />
        <Navigation />
        <main class="main" id="main" tabIndex={-1}>
          <ConnectionNotice />
          <PartView />
        </main>
      </div>
      <Overlays />
      <Toasts />
    </OverlayProvider>
  )
}

const Overlays = () => {
  const overlay = useOverlay()
  const { navigator } = useConsole()
  const close = (): void => {
    overlay.value = 'none'
  }
  switch (overlay.value) {
    case 'palette':
      return <CommandPalette onClose={close} />
    case 'shortcuts':
      return <ShortcutDialog onClose={close} />
    case 'create-sandbox':
      return (
        <CreateSandboxDialog
          from=""
          onClose={close}
          onDone={close}
          onSwitch={(id) => {
            close()
            navigator.go({ sandbox: id })
          }}
        />
      )
    case 'none':
      return null
  }
}

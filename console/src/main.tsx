/**
 * The start of the console: creates what the parts share, and renders it.
 */
import './styles/index.css'
import { render } from 'preact'
import { createTicker, TickerProvider } from './components/relative-time.tsx'
import { App } from './shell/app.tsx'
import { ConsoleProvider, createConsoleState } from './state/console-state.ts'

const root = document.getElementById('console')
if (root)
  render(
    <ConsoleProvider value={createConsoleState()}>
      <TickerProvider value={createTicker()}>
        <App />
      </TickerProvider>
    </ConsoleProvider>,
    root,
  )

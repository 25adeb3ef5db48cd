/**
 * Which dialog of the shell is open. Any component can open one.
 */
import { type Signal, signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

export type Overlay = 'none' | 'palette' | 'shortcuts' | 'create-sandbox'

const OverlayContext = createContext<Signal<Overlay>>(signal('none'))

export const OverlayProvider = OverlayContext.Provider

export const useOverlay = (): Signal<Overlay> => useContext(OverlayContext)

/**
 * What a part of the console is. Each part has a folder with a file part.ts, which exports `part`; the registry finds it. Its
 * view is loaded when it is opened.
 */
import type { ComponentType } from 'preact'
import type { Target } from '../routing/address.ts'

export interface PartProps {
  /** The decoded segments of the address after the part. */
  readonly path: readonly string[]
  readonly query: Readonly<Record<string, string>>
}

export interface Part {
  /** Its segment in the address: /_sandbox/~default/ID. */
  readonly id: string
  readonly title: string
  /** One line for the command palette. */
  readonly description: string
  /** The position in the navigation. */
  readonly order: number
  /** The key that opens it after `g`. */
  readonly shortcut: string
  readonly icon: ComponentType
  /** `() => import('./traffic.tsx')`; its default export is the view. */
  readonly load: () => Promise<{ readonly default: ComponentType<PartProps> }>
  /** Addresses for other parts and the command palette to link to. */
  readonly opens?: {
    readonly exchange?: (id: string) => Target
    readonly operation?: (operation: string) => Target
    /** The documentation of an operation; its document is the first one by default. */
    readonly documentation?: (operation: string, document: string | undefined) => Target
    readonly resource?: (resource: string) => Target
    readonly scenario?: (name: string) => Target
    /** A new scenario that returns what the exchange with this id returned. */
    readonly newScenario?: (exchangeId: string) => Target
    /** A new scenario in which an operation responds with a status of its documentation: 404, 4XX or default. */
    readonly statusScenario?: (operation: string, status: string) => Target
  }
  /** Shows something beside the title in the navigation, such as a count. */
  readonly badge?: ComponentType
}

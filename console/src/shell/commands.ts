/**
 * What the command palette offers, and which of it matches a text.
 */
import type { Signal } from '@preact/signals'
import type { Document, Sandbox } from '../api/types.ts'
import { findTarget, parts } from '../parts/registry.ts'
import type { ConsoleState } from '../state/console-state.ts'
import type { Overlay } from './overlay.ts'

export interface Command {
  readonly key: string
  readonly kind: string
  readonly name: string
  readonly detail: string
  readonly run: () => void
}

export interface CommandSources {
  readonly state: Pick<ConsoleState, 'navigator' | 'scenarios'>
  readonly overlay: Signal<Overlay>
  readonly operations: readonly string[]
  readonly sandboxes: readonly Sandbox[]
  readonly documents: readonly Document[]
}

export const listCommands = (sources: CommandSources): readonly Command[] => {
  const { state, overlay, operations, sandboxes, documents } = sources
  const { navigator } = state
  const link = (kind: 'resource' | 'operation' | 'scenario', label: string, name: string): readonly Command[] => {
    const target = findTarget(kind, name)
    return target ? [{ key: `${kind} ${name}`, kind: label, name, detail: '', run: () => navigator.go(target) }] : []
  }
  return [
    ...parts.map(({ id, title, description }) => ({
      key: `part ${id}`,
      kind: 'Part',
      name: title,
      detail: description,
      run: () => navigator.go({ part: id }),
    })),
    ...sandboxes.map(({ id, scenario }) => ({
      key: `sandbox ${id}`,
      kind: 'Sandbox',
      name: id,
      detail: scenario ?? '',
      run: () => navigator.go({ sandbox: id }),
    })),
    {
      key: 'new sandbox',
      kind: 'Action',
      name: 'New sandbox',
      detail: 'From the fixtures, or a copy',
      run: () => {
        overlay.value = 'create-sandbox'
      },
    },
    ...documents.flatMap(({ resources }) => resources.flatMap((name) => link('resource', 'Resource', name))),
    ...(state.scenarios.data.value ?? []).flatMap(({ name }) => link('scenario', 'Scenario', name)),
    ...operations.flatMap((name) => link('operation', 'Operation', name)),
  ]
}

/** Number of results that are shown. */
const maxFound = 40

/** Those that contain all words of the text, names that begin with it first. */
export const findCommands = (commands: readonly Command[], text: string): readonly Command[] => {
  const wanted = text.trim().toLowerCase()
  const words = wanted.split(/\s+/).filter(Boolean)
  const matching = commands.filter(({ kind, name, detail }) => {
    const all = `${kind} ${name} ${detail}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const rank = ({ name }: Command): number => {
    const lower = name.toLowerCase()
    if (lower.startsWith(wanted)) return 0
    return lower.includes(wanted) ? 1 : 2
  }
  return matching.sort((one, other) => rank(one) - rank(other)).slice(0, maxFound)
}

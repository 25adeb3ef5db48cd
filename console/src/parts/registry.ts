/**
 * The parts of the console, in the order of the navigation. A part is registered by its file part.ts alone, so that parts do
 * not share a list.
 */
import type { Target } from '../routing/address.ts'
import type { Part } from './part.ts'

const modules = import.meta.glob<{ readonly part: Part }>('./*/part.ts', { eager: true })

export const parts: readonly Part[] = Object.values(modules)
  .map(({ part }) => part)
  .sort((one, other) => one.order - other.order)

export const findPart = (id: string): Part | undefined => parts.find((part) => part.id === id)

type Opens = NonNullable<Part['opens']>

/** The kinds of things that one name identifies. */
type Named = Exclude<keyof Opens, 'statusScenario' | 'documentation'>

/** Where something is shown; undefined if none of the parts shows it. */
export const findTarget = (kind: Named, name: string): Target | undefined => {
  for (const { opens } of parts) {
    const target = opens?.[kind]?.(name)
    if (target) return target
  }
  return undefined
}

/** Where an operation is documented; undefined if no part shows documents. */
export const findDocumentation = (operation: string, document?: string): Target | undefined =>
  parts.find(({ opens }) => opens?.documentation)?.opens?.documentation?.(operation, document)

/** A new scenario for a documented status of an operation; undefined if no part writes scenarios. */
export const findStatusScenario = (operation: string, status: string): Target | undefined =>
  parts.find(({ opens }) => opens?.statusScenario)?.opens?.statusScenario?.(operation, status)

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

/** Where something is shown; undefined if none of the parts shows it. */
export const findTarget = (kind: keyof Opens, name: string): Target | undefined => {
  for (const { opens } of parts) {
    const target = opens?.[kind]?.(name)
    if (target) return target
  }
  return undefined
}

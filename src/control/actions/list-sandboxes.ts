/**
 * Finds a page of sandboxes by a text in what a person knows of them.
 */
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'

export interface SandboxQuery {
  /** Text in the id, the fixture set or an active scenario, in upper or lower case. */
  readonly q?: string | undefined
  /** Oldest first, by id, or last used first. */
  readonly sort: 'created' | 'id' | 'used'
  readonly limit: number
  readonly offset: number
}

export interface FoundSandboxes {
  readonly found: readonly Sandbox[]
  /** How many there are on all pages. */
  readonly total: number
}

export const listSandboxes = (sandboxes: Sandboxes, { q, sort, limit, offset }: SandboxQuery): FoundSandboxes => {
  const text = q?.toLowerCase()
  const all = sandboxes.all()
  const matching = text === undefined ? [...all] : all.filter((sandbox) => contains(sandbox, text))
  if (sort === 'id') matching.sort((one, other) => (one.id < other.id ? -1 : 1))
  if (sort === 'used') matching.sort((one, other) => other.lastUsed - one.lastUsed)
  return { found: matching.slice(offset, offset + limit), total: matching.length }
}

const contains = ({ id, fixtures = '', scenarios }: Sandbox, text: string): boolean =>
  [id, fixtures, ...scenarios].some((part) => part.toLowerCase().includes(text))

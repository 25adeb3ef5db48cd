/**
 * Unique names for the resources of a document: the last segment of their path, with as many segments before it as needed:
 * `orgs.hooks`, `repos.hooks`.
 */
import type { Group } from './group-paths.ts'

export const nameResources = (groups: readonly Group[]): ReadonlyMap<Group, string> => {
  const names = new Map<Group, string>()
  const used = new Set<string>()
  const counts = new Map<string, number>()
  for (const group of groups) for (const name of candidates(group)) counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const group of groups) {
    const free = candidates(group).find((name) => !used.has(name) && (group.isNamed || counts.get(name) === 1))
    const name = free ?? numbered(candidates(group).at(-1) ?? group.name, used)
    used.add(name)
    names.set(group, name)
  }
  return names
}

/** The shortest first. */
const candidates = ({ name, isNamed, segments }: Group): readonly string[] =>
  isNamed ? [name] : segments.length === 0 ? [name] : segments.map((_, index) => segments.slice(-index - 1).join('.'))

const numbered = (name: string, used: ReadonlySet<string>): string => {
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name}-${number}`
    if (!used.has(tried)) return tried
  }
}

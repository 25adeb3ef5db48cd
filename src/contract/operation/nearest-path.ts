/**
 * Finds the known path that a client probably meant, for the message about an unknown one.
 */
import { distance } from 'fastest-levenshtein'
import type { PathTable } from './read-paths.ts'

/** The known path most similar to an unknown one, by edit distance; undefined if none is similar. */
export const nearestPath = (path: string, tables: readonly PathTable[]): string | undefined => {
  let nearest: string | undefined
  let least = Number.POSITIVE_INFINITY
  const requested = removeSlash(path.slice(0, 200).toLowerCase())
  for (const { basePath, entries } of tables) {
    for (const start of suffixesOf(basePath)) {
      for (const entry of entries) {
        const candidate = removeSlash(fillTemplate(start + entry.path, requested).toLowerCase())
        const length = distance(requested, candidate)
        if (length >= least) continue
        least = length
        nearest = basePath + entry.path
      }
    }
  }
  return least <= Math.max(requested.length, 8) * 0.5 ? nearest : undefined
}

const removeSlash = (path: string): string => path.replace(/\/$/, '')

/** `/api/v1`, `/v1` and the empty path: a request may lack the first segments of a base path. */
const suffixesOf = (basePath: string): readonly string[] => {
  const segments = basePath.split('/').slice(1)
  return [...segments.keys(), segments.length].map((count) =>
    segments
      .slice(count)
      .map((segment) => `/${segment}`)
      .join(''),
  )
}

/** Replaces parameters by the segments of the requested path, so that they do not count as differences. */
const fillTemplate = (template: string, path: string): string => {
  const requested = path.split('/')
  return template
    .split('/')
    .map((segment, index) => (segment.startsWith('{') ? (requested[index] ?? '') : segment))
    .join('/')
}

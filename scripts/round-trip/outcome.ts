/**
 * What trying one document gives: the lines that its process writes, and what they come to.
 */
import type { ExcludedPair } from './find-pairs.ts'

export interface InvalidResponse {
  /** Method and path as in the document. */
  readonly operation: string
  readonly status: number
  readonly faults: readonly string[]
}

/** Counts the responses of a trip; the requests of the trip add to it. */
export interface Responses {
  sent: number
  readonly invalid: InvalidResponse[]
}

export interface Trip {
  readonly collection: string
  /** The steps that succeeded. */
  readonly steps: readonly string[]
  /** Why it stopped; undefined when every step succeeded. */
  readonly failure?: string | undefined
  readonly sent: number
  readonly invalid: readonly InvalidResponse[]
}

export type Line =
  | {
      readonly kind: 'pairs'
      readonly all: number
      readonly chosen: readonly string[]
      readonly excluded: readonly ExcludedPair[]
    }
  | ({ readonly kind: 'trip' } & Trip)
  | { readonly kind: 'end' }

export interface TriedDocument {
  readonly name: string
  /** All pairs of the document. Of a very large document only some are tried. */
  readonly all: number
  readonly trips: readonly Trip[]
  readonly excluded: readonly ExcludedPair[]
  readonly seconds: number
}

/** Pairs that the process did not reach are incomplete, with `ending` as the reason. */
export const toTriedDocument = (
  name: string,
  lines: readonly Line[],
  ending: string,
  seconds: number,
): TriedDocument => {
  const pairs = lines.find((line) => line.kind === 'pairs')
  const trips = lines.filter((line) => line.kind === 'trip')
  const done = new Set(trips.map(({ collection }) => collection))
  const missing = (pairs?.chosen ?? []).filter((collection) => !done.has(collection))
  return {
    name,
    all: pairs?.all ?? 0,
    excluded: pairs?.excluded ?? [],
    trips: [
      ...trips,
      ...missing.map((collection): Trip => ({ collection, steps: [], failure: ending, sent: 0, invalid: [] })),
    ],
    seconds,
  }
}

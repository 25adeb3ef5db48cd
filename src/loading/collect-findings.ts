/**
 * Loads several things and collects the findings of all of them.
 */
import { type Finding, LoadError } from '../errors.ts'

export interface Collector {
  readonly findings: readonly Finding[]
  /** Resolves with the value, or with undefined if loading threw a LoadError. */
  readonly collect: <Value>(load: () => Promise<Value>) => Promise<Value | undefined>
}

/** Collects the findings of several files, so that all of them are reported together. */
export const createCollector = (): Collector => {
  const findings: Finding[] = []
  return {
    findings,
    collect: async (load) => {
      try {
        return await load()
      } catch (error) {
        if (!(error instanceof LoadError)) throw error
        findings.push(...error.findings)
        return undefined
      }
    },
  }
}

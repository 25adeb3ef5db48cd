/**
 * What is wrong in files, for stderr: each finding in a line, how many there are, and what came of it.
 */
import type { Writable } from 'node:stream'
import { type Finding, formatFinding } from '../errors.ts'

/** The consequence ends the last line: `nothing is done until the files load`. */
export const sayFindings = (findings: readonly Finding[], consequence: string, stderr: Writable): void => {
  for (const finding of findings) stderr.write(`${formatFinding(finding)}\n`)
  stderr.write(`standin: ${findings.length === 1 ? 'one finding' : `${findings.length} findings`}; ${consequence}\n`)
}

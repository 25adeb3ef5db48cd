/**
 * Runs scripts/round-trip/try-document.ts in a process with a time limit and a memory limit, and collects its lines.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type Line, type TriedDocument, toTriedDocument } from './outcome.ts'

/** Seconds for one document, loading included. */
const timeLimit = 300
const memoryLimit = '--max-old-space-size=2048'

export interface Trial {
  readonly name: string
  readonly file: string
  /** Chooses the pairs of a document that has more than `maxPairs`. */
  readonly seed: string
  readonly maxPairs: number
}

/** Never rejects: a process that ends early leaves its last words as the reason. */
export const runApart = ({ name, file, seed, maxPairs }: Trial): Promise<TriedDocument> => {
  const started = performance.now()
  const script = join(import.meta.dirname, 'try-document.ts')
  const child = spawn(process.execPath, [memoryLimit, '--import', 'tsx', script, file, seed, String(maxPairs)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  let isLate = false
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors = (errors + chunk).slice(-2000)
  })
  const timer = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, timeLimit * 1000)
  return new Promise((resolve) => {
    const finish = (ending: string): void => {
      clearTimeout(timer)
      const seconds = (performance.now() - started) / 1000
      resolve(toTriedDocument(name, readLines(output), ending, seconds))
    }
    child.once('error', ({ message }) => finish(`not started: ${message}`))
    child.once('close', (code) =>
      finish(isLate ? `not reached within ${timeLimit} seconds` : `not reached: ${lastWords(errors, code)}`),
    )
  })
}

/** The last line may be cut off. */
const readLines = (output: string): readonly Line[] =>
  output.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Line]
    } catch {
      return []
    }
  })

const lastWords = (errors: string, code: number | null): string =>
  errors
    .split('\n')
    .find((line) => /Error|:\d+:\d+: /.test(line))
    ?.replace(/^.*node_modules\//, '') ?? `the process ended with ${code}`

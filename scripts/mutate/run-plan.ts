/**
 * Runs Vitest with a plan, and again with what is left when a mutant blocks or ends its process.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { DrawnMutant } from './draw-mutants.ts'
import { type LogLine, type Plan, planVariable, readLog } from './plan.ts'

export interface PlanParts {
  readonly project: string
  readonly mutants: readonly DrawnMutant[]
  readonly tests: readonly string[]
  /** Milliseconds for all tests of one mutant. */
  readonly budget: number
  /** Milliseconds after which a mutant that evaluates itself again and again has an endless loop. Default: 10 s. */
  readonly limit?: number
  /** Milliseconds without a result after which a mutant has blocked its process. Default: 30 s. */
  readonly silence?: number
  /** Where results are kept, to go on from there when it was stopped. Default: in a temporary folder. */
  readonly keepAt?: string | undefined
  /** Gets each line of the log once. */
  readonly onLine: (line: LogLine) => void
}

/** Milliseconds without a result in which Vitest starts, and in which a test file runs without a mutant. */
const startLimit = 600_000

export const runPlan = async ({
  onLine,
  limit = 10_000,
  silence = 30_000,
  keepAt,
  ...parts
}: PlanParts): Promise<readonly LogLine[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'standin-mutants-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    const log = keepAt ?? join(folder, 'log.jsonl')
    openLog(log, parts.mutants)
    let shown = 0
    const show = (): readonly LogLine[] => {
      const lines = readLog(log)
      for (const line of lines.slice(shown)) onLine(line)
      shown = lines.length
      return lines
    }
    const findLeft = (): readonly string[] => {
      const done = new Set(show().map((line) => (line.kind === 'file done' ? line.file : undefined)))
      return parts.tests.filter((file) => !done.has(file))
    }
    for (let tests = findLeft(); tests.length > 0; tests = findLeft()) {
      const plan: Plan = { ...parts, tests, log, limit }
      writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan))
      const before = readLog(log).length
      const ended = await runOnce(parts.project, join(folder, 'plan.json'), { show, silence })
      closeLog(log, before, ended)
    }
    return show()
  } finally {
    remove()
    process.off('exit', remove)
  }
}

/** Begins a log, or prepares the one of a run that was stopped: what it was doing then has no result. */
const openLog = (path: string, mutants: readonly DrawnMutant[]): void => {
  const digest = createHash('sha256').update(JSON.stringify(mutants)).digest('hex')
  const [first, ...lines] = readLog(path)
  if (first !== undefined && (first.kind !== 'mutants' || first.digest !== digest))
    throw new TypeError(`${path} has the results of other mutants; delete it or name another file`)
  if (lines.at(-1)?.kind === 'try') lines.pop()
  const all: readonly LogLine[] = [{ kind: 'mutants', digest }, ...lines]
  writeFileSync(path, all.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

interface Ended {
  readonly isBlocked: boolean
  /** The end of what it printed. */
  readonly output: string
}

/** Notes what the process was doing when it ended, so that the next one does something else. */
const closeLog = (log: string, before: number, { isBlocked, output }: Ended): void => {
  const lines = readLog(log)
  const last = lines.at(-1)
  if (lines.length === before || !last) throw new TypeError(`the tests do not run\n${output}`)
  const add = (line: LogLine): void => appendFileSync(log, `${JSON.stringify(line)}\n`)
  const error = isBlocked ? 'the process was blocked' : 'the process ended'
  if (last.kind === 'try') add({ kind: 'killed', mutant: last.mutant, file: last.file, test: last.file, error })
  // The file itself fails, without a mutant.
  if (last.kind === 'file' || last.kind === 'unstable') {
    add({ kind: 'unstable', file: last.file, test: last.file, error })
    add({ kind: 'file done', file: last.file, took: 0 })
  }
}

interface Watch {
  /** Returns the lines of the log. */
  readonly show: () => readonly LogLine[]
  readonly silence: number
}

const runOnce = (project: string, plan: string, { show, silence }: Watch): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const vitest = join(project, 'node_modules', 'vitest', 'vitest.mjs')
    const args = [vitest, 'run', '--config', join(import.meta.dirname, 'vitest.config.ts')]
    const env = { ...process.env, [planVariable]: plan }
    // A group of its own, so that the worker ends with it.
    const child = spawn(process.execPath, args, {
      cwd: project,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let isBlocked = false
    let known = 0
    let since = performance.now()
    const endGroup = (): void => {
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It has ended.
      }
    }
    const look = setInterval(() => {
      const lines = show()
      if (lines.length > known) since = performance.now()
      known = lines.length
      const last = lines.at(-1)
      const limit = last?.kind === 'try' ? silence + 15 * last.expected : startLimit
      // On a busy machine everything takes longer.
      const share = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
      if (performance.now() - since < limit * share) return
      isBlocked = true
      endGroup()
    }, 1000)
    process.prependOnceListener('exit', endGroup)
    const collect = (data: Buffer): void => {
      output = (output + data).slice(-4000)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const finish = (): void => {
      clearInterval(look)
      process.off('exit', endGroup)
    }
    child.on('error', (error) => {
      finish()
      reject(error)
    })
    child.on('close', () => {
      finish()
      resolve({ isBlocked, output })
    })
  })

/**
 * Runs tests in processes of their own, because a mutant may loop for ever.
 */
import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import process from 'node:process'

export interface FailedRun {
  readonly kind: 'failed'
  /** Test files, relative to the project; none if the run itself failed. */
  readonly files: readonly string[]
  readonly output: string
}

export type TestRun = { readonly kind: 'passed' } | { readonly kind: 'timeout' } | FailedRun

/** Runs Vitest with arguments, and ends it and its workers after some milliseconds. */
export const runVitest = async (project: string, args: readonly string[], limit: number): Promise<TestRun> => {
  const report = join(project, 'mutant-report.json')
  await rm(report, { force: true })
  const all = ['--bail=1', '--passWithNoTests', '--reporter=json', `--outputFile=${report}`, ...args]
  const { code, output } = await runGroup(project, [join('node_modules', 'vitest', 'vitest.mjs'), ...all], limit)
  if (code === undefined) return { kind: 'timeout' }
  if (code === 0) return { kind: 'passed' }
  const files = failedFiles(await readFile(report, 'utf8').catch(() => '{}'))
  return { kind: 'failed', files: files.map((file) => (isAbsolute(file) ? relative(project, file) : file)), output }
}

interface Ended {
  /** Undefined after the time limit. */
  readonly code: number | undefined
  /** The end of what it printed. */
  readonly output: string
}

const runGroup = (cwd: string, args: readonly string[], limit: number): Promise<Ended> =>
  new Promise((resolve, reject) => {
    // A group of its own, so that the workers end with it.
    const child = spawn(process.execPath, args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let isLate = false
    const collect = (data: Buffer): void => {
      output = (output + data).slice(-4000)
    }
    const endGroup = (): void => {
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It has ended.
      }
    }
    const timer = setTimeout(() => {
      isLate = true
      endGroup()
    }, limit)
    // Before the folder of the tests is deleted.
    process.prependOnceListener('exit', endGroup)
    const finish = (): void => {
      clearTimeout(timer)
      process.off('exit', endGroup)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (error) => {
      finish()
      reject(error)
    })
    child.on('close', (code) => {
      finish()
      resolve({ code: isLate ? undefined : (code ?? 1), output })
    })
  })

const failedFiles = (report: string): readonly string[] => {
  const { testResults = [] } = JSON.parse(report) as {
    readonly testResults?: readonly { readonly name: string; readonly status: string }[]
  }
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
}

/**
 * Starts the process that sends the load (store-load.ts), so that its CPU time is not that of what is measured.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { BenchError } from './server-process.ts'
import type { LoadAnswer, LoadCommand, LoadReport } from './store-load.ts'

export interface Load {
  /** Fails if a response was not the expected one. */
  readonly run: (command: LoadCommand) => Promise<LoadReport>
  readonly stop: () => void
}

export const startLoad = (): Load => {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', 'bench/store-load.ts'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const failed = once(child, 'exit').then(() => {
    throw new BenchError('the process that sends the load has ended')
  })
  failed.catch(() => {})
  const run = async (command: LoadCommand): Promise<LoadReport> => {
    const answered: Promise<readonly [LoadAnswer]> = once(child, 'message') as Promise<[LoadAnswer]>
    child.send(command)
    const [{ report, problem }] = await Promise.race([answered, failed])
    if (!report) throw new BenchError(`the load failed: ${problem}`)
    if (report.unexpected > 0)
      throw new BenchError(`${report.unexpected} of ${report.count} responses are not expected`)
    return report
  }
  return { run, stop: () => void child.kill('SIGKILL') }
}

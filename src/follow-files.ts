/**
 * Keeps what is served up to date with the files: compiles it while the server is idle, and reloads changed files.
 */
import { createQueue } from './contract/values/queue.ts'
import { type Finding, LoadError, UsageError } from './errors.ts'
import { operationsOf } from './loading/service.ts'
import { loadSetup, type Setup, type SetupOptions } from './loading/setup.ts'
import { warmUp } from './loading/warm-up.ts'
import type { Sandboxes } from './sandboxes/sandboxes.ts'

interface FollowOptions {
  readonly watch?: boolean
  readonly warmUp?: boolean
  readonly onReload?: (findings: readonly Finding[]) => void
}

interface Served {
  /** The files that are served now. */
  readonly current: { setup: Setup }
  readonly sandboxes: Sandboxes
}

/** What follows the files. */
export interface Following {
  readonly stop: () => Promise<void>
  /** Replaces what is served by what `edit` makes of it, alone: no reload happens meanwhile. Rejects with what `edit` does. */
  readonly change: (edit: (setup: Setup) => Promise<Setup>) => Promise<void>
}

/** Warms up what is served, and reloads changed files. */
export const followFiles = async (
  options: FollowOptions,
  setupOptions: SetupOptions,
  { current, sandboxes }: Served,
): Promise<Following> => {
  let stopWarmUp = startWarmUp(options, current.setup)
  const inTurn = createQueue()
  const change: Following['change'] = (edit) =>
    inTurn(async () => {
      const next = await edit(current.setup)
      await sandboxes.replaceSetup(next, () => {
        current.setup = next
      })
      watching?.refresh()
    })
  const reload = async (): Promise<boolean> => {
    try {
      const next = await loadSetup(setupOptions, current.setup)
      const added = findNewWarnings(next, current.setup)
      if (added.length > 0) throw new LoadError(added)
      await sandboxes.replaceSetup(next, () => {
        current.setup = next
      })
      stopWarmUp()
      stopWarmUp = startWarmUp(options, next)
      options.onReload?.([])
      return true
    } catch (error) {
      options.onReload?.(findingsOf(error))
      return false
    }
  }
  const watching = options.watch
    ? await (await import('./loading/watch.ts')).watchFiles({
        watched: () => current.setup.watched(),
        reload: () => inTurn(reload),
        onError: (error) => options.onReload?.([describeUnwatched(error)]),
      })
    : undefined
  const stop = async (): Promise<void> => {
    await watching?.stop()
    stopWarmUp()
  }
  return { stop, change }
}

const startWarmUp = ({ warmUp: isOn }: FollowOptions, { service }: Setup): (() => void) =>
  isOn ? warmUp(operationsOf(service)) : () => {}

/** New warnings of a reload. At a start they would not prevent serving, but an edit that adds one is likely a mistake. */
const findNewWarnings = (next: Setup, current: Setup): readonly Finding[] => {
  const describe = ({ file, code, message }: Finding): string => `${file} ${code} ${message}`
  const known = new Set(current.warnings.map(describe))
  return next.warnings.filter((warning) => warning.code !== 'overlay-unused' && !known.has(describe(warning)))
}

/** Usually too many files are watched on this machine. */
const describeUnwatched = (error: unknown): Finding => ({
  code: 'file-unreadable',
  file: 'watch',
  message: `changes of some files are not noticed: ${error instanceof Error ? error.message : String(error)}`,
})

/** Why a reload failed; the previous setup is still served. */
const findingsOf = (error: unknown): readonly Finding[] => {
  if (error instanceof LoadError) return error.findings
  const message =
    error instanceof UsageError
      ? error.message
      : `reload failed unexpectedly: ${error instanceof Error ? error.message : String(error)}`
  return [{ code: 'file-unreadable', file: 'reload', message }]
}

/**
 * Keeps what is served up to date with the files: compiles it while the server is idle, and reloads changed files.
 */
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

/** Warms up what is served, and reloads changed files. Returns the function that stops both. */
export const followFiles = async (
  options: FollowOptions,
  setupOptions: SetupOptions,
  { current, sandboxes }: Served,
): Promise<() => Promise<void>> => {
  let stopWarmUp = startWarmUp(options, current.setup)
  const reload = async (): Promise<void> => {
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
    } catch (error) {
      options.onReload?.(findingsOf(error))
    }
  }
  const stopWatching = options.watch
    ? await (await import('./loading/watch.ts')).watchFiles(() => current.setup.watched, reload)
    : async () => {}
  return async () => {
    await stopWatching()
    stopWarmUp()
  }
}

const startWarmUp = ({ warmUp: isOn }: FollowOptions, { service }: Setup): (() => void) =>
  isOn ? warmUp(operationsOf(service)) : () => {}

/** New warnings of a reload. At a start they would not prevent serving, but an edit that adds one is likely a mistake. */
const findNewWarnings = (next: Setup, current: Setup): readonly Finding[] => {
  const describe = ({ file, code, message }: Finding): string => `${file} ${code} ${message}`
  const known = new Set(current.warnings.map(describe))
  return next.warnings.filter((warning) => warning.code !== 'overlay-unused' && !known.has(describe(warning)))
}

/** Why a reload failed; the previous setup is still served. */
const findingsOf = (error: unknown): readonly Finding[] => {
  if (error instanceof LoadError) return error.findings
  const message =
    error instanceof UsageError
      ? error.message
      : `reload failed unexpectedly: ${error instanceof Error ? error.message : String(error)}`
  return [{ code: 'file-unreadable', file: 'reload', message }]
}

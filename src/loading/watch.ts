/**
 * Watches files and folders, and reloads after changes.
 */
import { watch } from 'chokidar'

/** Milliseconds without changes before a reload, because editors write in several steps. */
const quietTime = 50

export interface Watched {
  /** Files and folders. */
  readonly paths: readonly string[]
  /** Whether a change of this file requires a reload. A log file in the same folder does not. */
  readonly isRelevant: (path: string) => boolean
}

export interface Watching {
  /** Watches what has been added to `watched`. */
  readonly refresh: () => void
  readonly stop: () => Promise<void>
}

/** Calls `reload` after changes, one call at a time, and then `watched` again, because there may be new files. */
export const watchFiles = async (watched: () => Watched, reload: () => Promise<void>): Promise<Watching> => {
  const watcher = watch([...watched().paths], {
    ignoreInitial: true,
    ignored: (path) => /[/\\](node_modules|\.git)([/\\]|$)/.test(path),
  })
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const run = async (): Promise<void> => {
    if (running) {
      schedule()
      return
    }
    running = reload()
    await running
    running = undefined
    refresh()
  }
  const refresh = (): void => {
    watcher.add([...watched().paths])
  }
  const schedule = (): void => {
    clearTimeout(timer)
    timer = setTimeout(run, quietTime)
  }
  watcher.on('all', (_, path) => {
    if (watched().isRelevant(path)) schedule()
  })
  await new Promise<void>((resolve) => watcher.once('ready', resolve))
  const stop = async (): Promise<void> => {
    clearTimeout(timer)
    await watcher.close()
    await running
  }
  return { refresh, stop }
}

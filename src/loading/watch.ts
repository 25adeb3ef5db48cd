/**
 * Watches files, and reloads after changes.
 */
import { watch } from 'chokidar'
import type { Watched } from './watched.ts'

/** Milliseconds without changes before a reload, because editors write in several steps. */
const quietTime = 50

export interface Watching {
  /** Watches what has been added to `watched`. */
  readonly refresh: () => void
  readonly stop: () => Promise<void>
}

interface WatchOptions {
  /** Asked again after each reload, because there may be new files. */
  readonly watched: () => Watched
  /** Whether it succeeded. One call at a time. */
  readonly reload: () => Promise<boolean>
  /** Something cannot be watched. */
  readonly onError: (error: unknown) => void
}

/** Calls `reload` after changes. */
export const watchFiles = async ({ watched, reload, onError }: WatchOptions): Promise<Watching> => {
  let failed = false
  const added = new Set(watched().paths)
  const watcher = watch([...added], {
    ignoreInitial: true,
    ignored: (path) => watched().isIgnored(path, failed),
  })
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const run = async (): Promise<void> => {
    if (running) {
      schedule()
      return
    }
    running = reload().then((succeeded) => {
      failed = !succeeded
    })
    await running
    running = undefined
    refresh()
  }
  const refresh = (): void => {
    const { paths, files } = watched()
    for (const path of [...paths, ...files]) {
      if (added.has(path)) continue
      added.add(path)
      watcher.add(path)
    }
  }
  const schedule = (): void => {
    clearTimeout(timer)
    timer = setTimeout(run, quietTime)
  }
  watcher.on('all', (event, path) => {
    // It may come back.
    if (event === 'unlinkDir' || event === 'unlink') added.delete(path)
    if (watched().isRelevant(path, failed)) schedule()
  })
  watcher.on('error', onError)
  await new Promise<void>((resolve) => watcher.once('ready', resolve))
  const stop = async (): Promise<void> => {
    clearTimeout(timer)
    await watcher.close()
    await running
  }
  return { refresh, stop }
}

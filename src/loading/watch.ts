/**
 * Watches files and folders, and calls back once changes have come to rest.
 */
import { watch } from 'chokidar'

/** How long files must have been quiet, in milliseconds: editors write in several steps. */
const rest = 50

export interface Watched {
  /** Files and folders. */
  readonly paths: readonly string[]
  /** Whether a file below them is one of those that are read; a log that is written beside them is not. */
  readonly matters: (path: string) => boolean
}

/** Calls `reload` after changes, never twice at once; `watched` is asked again after each, for files may have come. */
export const watchFiles = async (watched: () => Watched, reload: () => Promise<void>): Promise<() => Promise<void>> => {
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
    watcher.add([...watched().paths])
  }
  const schedule = (): void => {
    clearTimeout(timer)
    timer = setTimeout(run, rest)
  }
  watcher.on('all', (_, path) => {
    if (watched().matters(path)) schedule()
  })
  await new Promise<void>((resolve) => watcher.once('ready', resolve))
  return async () => {
    clearTimeout(timer)
    await watcher.close()
    await running
  }
}

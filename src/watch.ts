/**
 * Watches files and folders, and calls back once changes have come to rest.
 */
import { watch } from 'chokidar'

/** How long files must have been quiet, in milliseconds: editors write in several steps. */
const rest = 50

/** Calls `reload` after changes, never twice at once; `paths` is asked again after each, for files may have come. */
export const watchFiles = async (
  paths: () => readonly string[],
  reload: () => Promise<void>,
): Promise<() => Promise<void>> => {
  const watcher = watch([...paths()], {
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
    watcher.add([...paths()])
  }
  const schedule = (): void => {
    clearTimeout(timer)
    timer = setTimeout(run, rest)
  }
  watcher.on('all', schedule)
  await new Promise<void>((resolve) => watcher.once('ready', resolve))
  return async () => {
    clearTimeout(timer)
    await watcher.close()
    await running
  }
}

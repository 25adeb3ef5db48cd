/**
 * Watches files, and reloads after changes.
 */
import { lstatSync, statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type FSWatcher, watch } from 'chokidar'
import type { Watched } from './watched.ts'

/** Milliseconds without changes before a reload, because editors write in several steps. */
const quietTime = 50

/** Milliseconds between two looks at the watched folders themselves. */
const pollTime = 500

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
export const watchFiles = async (options: WatchOptions): Promise<Watching> => {
  const watching = new FileWatching(options)
  await watching.start()
  return watching
}

class FileWatching implements Watching {
  readonly #options: WatchOptions
  #watcher: FSWatcher | undefined
  #added = new Set<string>()
  /** Which folder is at each watched path: a folder that was moved away and replaced is another one. */
  #folders = new Map<string, string>()
  #failed = false
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #looking: Promise<void> | undefined
  #poll: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(options: WatchOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    await this.#reopen()
    this.#poll = setInterval(() => {
      this.#looking ??= this.#lookAtFolders().finally(() => {
        this.#looking = undefined
      })
    }, pollTime)
    this.#poll.unref()
  }

  refresh(): void {
    const { paths, files } = this.#options.watched()
    for (const path of [...paths, ...files]) {
      if (this.#added.has(path)) continue
      this.#added.add(path)
      this.#watcher?.add(path)
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    clearInterval(this.#poll)
    await this.#looking
    await this.#watcher?.close()
    await this.#running
  }

  async #open(): Promise<void> {
    const { watched } = this.#options
    const { paths, files } = watched()
    this.#added = new Set([...paths, ...files])
    const watcher = watch([...this.#added], {
      ignoreInitial: true,
      ignored: (path) => watched().isIgnored(path, this.#failed) || isLinkedFolder(path, this.#added),
    })
    this.#watcher = watcher
    watcher.on('all', (event, path) => {
      // It may come back: a file is watched again after the reload, a folder with a new watcher.
      if (event === 'unlink') this.#added.delete(path)
      if (event === 'unlinkDir' && this.#added.has(path)) this.#folders.set(path, 'none')
      if (watched().isRelevant(path, this.#failed)) this.#schedule()
    })
    watcher.on('error', (error) => this.#onError(error))
    // Without a path it never is ready.
    if (this.#added.size > 0) await new Promise<void>((resolve) => watcher.once('ready', resolve))
  }

  /** A symbolic link to itself is reported by the reload, with its name. */
  #onError(error: unknown): void {
    const { code, path } = error as NodeJS.ErrnoException
    if (code !== 'ELOOP') this.#options.onError(error)
    else if (path !== undefined && this.#options.watched().isRelevant(path, this.#failed)) this.#schedule()
  }

  /** The system reports neither that a folder above was moved, nor that a folder came back. */
  async #lookAtFolders(): Promise<void> {
    // A sandbox may have opened another fixture set.
    this.refresh()
    const now = await identify(this.#options.watched().paths)
    const before = this.#folders
    this.#folders = now
    // A path that was added since the last look has not changed.
    const isSame = [...now].every(([path, id]) => (before.get(path) ?? id) === id)
    if (isSame || this.#isStopped) return
    await this.#reopen()
    if (!this.#isStopped) this.#schedule()
  }

  /**
   * Looks at the folders first: one that comes back while the watcher is being opened is noticed at the next look. The look
   * before does not show it, because a new folder can have the number of the one that was deleted.
   */
  async #reopen(): Promise<void> {
    await this.#watcher?.close()
    this.#folders = await identify(this.#options.watched().paths)
    await this.#open()
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#run(), quietTime)
  }

  async #run(): Promise<void> {
    if (this.#running) {
      this.#schedule()
      return
    }
    this.#running = this.#options.reload().then((succeeded) => {
      this.#failed = !succeeded
    })
    await this.#running
    this.#running = undefined
    this.refresh()
  }
}

const identify = async (paths: readonly string[]): Promise<Map<string, string>> => {
  const found = paths.map(async (path): Promise<readonly [string, string]> => {
    try {
      const { dev, ino } = await stat(path)
      return [path, `${dev}:${ino}`]
    } catch {
      return [path, 'none']
    }
  })
  return new Map(await Promise.all(found))
}

/** A folder behind a symbolic link is not read, and may be the whole project. What is watched by its own name may be a link. */
const isLinkedFolder = (path: string, added: ReadonlySet<string>): boolean => {
  if (added.has(path)) return false
  try {
    return lstatSync(path).isSymbolicLink() && statSync(path).isDirectory()
  } catch {
    return false
  }
}

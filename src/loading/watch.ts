/**
 * Watches files, and reloads after changes.
 */
import { lstatSync, realpathSync, statSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type FSWatcher, watch } from 'chokidar'
import type { Watched } from './watched.ts'

/** Milliseconds without changes before a reload, because editors write in several steps. */
const quietTime = 50

/** Milliseconds between two looks at the watched folders themselves. */
const pollTime = 500

/** How often what was added is looked at, if the watcher never has it. */
const maxLooks = 20

/** Milliseconds that a file system's clock may be behind. */
const clockTick = 10

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

/** Something added while the watcher runs, which may have changed before it was watched. */
interface Late {
  /** The newest change that was found, in milliseconds since 1970. */
  readonly changedAt: number
  readonly looksLeft: number
}

class FileWatching implements Watching {
  readonly #options: WatchOptions
  #watcher: FSWatcher | undefined
  #added = new Set<string>()
  readonly #late = new Map<string, Late>()
  /** Which folder is at each watched path: a folder that was moved away and replaced is another one. */
  #folders = new Map<string, string>()
  /** Where each link to a file leads, if it is not broken. There is no event when a link gets another target, or a broken one a target at all. */
  readonly #links = new Map<string, string | undefined>()
  #failed = false
  #isReady = false
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
      this.#late.set(path, { changedAt: 0, looksLeft: maxLooks })
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
    this.#late.clear()
    this.#links.clear()
    this.#isReady = false
    const watcher = watch([...this.#added], {
      ignoreInitial: true,
      ignored: (path) => watched().isIgnored(path, this.#failed) || this.#ignoresLink(path),
    })
    this.#watcher = watcher
    watcher.on('all', (event, path) => {
      // It may come back: a file is watched again after the reload, a folder with a new watcher.
      if (event === 'unlink') {
        this.#added.delete(path)
        // A link whose file was deleted is broken, and still there.
        if (!isLink(path)) this.#links.delete(path)
      }
      if (event === 'unlinkDir' && this.#added.has(path)) this.#folders.set(path, 'none')
      if (watched().isRelevant(path, this.#failed)) this.#schedule()
    })
    watcher.on('error', (error) => this.#onError(error))
    // Without a path it never is ready.
    if (this.#added.size > 0) await new Promise<void>((resolve) => watcher.once('ready', resolve))
    this.#isReady = true
  }

  /**
   * A folder behind a symbolic link is not read, and may be the whole project. What is watched by its own name may be a link.
   * The watcher asks this about everything that it finds, so links are noticed here.
   */
  #ignoresLink(path: string): boolean {
    if (!isLink(path)) return false
    if (isFolder(path)) return !this.#added.has(path)
    if (this.#links.has(path) || !this.#options.watched().isRelevant(path, this.#failed)) return false
    const target = findTarget(path)
    this.#links.set(path, target)
    // The watcher has no event for a broken link.
    if (target === undefined && this.#isReady) this.#schedule()
    return false
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
    await this.#lookForMissed()
    const now = await identify(this.#options.watched().paths)
    const before = this.#folders
    this.#folders = now
    // A path that was added since the last look has not changed.
    const isSame =
      [...now].every(([path, id]) => (before.get(path) ?? id) === id) &&
      [...this.#links].every(([path, target]) => isLink(path) && findTarget(path) === target)
    if (isSame || this.#isStopped) return
    await this.#reopen()
    if (!this.#isStopped) this.#schedule()
  }

  /** There is no event for a change between the reading of what was added and its being watched, which takes a moment. */
  async #lookForMissed(): Promise<void> {
    if (this.#late.size === 0) return
    const known = new Set(Object.keys(this.#watcher?.getWatched() ?? {}))
    for (const [path, { changedAt: before, looksLeft }] of this.#late) {
      const watched = this.#options.watched()
      const { changedAt, folders } = await lookInto(path, watched, this.#failed)
      if (this.#isStopped) return
      if (changedAt > before && changedAt >= watched.readAt(path) - clockTick) this.#schedule()
      // Once more at the next look: a folder is known to the watcher just before it is watched.
      const next = folders.every((folder) => known.has(folder)) ? 1 : looksLeft - 1
      if (looksLeft <= 1) this.#late.delete(path)
      else this.#late.set(path, { changedAt, looksLeft: next })
    }
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

/** What is watched at a path: its folders, and when the newest of its files changed, in milliseconds since 1970. */
const lookInto = async (
  path: string,
  { isRelevant, isIgnored }: Watched,
  afterFailure: boolean,
): Promise<{ readonly changedAt: number; readonly folders: readonly string[] }> => {
  const folders: string[] = []
  let changedAt = 0
  const look = async (place: string): Promise<void> => {
    const entries = await readdir(place, { withFileTypes: true }).catch(() => undefined)
    if (!entries) {
      if (isRelevant(place, afterFailure)) changedAt = Math.max(changedAt, await changeOf(place))
      return
    }
    folders.push(place)
    for (const entry of entries) {
      const child = join(place, entry.name)
      if (entry.isDirectory() ? !isIgnored(child, afterFailure) : isRelevant(child, afterFailure)) await look(child)
    }
  }
  await look(path)
  return { changedAt, folders }
}

/** A file that replaces another one may be older than it: what counts is when it got here. */
const changeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ ctimeMs }) => ctimeMs,
    () => 0,
  )

/** Where a symbolic link leads; undefined if it is broken. */
const findTarget = (link: string): string | undefined => {
  try {
    return realpathSync(link)
  } catch {
    return undefined
  }
}

const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

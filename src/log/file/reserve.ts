/**
 * A file that keeps some space on the disk: deleting takes some, too, since SQLite writes what it changes into its journal first.
 * The file is deleted where no other space is left, and written again afterwards.
 */
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LogError } from '../log.ts'

const reserveName = 'reserve'

/** Bytes: enough for the journal of a deletion, or of a small slice of one. */
const reserveSize = 256 * 1024

export class Reserve {
  readonly #file: string

  constructor(folder: string) {
    this.#file = join(folder, reserveName)
    this.#fill()
  }

  /** Runs what frees space: again with the space of the reserve where no other is left. Throws LogError. */
  free<Result>(run: (isShort: boolean) => Result): Result {
    try {
      return run(false)
    } catch (error) {
      if (!(error instanceof LogError) || error.kind !== 'full') throw error
      return this.#withReserve(() => run(true))
    }
  }

  #withReserve<Result>(run: () => Result): Result {
    rmSync(this.#file, { force: true })
    try {
      return run()
    } finally {
      this.#fill()
    }
  }

  /** As much as there is room for: without it, only deleting on a full disk fails. */
  #fill(): void {
    try {
      if (statSync(this.#file, { throwIfNoEntry: false })?.size === reserveSize) return
      writeFileSync(this.#file, Buffer.alloc(reserveSize))
    } catch {
      // The next one that runs tries again.
    }
  }
}

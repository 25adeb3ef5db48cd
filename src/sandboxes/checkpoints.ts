/**
 * Writes checkpoints of one sandbox: when its entries have become longer than its last checkpoint, the state as it is
 * replaces them. Requests go on meanwhile.
 */
import { setImmediate as nextTick } from 'node:timers/promises'
import type { Head, Log, StoredEntries } from '../log/log.ts'
import { describeWholeSandbox } from './describe-sandbox.ts'
import { type Effect, writeEffects } from './effects.ts'
import { isDeletion } from './operation.ts'
import type { Sandbox } from './sandbox.ts'

/** Characters of entries after which a checkpoint is written, unless the last checkpoint was longer. */
const defaultCheckpointAfter = 1_000_000

/** Characters of one part of a checkpoint. */
const partLength = 256 * 1024

export interface CheckpointsParts {
  readonly log: Log
  readonly name: string
  readonly sandbox: Sandbox
  /** Default: one million characters. */
  readonly checkpointAfter: number | undefined
  /** Runs when everything is stored and nothing else runs. */
  readonly whenStored: <Result>(run: (head: Head | undefined) => Result) => Promise<Result>
  /** Reports a failure that affects no request. */
  readonly report: (error: unknown) => void
}

export class Checkpoints {
  readonly #parts: CheckpointsParts
  #sinceCheckpoint = 0
  #lastCheckpoint = 0
  #isWriting = false

  constructor(parts: CheckpointsParts) {
    this.#parts = parts
  }

  /** Counts what was loaded. */
  countLoaded({ checkpoint, entries }: StoredEntries): void {
    this.#lastCheckpoint = checkpoint.reduce((length, part) => length + part.length, 0)
    this.#sinceCheckpoint = entries.reduce((length, { effects }) => length + effects.length, 0)
  }

  /** Counts the characters of an entry, and writes a checkpoint where there are enough. */
  countAppended(length: number): void {
    this.#sinceCheckpoint += length
    const { checkpointAfter = defaultCheckpointAfter } = this.#parts
    if (this.#isWriting || this.#sinceCheckpoint <= Math.max(checkpointAfter, this.#lastCheckpoint)) return
    this.#isWriting = true
    void this.#write()
  }

  async #write(): Promise<void> {
    const { log, name, sandbox, whenStored, report } = this.#parts
    try {
      const { head, effects } = await whenStored((head) => {
        this.#sinceCheckpoint = 0
        return { head, effects: describeWholeSandbox(sandbox, log.shared !== undefined) }
      })
      if (head === undefined) return
      const parts: string[] = []
      for (let part = readPart(effects); part !== undefined; part = readPart(effects)) {
        parts.push(part)
        await nextTick()
      }
      await log.checkpoint(name, head, parts)
      this.#lastCheckpoint = parts.reduce((length, part) => length + part.length, 0)
    } catch (error) {
      if (!isDeletion(error)) report(error)
    } finally {
      this.#isWriting = false
    }
  }
}

/** Effects as JSON of about the length of a part; undefined at the end. */
const readPart = (effects: Iterator<Effect>): string | undefined => {
  const part: Effect[] = []
  let length = 0
  for (let next = effects.next(); !next.done; next = effects.next()) {
    part.push(next.value)
    length += next.value.kind === 'put' ? next.value.record.json.length : 100
    if (length >= partLength) break
  }
  return part.length === 0 ? undefined : writeEffects(part)
}

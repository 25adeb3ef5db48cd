/**
 * The database of a folder in this thread, instead of in a worker: starting one takes no time, so thousands of servers can be
 * started one after another.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { answer } from '../../src/log/file/carry-out.ts'
import type { Connection } from '../../src/log/file/file-log.ts'
import { LogDatabase } from '../../src/log/file/log-database.ts'
import type { Answer, Command } from '../../src/log/file/protocol.ts'
import { LogError } from '../../src/log/log.ts'

export class ThreadConnection implements Connection {
  readonly #folder: string
  #database: LogDatabase | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  readonly send = async (command: Command): Promise<Answer> => {
    // Commands come and go through messages.
    await nextTurn()
    this.#database ??= new LogDatabase(this.#folder)
    const answered = answer(this.#database, command)
    await nextTurn()
    if (answered.kind === 'failed') throw new LogError(answered.error, answered.message)
    return answered
  }

  readonly end = async (): Promise<void> => {
    try {
      if (this.#database) await this.send({ kind: 'close' })
    } catch {
      // As in a worker: what was acknowledged is stored all the same.
    }
  }
}

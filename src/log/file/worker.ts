/**
 * The worker that owns the database: each commit waits for the disk, and the server must not. Commands are carried out
 * one after the other, in the order in which they come.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { LogError } from '../log.ts'
import { LogDatabase } from './log-database.ts'
import type { Answer, Command, Message } from './protocol.ts'

const answer = (database: LogDatabase, command: Command): Answer => {
  switch (command.kind) {
    case 'append':
      database.append(command.entries)
      return { kind: 'done' }
    case 'load':
      return { kind: 'logs', logs: command.names.map((name) => database.load(name)) }
    case 'list':
      return { kind: 'list', sandboxes: database.list() }
    case 'write-parts':
      database.writeParts(command.sandbox, command.index, command.parts)
      return { kind: 'done' }
    case 'seal':
      database.seal(command.sandbox, command.version, command.count)
      return { kind: 'done' }
    case 'trim':
      return { kind: 'trimmed', isMore: database.trim(command.sandbox) }
    case 'remove':
      database.remove(command.sandbox)
      return { kind: 'done' }
    case 'close':
      database.close()
      return { kind: 'done' }
  }
}

const describeFailure = (database: LogDatabase | undefined, command: Command | undefined, error: unknown): Answer => {
  const kind = error instanceof LogError ? error.kind : 'unavailable'
  const message = error instanceof Error ? error.message : String(error)
  return { kind: 'failed', error: kind, message, stored: findStored(database, command) }
}

/** A commit may have reached the disk although it was reported as failed. */
const findStored = (database: LogDatabase | undefined, command: Command | undefined): readonly boolean[] => {
  if (command?.kind !== 'append') return []
  return command.entries.map(({ sandbox, version }) => {
    try {
      return database !== undefined && database.versionOf(sandbox) >= version
    } catch {
      return false
    }
  })
}

const start = (): LogDatabase | undefined => {
  try {
    const database = new LogDatabase(String(workerData))
    post(0, { kind: 'done' })
    return database
  } catch (error) {
    post(0, describeFailure(undefined, undefined, error))
    return undefined
  }
}

const post = (id: number, body: Answer): void => parentPort?.postMessage({ id, body } satisfies Message<Answer>)

const database = start()
if (database)
  parentPort?.on('message', ({ id, body }: Message<Command>) => {
    try {
      post(id, answer(database, body))
    } catch (error) {
      post(id, describeFailure(database, body, error))
    }
    if (body.kind === 'close') parentPort?.close()
  })

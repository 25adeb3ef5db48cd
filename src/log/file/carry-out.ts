/**
 * What each command does with the database.
 */
import { LogError } from '../log.ts'
import type { LogDatabase } from './log-database.ts'
import type { Answer, Command } from './protocol.ts'

/** As `carryOut`, where errors cannot be thrown: they become answers. */
export const answer = (database: LogDatabase, command: Command): Answer => {
  try {
    return carryOut(database, command)
  } catch (error) {
    return describeFailure(error)
  }
}

export const describeFailure = (error: unknown): Answer => ({
  kind: 'failed',
  error: error instanceof LogError ? error.kind : 'unavailable',
  message: error instanceof Error ? error.message : String(error),
})

/** Throws LogError. */
export const carryOut = (database: LogDatabase, command: Command): Answer => {
  switch (command.kind) {
    case 'list':
      return { kind: 'names', names: database.list() }
    case 'find':
      return { kind: 'found', found: database.find(command.names) }
    case 'find-point':
      return { kind: 'found', found: [database.findPoint(command.point)] }
    case 'read':
      return { kind: 'strings', strings: database.read(command.spans) }
    case 'change':
      return { kind: 'changed', results: database.change(command.changes) }
    case 'write-parts':
      return { kind: 'written', first: database.writeParts(command) }
    case 'seal':
      database.seal(command.head, command.first, command.count)
      return { kind: 'done' }
    case 'sweep':
      return { kind: 'swept', isMore: database.sweep() }
    case 'close':
      database.close()
      return { kind: 'done' }
  }
}

/**
 * The worker that owns the database: each commit waits for the disk, and the server must not. Commands are carried out
 * one after the other, in the order in which they come.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { answer, describeFailure } from './carry-out.ts'
import { LogDatabase } from './log-database.ts'
import { type Answer, type Command, type Message, readMessage, writeMessage } from './protocol.ts'

const post = (id: number, body: Answer): void => parentPort?.postMessage(writeMessage(id, body))

const start = (): LogDatabase | undefined => {
  try {
    const database = new LogDatabase(String(workerData))
    post(0, { kind: 'done' })
    return database
  } catch (error) {
    post(0, describeFailure(error))
    return undefined
  }
}

const database = start()

// It keeps listening when the database is closed or could not be opened: the server ends it.
parentPort?.on('message', (message: Message<Command>) => {
  if (database) post(message.id, answer(database, readMessage(message)))
})

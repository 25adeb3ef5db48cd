/**
 * A server with --data in this process, with the built worker: its file operations can be watched.
 */
import { Agent } from 'node:http'
import { createStandin } from '../../src/standin.ts'
import { createSend, notesDocument } from './data-server.ts'
import type { Send } from './mixed-load.ts'

export interface LocalServer extends AsyncDisposable {
  readonly send: Send
}

/** Rejects with LogError if the folder cannot be opened. */
export const startLocalServer = async (data: string): Promise<LocalServer> => {
  const standin = await createStandin({ documents: [notesDocument], basePath: '/', port: 0, data })
  const agent = new Agent({ keepAlive: true })
  return {
    send: createSend(standin.url, agent),
    [Symbol.asyncDispose]: async () => {
      agent.destroy()
      await standin.close()
    },
  }
}

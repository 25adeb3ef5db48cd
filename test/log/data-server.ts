/**
 * The built server with --data in a process of its own, to be killed at any moment, and connections to it.
 */
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { projectFolder } from '../support/run-command.ts'
import { type RunningProcess, startProcess } from '../support/start-process.ts'
import type { Received, Send } from './mixed-load.ts'

export const notesDocument = join(projectFolder, 'test/log/notes.yaml')

export interface DataServer extends AsyncDisposable {
  readonly send: Send
  /** Sends SIGKILL, and resolves when the process has ended. */
  readonly kill: () => Promise<void>
  readonly process: RunningProcess
}

/** Starts the server on a folder, with at most `connections` connections to it. */
export const startDataServer = async (data: string, connections = 100): Promise<DataServer> => {
  const bin = join(projectFolder, 'dist/bin.js')
  const args = [
    bin,
    'serve',
    notesDocument,
    '--base-path',
    '/',
    '--generate',
    '0',
    '--data',
    data,
    '--port',
    '0',
    '--log',
    'silent',
  ]
  const running = startProcess(process.execPath, args)
  const [, url = ''] = await running.said(/listening on (\S+)/)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const kill = async () => {
    await running.stop('SIGKILL')
    agent.destroy()
  }
  return { send: createSend(url, agent), kill, process: running, [Symbol.asyncDispose]: kill }
}

/** Sends requests to a server. */
export const createSend =
  (url: string, agent: Agent): Send =>
  (method, path, { body, headers = {} } = {}) =>
    new Promise<Received | undefined>((resolve) => {
      const sent = request(url + path, { method, agent, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('error', () => resolve(undefined))
        response.on('aborted', () => resolve(undefined))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
      sent.on('error', () => resolve(undefined))
      sent.end(body)
    })

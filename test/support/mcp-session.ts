/**
 * A client of `standin mcp` in this process, by the official SDK: the command runs as a user starts it, and the two talk over a pair
 * of streams.
 */
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { run } from '../../src/cli/run.ts'

export interface CalledTool {
  readonly text: string
  readonly isError: boolean
}

export interface McpSession extends AsyncDisposable {
  readonly client: Client
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<CalledTool>
  /** The result of a call that must succeed, parsed. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any result
  readonly read: (name: string, args?: Record<string, unknown>) => Promise<any>
  /** Closes standard input, and resolves with the exit code and all that the command wrote. */
  readonly end: () => Promise<{ readonly code: number; readonly stderr: string; readonly stray: string }>
}

/** Resolves when the client has been greeted. Rejects with the messages of the command if it ends before. */
export const startMcp = async (
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<McpSession> => {
  const [toServer, toClient, stdout, stderr] = [
    new PassThrough(),
    new PassThrough(),
    new PassThrough(),
    new PassThrough(),
  ]
  const ended = run({
    args: ['mcp', ...args],
    environment,
    stdout,
    stderr,
    openStreams: () => ({ input: toServer, output: toClient }),
    color: false,
    errorColor: false,
    columns: undefined,
    errorColumns: undefined,
    onSignal: () => {},
    exit: () => {},
    pid: process.pid,
    platform: process.platform,
    kill: process.kill,
  }).finally(() => {
    stdout.end()
    stderr.end()
  })
  const [errors, stray] = [text(stderr), text(stdout)]
  const client = new Client({ name: 'test', version: '1.0.0' })
  // Both ends of the transport are lines of JSON on two streams.
  const greeted = client.connect(new StdioServerTransport(toClient, toServer))
  await Promise.race([
    greeted,
    ended.then(async (code) => Promise.reject(new TypeError(`standin mcp ended with ${code}: ${await errors}`))),
  ])
  const call = async (name: string, given: Record<string, unknown> = {}): Promise<CalledTool> => {
    const { content, isError } = await client.callTool({ name, arguments: given })
    const [first] = content as readonly { readonly text: string }[]
    return { text: first?.text ?? '', isError: isError === true }
  }
  const end = async () => {
    toServer.end()
    return { code: await ended, stderr: await errors, stray: await stray }
  }
  return {
    client,
    call,
    read: async (name, given) => {
      const { text: body, isError } = await call(name, given)
      if (isError) throw new TypeError(`${name}: ${body}`)
      return JSON.parse(body)
    },
    end,
    [Symbol.asyncDispose]: async () => {
      await end()
    },
  }
}

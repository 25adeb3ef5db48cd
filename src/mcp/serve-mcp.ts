/**
 * The Model Context Protocol over two streams, by the official SDK. The SDK is installed by those who use it, so it is imported
 * only here, when the command starts.
 */
import type { Readable, Writable } from 'node:stream'
import { isJsonObject } from '../contract/values/json-object.ts'
import { suggest } from '../contract/values/nearest.ts'
import { describeBug, RemoteError, UsageError } from '../errors.ts'
import { checkArguments } from './check-arguments.ts'
import type { ControlClient } from './control-client.ts'
import { limitResult } from './limit-result.ts'
import type { Effect, Tool } from './tool.ts'

export interface McpParts {
  readonly tools: readonly Tool[]
  readonly control: ControlClient
  readonly version: string
  /** What a client should know before it calls a tool. */
  readonly instructions: string
  readonly input: Readable
  readonly output: Writable
  /** Ends the session. */
  readonly signal: AbortSignal
}

/** Serves one client. Resolves when the client closes its stream, or when the signal is aborted. */
export type ServeMcp = (parts: McpParts) => Promise<void>

const sdk = '@modelcontextprotocol/sdk'

/** Rejects with UsageError if the SDK is not installed. */
export const loadMcp = async (): Promise<ServeMcp> => {
  const { Server, StdioServerTransport, CallToolRequestSchema, ListToolsRequestSchema } = await importSdk()
  return async ({ tools, control, version, instructions, input, output, signal }) => {
    const server = new Server(
      { name: 'standin', title: 'Standin', version },
      { capabilities: { tools: {} }, instructions },
    )
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(describeTool) }))
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal: cancelled }) => {
      const { text, isError } = await callTool(tools, params, { control, signal: cancelled })
      return { content: [{ type: 'text', text }], isError }
    })
    const ended = new Promise<void>((resolve) => {
      server.onclose = resolve
      input.once('end', resolve).once('close', resolve)
      output.once('error', () => resolve())
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    await server.connect(new StdioServerTransport(input, output))
    await ended
    await server.close()
  }
}

const importSdk = async () => {
  try {
    const [{ Server }, { StdioServerTransport }, { CallToolRequestSchema, ListToolsRequestSchema }] = await Promise.all(
      [
        import('@modelcontextprotocol/sdk/server/index.js'),
        import('@modelcontextprotocol/sdk/server/stdio.js'),
        import('@modelcontextprotocol/sdk/types.js'),
      ],
    )
    return { Server, StdioServerTransport, CallToolRequestSchema, ListToolsRequestSchema }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new UsageError(
      `standin mcp needs the package ${sdk}. Install it beside Standin: npm install --save-dev ${sdk}. Without a project: npx -y -p standin -p ${sdk} standin mcp`,
      { cause: error },
    )
  }
}

const describeTool = ({ name, description, effect, input }: Tool) => ({
  name,
  description,
  inputSchema: {
    type: input.type,
    properties: input.properties,
    required: [...input.required],
    additionalProperties: false,
  },
  annotations: hintsOf(effect),
})

const hintsOf = (effect: Effect) => ({ readOnlyHint: effect === 'reads', destructiveHint: effect === 'deletes' })

interface CalledTool {
  readonly name: string
  readonly arguments?: unknown
}

/** The control API accepts less. Writing what is nested deeper could need more of the stack than there is. */
const maxNesting = 500

const isDeeper = (value: unknown, levels: number): boolean => {
  let parts: unknown[] = [value]
  for (let level = 0; level <= levels; level++)
    parts = parts.flatMap((part) => (typeof part === 'object' && part !== null ? Object.values(part) : []))
  return parts.length > 0
}

/** A failure is a result too, so that the client reads the message and can correct its call. */
const callTool = async (
  tools: readonly Tool[],
  { name, arguments: given }: CalledTool,
  { control, signal }: { readonly control: ControlClient; readonly signal: AbortSignal },
): Promise<{ readonly text: string; readonly isError: boolean }> => {
  try {
    const tool = tools.find((candidate) => candidate.name === name)
    if (!tool) {
      const known = tools.map((candidate) => candidate.name)
      throw new UsageError(`there is no tool ${JSON.stringify(name)}. ${suggest(name, known)}`)
    }
    const args = isJsonObject(given) ? given : {}
    if (isDeeper(args, maxNesting)) throw new UsageError(`arguments must be nested at most ${maxNesting} levels deep`)
    checkArguments(tool, args)
    return { text: limitResult(await tool.run({ args, control, signal })), isError: false }
  } catch (error) {
    const isExpected = error instanceof RemoteError || error instanceof UsageError
    return { text: isExpected ? error.message : describeBug(error), isError: true }
  }
}

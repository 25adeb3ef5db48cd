/**
 * What a tool of `standin mcp` is: its description for the client, and what it does. It knows nothing about the protocol.
 */
import type { Json, JsonObject } from '../ports.ts'
import type { ControlClient } from './control-client.ts'

/** What a call may do: only read, change, or delete what cannot be restored. */
export type Effect = 'reads' | 'changes' | 'deletes'

/** The schema of the arguments: an object. */
export interface InputSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, JsonObject>>
  readonly required: readonly string[]
}

export interface ToolCall {
  readonly args: JsonObject
  readonly control: ControlClient
  /** Aborted when the client cancels the call. */
  readonly signal: AbortSignal
}

/** The result of a call, as JSON text. */
export interface ToolResult {
  readonly text: string
  /** Of a list: how many items there are on all pages. */
  readonly total?: number | undefined
}

export interface Tool {
  readonly name: string
  readonly description: string
  readonly effect: Effect
  readonly input: InputSchema
  /** Rejects with RemoteError or UsageError; its message is for the client. */
  readonly run: (call: ToolCall) => Promise<ToolResult>
}

/** An argument; undefined if it is absent or null where null has no meaning. */
export const readText = (args: JsonObject, name: string): string | undefined => {
  const value: Json | undefined = args[name]
  return value === undefined || value === null ? undefined : String(value)
}

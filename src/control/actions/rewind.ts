/**
 * Control actions that look at a sandbox as it was at an exchange of its journal.
 */
import type { Exchange } from '../../journal/exchange.ts'
import { peekExchange } from '../../journal/journal.ts'
import { readId } from '../../journal/stored-exchange.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { SandboxState } from '../../sandboxes/sandbox-state.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import { ControlError, quote } from './control-error.ts'

/** Just after an exchange, or just before it. */
export interface Moment {
  readonly request: string
  readonly isBefore: boolean
}

/** `req-1f-2` is just after that exchange, `req-1f-2-` just before. */
export const readMoment = (text: string): Moment =>
  text.endsWith('-') ? { request: text.slice(0, -1), isBefore: true } : { request: text, isBefore: false }

/** The state of a sandbox at a moment. Rejects with ControlError 404 if it is not known, or not any more. */
export const stateAt = async (
  sandboxes: Sandboxes,
  sandbox: Sandbox,
  { request, isBefore }: Moment,
): Promise<{ readonly state: SandboxState; readonly exchange: Exchange }> => {
  if (!sandbox.history)
    throw new ControlError(
      404,
      `the earlier states of sandbox ${quote(sandbox.id)} are not known; start the server with --rewind (createStandin: rewind: true), or store sandboxes with --data or --store`,
    )
  await sandboxes.settleJournals()
  const entry = sandbox.journal.entries.find((candidate) => readId(candidate) === request)
  if (!entry)
    throw new ControlError(
      404,
      `exchange ${quote(request)} is not in the journal of sandbox ${quote(sandbox.id)}; journals have a maximum size, and a reset empties them`,
    )
  const exchange = peekExchange(entry)
  const position = isBefore ? exchange.positionBefore : exchange.positionAfter
  const state = await sandbox.transact(() => sandbox.stateAt(position))
  return state ? { state, exchange } : rejectForgotten(sandbox, request)
}

/** Throws ControlError 404: the history of the sandbox does not go back to an exchange. */
export const rejectForgotten = (sandbox: Sandbox, request: string): never => {
  throw new ControlError(404, `the state of sandbox ${quote(sandbox.id)} at ${quote(request)} is not known any more`)
}

/** The sandbox as it was at a moment, to read records from. Rejects with ControlError 404. */
export const viewAt = async (sandboxes: Sandboxes, sandbox: Sandbox, text: string): Promise<Sandbox> => {
  const { state, exchange } = await stateAt(sandboxes, sandbox, readMoment(text))
  return sandboxes.viewOf(sandbox, state, exchange.clock)
}

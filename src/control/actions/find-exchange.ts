/**
 * Finds one exchange by its id, in the journals of all sandboxes.
 */
import type { Exchange } from '../../journal/exchange.ts'
import { peekExchange } from '../../journal/journal.ts'
import { readId } from '../../journal/stored-exchange.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import { ControlError, quote } from './control-error.ts'

/** Throws ControlError 404 if the exchange is in no journal. */
export const findExchange = (sandboxes: Sandboxes, id: string): Exchange => {
  for (const { journal } of sandboxes.traffic.all()) {
    const entry = journal.entries.find((candidate) => readId(candidate) === id)
    if (entry) return peekExchange(entry)
  }
  throw new ControlError(
    404,
    `exchange ${quote(id)} is in no journal; journals have a maximum size, and a reset empties them`,
  )
}

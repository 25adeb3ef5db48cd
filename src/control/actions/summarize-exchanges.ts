/**
 * Exchanges in short, for lists of thousands of them, and how many there are of each kind.
 */
import type { Exchange } from '../../journal/exchange.ts'
import { type JournalEntry, peekExchange } from '../../journal/journal.ts'
import { redactQuery } from '../../journal/redact.ts'
import type { JsonObject } from '../../ports.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import { isInvalidEntry, isUnmatchedEntry } from './find-exchanges.ts'
import { isUnmatched, viewExchange } from './view-exchange.ts'

/** Without headers and bodies. */
const summarizeExchange = (sandbox: Sandbox | undefined, exchange: Exchange): JsonObject => {
  const { id, at, duration, method, path, query, operation, reply, rejection, notices, steps } = exchange
  return {
    id,
    sandbox: exchange.sandbox,
    at: new Date(at).toISOString(),
    duration: Math.round(duration * 1000) / 1000,
    method,
    path: query === '' ? path : `${path}?${redactQuery(query, new Set(operation?.secretQuery ?? []))}`,
    operation: operation?.id ?? null,
    document: operation?.document.name ?? null,
    status: reply.status,
    ...(reply.fault === undefined ? {} : { fault: reply.fault }),
    code: rejection?.code ?? null,
    violations: rejection?.violations?.length ?? 0,
    notices: notices.map(({ kind, names }) => ({ kind, names })),
    scenario: steps,
    unmatched: isUnmatched(exchange),
    deprecated: operation?.deprecation !== undefined,
    changes: countChanges(sandbox, exchange),
    sentFrom: exchange.sentFrom ?? null,
  }
}

/** How many records an exchange changed; null if it is not known, or not any more. */
const countChanges = (
  sandbox: Sandbox | undefined,
  { positionBefore, positionAfter }: Pick<Exchange, 'positionBefore' | 'positionAfter'>,
): number | null => sandbox?.history?.countRecords(positionBefore, positionAfter) ?? null

/** An exchange that was just recorded, with the number of records that it changed. */
export const describeArrival = (sandboxes: Sandboxes, exchange: Exchange, isFull: boolean): JsonObject => {
  const sandbox = sandboxes.find(exchange.sandbox)
  return isFull
    ? { ...viewExchange(exchange), changes: countChanges(sandbox, exchange) }
    : summarizeExchange(sandbox, exchange)
}

export const summarizeEntry =
  (sandbox: Sandbox) =>
  (entry: JournalEntry): JsonObject =>
    summarizeExchange(sandbox, peekExchange(entry))

/** How many exchanges the journal has: in all, of each class of statuses, of each operation, and with something to look at. */
export const countExchanges = ({ journal }: Sandbox): JsonObject => {
  const { entries, discarded } = journal
  const statuses = new Map<string, number>()
  const operations = new Map<string, { readonly operation: string; readonly document: string; count: number }>()
  for (const { facts } of entries) {
    const { status, operation } = facts
    const statusClass = `${Math.floor(status / 100)}xx`
    statuses.set(statusClass, (statuses.get(statusClass) ?? 0) + 1)
    if (!operation) continue
    const key = operation.key
    const known = operations.get(key) ?? { operation: operation.id, document: operation.document.name, count: 0 }
    operations.set(key, known)
    known.count++
  }
  return {
    total: entries.length,
    statuses: Object.fromEntries([...statuses].sort(([a], [b]) => (a < b ? -1 : 1))),
    operations: [...operations.values()]
      .sort((a, b) => b.count - a.count)
      .map(({ operation, document, count }) => ({ operation, document, count })),
    violations: entries.filter(isInvalidEntry).length,
    unmatched: entries.filter(isUnmatchedEntry).length,
    notices: entries.filter(({ facts }) => facts.notices.length > 0).length,
    discarded,
  }
}

/**
 * Finds exchanges in the journal of a sandbox by conditions and by a search text. What a condition does not need is not
 * decoded, and a search lets other requests run in between, because a journal may have 64 MB.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseInstant } from '../../contract/values/time.ts'
import { type JournalEntry, peekExchange } from '../../journal/journal.ts'
import { redactQuery } from '../../journal/redact.ts'
import { bodyBytes, readId, readTime } from '../../journal/stored-exchange.ts'
import type { Service } from '../../loading/service.ts'
import type { KnownOperation } from '../../register.ts'
import type { Sandbox } from '../../sandboxes/sandbox.ts'
import { maxList } from '../../store/list-size.ts'
import { ControlError, quote } from './control-error.ts'
import { isOfScenario, requireUsedOperation, requireUsedScenario } from './known-names.ts'
import { isInvalid, isUnmatched } from './view-exchange.ts'
import { writeList } from './write-list.ts'

/** Conditions on exchanges. Omitted properties match every exchange. */
export interface ExchangeFilter {
  /** An operationId. */
  readonly operation?: KnownOperation | undefined
  readonly method?: string | undefined
  /** A status, or all of a class: `4xx`. */
  readonly status?: number | string | undefined
  /** Whether the request broke the contract. */
  readonly violations?: boolean | undefined
  /** Whether no document describes the path and method. */
  readonly unmatched?: boolean | undefined
  /** Whether the response has notices. */
  readonly notices?: boolean | undefined
  /** A scenario, or one of its steps (`flaky/1`), that took effect. */
  readonly scenario?: string | undefined
  /**
   * A text in the request id, the path, the query, the operationId, a body, the message of an error or a notice. Upper and
   * lower case are the same. Of each body, the first 64 KiB are searched.
   */
  readonly q?: string | undefined
  /** A request id or a time: only later exchanges. */
  readonly since?: string | undefined
  /** A request id or a time: only earlier exchanges. */
  readonly before?: string | undefined
  /** Only this number of the latest exchanges. */
  readonly limit?: number | undefined
  /** Which exchange comes first. Default: oldest. */
  readonly order?: 'oldest' | 'newest' | undefined
}

/** The largest part of a body that is searched, in bytes. */
const searchedBody = 64 * 1024

/** A search pauses after this number of exchanges or bytes. */
const searchedAtOnce = { exchanges: 200, bytes: 1024 * 1024 }

/**
 * What `show` returns for each exchange that is found. `at` is the prefix of property names in errors: `query.` for a
 * request. Rejects with ControlError 400, 413, 503.
 */
export const findExchanges = async <Shown>(
  { sandbox, service }: SearchedSandbox,
  filter: ExchangeFilter,
  at: string,
  { show, sizeOf = () => 0 }: ShownAs<Shown>,
): Promise<readonly Shown[]> => {
  const { journal } = sandbox
  requireUsedOperation(sandbox, service, filter.operation, at)
  requireUsedScenario(sandbox, filter.scenario, at)
  const { q, limit = Number.POSITIVE_INFINITY, order } = filter
  const test = createTest(filter)
  const candidates = selectRange(journal.entries, filter, at).filter(test)
  const found = q === undefined ? candidates.slice(-limit) : await search(candidates, q, limit)
  // While a search paused, or waited for room, the journal may have discarded some.
  const present = found.filter(({ dropped }) => !dropped)
  const size = present.reduce((sum, entry) => sum + sizeOf(entry), 0)
  const shown = await writeList(sandbox, { size, tooLong }, () => present.filter(({ dropped }) => !dropped).map(show))
  return order === 'newest' ? shown.reverse() : shown
}

/** A sandbox, and the service with its operations. */
export interface SearchedSandbox {
  readonly sandbox: Sandbox
  readonly service: Service
}

/** How an exchange is shown. */
export interface ShownAs<Shown> {
  readonly show: (entry: JournalEntry) => Shown
  /** Bytes of it as text. Default: it is not written as text. */
  readonly sizeOf?: (entry: JournalEntry) => number
}

/** About what is shown of an exchange beside its bodies. */
const headSize = 300

/** Bytes of an exchange as text, with its bodies. */
export const fullSizeOf = (entry: JournalEntry): number => headSize + bodyBytes(entry)

const tooLong = `the exchanges of one response must have at most ${maxList} bytes; select fewer with limit, or request view=summary`

const selectRange = (
  entries: readonly JournalEntry[],
  { since, before }: ExchangeFilter,
  at: string,
): readonly JournalEntry[] => {
  const later = since === undefined ? entries : partOf(entries, since, `${at}since`, true)
  return before === undefined ? later : partOf(later, before, `${at}before`, false)
}

/** The entries after a point, or before it. */
const partOf = (
  entries: readonly JournalEntry[],
  point: string,
  at: string,
  isLater: boolean,
): readonly JournalEntry[] => {
  const index = entries.findIndex((entry) => readId(entry) === point)
  if (index !== -1) return isLater ? entries.slice(index + 1) : entries.slice(0, index)
  const time = parseInstant(point)
  if (time !== undefined) return entries.filter((entry) => (isLater ? readTime(entry) > time : readTime(entry) < time))
  throw new ControlError(
    400,
    `${at} must be a time such as 2030-12-06T00:00:00Z or the id of an exchange in the journal, got ${quote(point)}`,
  )
}

/** Conditions that need a decoded exchange come last. */
const createTest = (filter: ExchangeFilter): ((entry: JournalEntry) => boolean) => {
  const { operation, scenario, notices, violations, unmatched } = filter
  const method = filter.method?.toUpperCase()
  const hasStatus = createStatusTest(filter.status)
  return (entry) => {
    if (operation !== undefined && entry.facts.operation?.id !== operation) return false
    if (method !== undefined && entry.facts.method !== method) return false
    if (!hasStatus(entry.facts.status)) return false
    if (notices !== undefined && entry.facts.notices.length > 0 !== notices) return false
    if (scenario !== undefined && !entry.facts.steps.some((step) => isOfScenario(step, scenario))) return false
    if (violations !== undefined && isInvalidEntry(entry) !== violations) return false
    return unmatched === undefined || isUnmatchedEntry(entry) === unmatched
  }
}

const createStatusTest = (wanted: number | string | undefined): ((status: number) => boolean) => {
  if (wanted === undefined) return () => true
  const first = /^([1-5])xx$/i.exec(String(wanted))?.[1]
  return first === undefined
    ? (status) => status === Number(wanted)
    : (status) => Math.floor(status / 100) === Number(first)
}

/** Rejections have a status from 400 on, so most exchanges need not be decoded. */
const firstRejection = 400

export const isInvalidEntry = (entry: JournalEntry): boolean =>
  entry.facts.status >= firstRejection && entry.facts.operation !== undefined && isInvalid(peekExchange(entry))

export const isUnmatchedEntry = (entry: JournalEntry): boolean =>
  entry.facts.status >= firstRejection && entry.facts.operation === undefined && isUnmatched(peekExchange(entry))

/** The latest entries that contain a text, oldest first. */
const search = async (
  entries: readonly JournalEntry[],
  text: string,
  limit: number,
): Promise<readonly JournalEntry[]> => {
  const needle = text.toLowerCase()
  const found: JournalEntry[] = []
  let exchanges = 0
  let bytes = 0
  for (const entry of entries.toReversed()) {
    if (found.length >= limit) break
    if (entry.dropped) continue
    if (contains(entry, needle)) found.push(entry)
    exchanges++
    bytes += bodyBytes(entry)
    if (exchanges < searchedAtOnce.exchanges && bytes < searchedAtOnce.bytes) continue
    exchanges = 0
    bytes = 0
    await nextTurn()
  }
  return found.reverse()
}

const contains = (entry: JournalEntry, needle: string): boolean => {
  const { id, path, query, operation, body, reply, rejection, notices, steps } = peekExchange(entry)
  const has = (text: string): boolean => text.toLowerCase().includes(needle)
  return (
    has(id) ||
    has(path) ||
    (query !== '' && has(redactQuery(query, new Set(operation?.secretQuery ?? [])))) ||
    has(operation?.id ?? '') ||
    has(rejection?.message ?? '') ||
    steps.some(has) ||
    notices.some(({ kind, names }) => has(kind) || names.some(has)) ||
    has(startOf(body)) ||
    has(startOf(reply.body))
  )
}

const startOf = (body: Buffer | string | undefined): string => {
  if (body === undefined) return ''
  return typeof body === 'string' ? body.slice(0, searchedBody) : body.toString('utf8', 0, searchedBody)
}

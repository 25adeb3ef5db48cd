/**
 * Reads whole logs from the worker, in answers of a limited size: other commands are carried out in between.
 */
import type { LogEntry, Origin, StoredEntries, StoredLog } from '../log.ts'
import { generationOf, headOf, pointOf } from './heads.ts'
import type { Answer, Command, Found, Span } from './protocol.ts'

type Send = (command: Command) => Promise<Answer>

/** Names in one command. */
const namesAtOnce = 500

/** Undefined for a name without a log. Rejects with LogError. */
export const readLogs = async (send: Send, names: readonly string[]): Promise<readonly (StoredLog | undefined)[]> => {
  const logs: (StoredLog | undefined)[] = []
  for (let index = 0; index < names.length; index += namesAtOnce) {
    const found = await find(send, { kind: 'find', names: names.slice(index, index + namesAtOnce) })
    const stored = await readStates(send, found.filter(isDefined))
    let next = 0
    for (const log of found) {
      const state = log && stored[next++]
      logs.push(state && { ...state, head: headOf({ id: log.log, version: log.version }) })
    }
  }
  return logs
}

/** `after`: only the entries after this version. Rejects with LogError. */
export const readPoint = async (
  send: Send,
  { point }: Pick<Origin, 'point'>,
  after?: number,
): Promise<StoredEntries | undefined> => {
  const found = (await find(send, { kind: 'find-point', point })).filter(isDefined)
  return (await readStates(send, found, after))[0]
}

const find = async (send: Send, command: Command): Promise<readonly (Found | undefined)[]> => {
  const answer = await send(command)
  return answer.kind === 'found' ? answer.found : []
}

const isDefined = <Value>(value: Value | undefined): value is Value => value !== undefined

const readStates = async (send: Send, found: readonly Found[], after?: number): Promise<readonly StoredEntries[]> => {
  const strings = await readSpans(
    send,
    found.flatMap((one) => spansOf(one, after)),
  )
  return found.map(({ log, version, checkpoint, parent, start, count }, index) => ({
    generation: generationOf(log, checkpoint),
    version,
    origin: start && {
      point: pointOf(parent, log),
      generation: generationOf(parent, start.checkpoint),
      version: start.version,
    },
    checkpoint: count === 0 ? [] : (strings[2 * index] ?? []),
    entries: (strings[2 * index + 1] ?? []).map((effects): LogEntry => ({ effects })),
  }))
}

/** The parts, then the entries. Either may be empty. */
const spansOf = (
  { log, version, checkpoint, first, count }: Found,
  after: number | undefined,
): readonly [Span, Span] => [
  { table: 'part', log, first, last: after === undefined ? first + count - 1 : first - 1 },
  { table: 'entry', log, first: Math.max(checkpoint, after ?? 0) + 1, last: version },
]

const readSpans = async (send: Send, spans: readonly Span[]): Promise<readonly (readonly string[])[]> => {
  const strings: string[][] = spans.map(() => [])
  for (let index = 0; index < spans.length; ) {
    const answer = await send({ kind: 'read', spans: resume(spans, strings, index) })
    if (answer.kind !== 'strings') break
    for (const [offset, read] of answer.strings.entries()) {
      const target = strings[index + offset]
      for (const text of read) target?.push(text)
    }
    const last = index + Math.max(answer.strings.length - 1, 0)
    index = last + (isComplete(spans[last], strings[last]) ? 1 : 0)
  }
  return strings
}

/** The spans from an index on, without the rows of the first that were read before. */
const resume = (spans: readonly Span[], strings: readonly (readonly string[])[], index: number): readonly Span[] =>
  spans.slice(index).map((span, offset) => ({ ...span, first: span.first + (strings[index + offset]?.length ?? 0) }))

const isComplete = (span: Span | undefined, strings: readonly string[] | undefined): boolean =>
  !span || !strings || span.first + strings.length > span.last

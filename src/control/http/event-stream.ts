/**
 * Exchanges and changes of sandboxes as server-sent events (HTML Standard, section 9.2). A client that does not read fast
 * enough misses events: only a bounded number of bytes waits for it, and then an event has the number of those that it missed.
 */
import { Readable } from 'node:stream'
import { stringifyJson } from '../../contract/values/json-text.ts'
import type { SandboxEvent } from '../../sandboxes/sandbox-events.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import { batchesOf, countOmitted, type ExchangeBatch, type ExchangeView } from './exchange-batches.ts'

export interface EventQuery {
  /** Only events of this sandbox, and those that concern all. */
  readonly sandbox?: string
  /** How exchanges are described. */
  readonly view: ExchangeView | 'none'
}

/** Interval of keep-alive comments, in milliseconds. */
const heartbeat = 15_000

/** Milliseconds between two reports of exchanges that were only counted. */
const omittedInterval = 1_000

/** A report has the number for each sandbox, unless they are more. */
export const maxOmittedSandboxes = 100

/** How many bytes wait for a client. A single event may be larger. */
export const maxWaiting = 256 * 1024

/** Events until the client disconnects. */
export const streamEvents = (sandboxes: Sandboxes, { sandbox, view }: EventQuery): Readable => {
  const { events } = sandboxes
  const concerns = (id: string | undefined): boolean => sandbox === undefined || id === undefined || id === sandbox
  let missed = 0
  const stream = new Readable({
    read: () => reportMissed(),
    destroy: (error, done) => {
      clearInterval(timer)
      clearTimeout(omittedTimer)
      for (const stop of stops) stop()
      done(error)
    },
  })
  const reportMissed = (): void => {
    if (missed === 0) return
    const count = missed
    missed = 0
    stream.push(`event: missed\ndata: {"count":${count}}\n\n`)
  }
  const send = (written: readonly string[]): void => {
    let chunk = ''
    for (const text of written)
      if (missed > 0 || stream.readableLength + chunk.length >= maxWaiting) missed++
      else chunk += text
    if (chunk !== '') stream.push(chunk)
  }
  let omittedTimer: NodeJS.Timeout | undefined
  let omitted = new Map<string, number>()
  const reportOmitted = (): void => {
    omittedTimer = undefined
    const report = describeOmitted(omitted)
    omitted = new Map()
    send([`event: missed\ndata: ${stringifyJson(report)}\n\n`])
  }
  const batches = view === 'none' ? undefined : batchesOf(sandboxes)[view]
  const sendBatch = (batch: ExchangeBatch): void => {
    send(batch.events.filter((event) => concerns(event.sandbox)).map(({ text }) => text))
    for (const [id, count] of batch.omitted) if (concerns(id)) omitted.set(id, (omitted.get(id) ?? 0) + count)
    if (omitted.size > 0) omittedTimer ??= setTimeout(reportOmitted, omittedInterval).unref()
  }
  const stops = [
    ...(batches ? [batches.listen(sendBatch)] : []),
    events.listen((event) => {
      if (!concerns(event.sandbox)) return
      batches?.flush()
      send([`event: ${event.kind}\ndata: ${stringifyJson(describeEvent(event))}\n\n`])
    }),
  ]
  const timer = setInterval(() => {
    if (stream.readableLength < maxWaiting) stream.push(': alive\n\n')
  }, heartbeat)
  timer.unref()
  stream.push(': listening\n\n')
  return stream
}

const describeOmitted = (omitted: ExchangeBatch['omitted']) => ({
  count: countOmitted(omitted),
  ...(omitted.size > maxOmittedSandboxes ? {} : { sandboxes: Object.fromEntries(omitted) }),
})

const describeEvent = ({ change, sandbox, resource }: SandboxEvent) => ({
  change,
  sandbox: sandbox ?? null,
  ...(resource === undefined ? {} : { resource }),
})

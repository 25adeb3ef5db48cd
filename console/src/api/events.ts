/**
 * The live stream of exchanges, in short, and of other changes. EventSource cannot send the token, so the stream is read with fetch. A lost connection is
 * opened again after increasing delays; `onOpen` is then called again, because what happened in between was missed.
 */
import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { Api } from './client.ts'
import { parseJson } from './json.ts'
import { ProblemError } from './problem.ts'
import type { Change, ExchangeSummary, Missed } from './types.ts'

export type Connection =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  /** `nextTry` in epoch milliseconds. */
  | { readonly kind: 'lost'; readonly since: number; readonly nextTry: number; readonly reason: string }

export interface EventStream {
  readonly connection: ReadonlySignal<Connection>
  /** Tries again at once. */
  readonly retry: () => void
  readonly close: () => void
}

export interface EventListeners {
  readonly onExchange: (exchange: ExchangeSummary) => void
  readonly onChange: (change: Change) => void
  /** The stream is open. Called again when it was lost in between. */
  readonly onOpen: () => void
  readonly onMissed: (missed: Missed) => void
  /** While true, only `retry` tries again: the server wants a token that is missing. */
  readonly isBlocked: () => boolean
}

/** Milliseconds. The server sends a comment every 15 seconds. */
const delays = { first: 500, last: 10_000, silence: 40_000 }

export const openEvents = (api: Api, listeners: EventListeners): EventStream => {
  const connection = signal<Connection>({ kind: 'connecting' })
  const closing = new AbortController()
  const waiting = { wake: () => {} }
  void follow(api, listeners, connection, closing.signal, waiting)
  return { connection, retry: () => waiting.wake(), close: () => closing.abort() }
}

const follow = async (
  api: Api,
  listeners: EventListeners,
  connection: Signal<Connection>,
  closed: AbortSignal,
  waiting: { wake: () => void },
): Promise<void> => {
  let failures = 0
  let since = 0
  while (!closed.aborted) {
    const opened = (): void => {
      failures = 0
      connection.value = { kind: 'open' }
      listeners.onOpen()
    }
    const reason = await readStream(api, listeners, opened, closed)
    if (closed.aborted) return
    if (failures++ === 0) since = Date.now()
    const delay = Math.min(delays.first * 2 ** (failures - 1), delays.last) * (0.8 + Math.random() * 0.4)
    connection.value = { kind: 'lost', since, nextTry: Date.now() + delay, reason }
    await pause(listeners.isBlocked() ? undefined : delay, waiting, closed)
  }
}

/** Without a delay, until it is woken. */
const pause = (delay: number | undefined, waiting: { wake: () => void }, closed: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = delay === undefined ? undefined : setTimeout(resolve, delay)
    const wake = (): void => {
      clearTimeout(timer)
      resolve()
    }
    waiting.wake = wake
    closed.addEventListener('abort', wake, { once: true })
  })

/** Resolves with the reason why the stream ended. */
const readStream = async (
  api: Api,
  listeners: EventListeners,
  opened: () => void,
  closed: AbortSignal,
): Promise<string> => {
  const ending = new AbortController()
  const end = (): void => ending.abort()
  closed.addEventListener('abort', end, { once: true })
  let silence = setTimeout(end, delays.silence)
  try {
    const { body } = await api.open('streamEvents', { query: { view: 'summary' } }, ending.signal)
    if (!body) return 'The server sent no events.'
    opened()
    const reader = body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      clearTimeout(silence)
      silence = setTimeout(end, delays.silence)
      const blocks = (rest + chunk.value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) readBlock(block, listeners)
    }
    return 'The server has closed the connection.'
  } catch (error) {
    if (error instanceof ProblemError) return error.message
    return ending.signal.aborted ? 'The server has not been heard of for 40 seconds.' : 'The server cannot be reached.'
  } finally {
    clearTimeout(silence)
    closed.removeEventListener('abort', end)
  }
}

const readBlock = (block: string, { onExchange, onChange, onMissed }: EventListeners): void => {
  const lines = block.split('\n')
  const fieldOf = (name: string): string | undefined =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
  const kind = fieldOf('event')
  const data = fieldOf('data')
  if (kind === undefined || data === undefined) return
  // The control API's document describes them.
  if (kind === 'exchange') onExchange(parseJson(data) as ExchangeSummary)
  else if (kind === 'missed') onMissed(parseJson(data) as Missed)
  else onChange({ ...(parseJson(data) as Omit<Change, 'kind'>), kind: kind as Change['kind'] })
}

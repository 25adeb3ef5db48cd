/**
 * The server-sent events of the control API, read with fetch.
 */
import { readJson } from './control-api.ts'
import type { ControlApi } from './control-calls.ts'

/** An event of `GET /_sandbox/events`. */
export interface ControlEvent {
  /** `exchange`, `records`, `clock`, `missed` and so on. */
  readonly event: string
  readonly data: unknown
}

export interface EventFilter {
  /** Only events of this sandbox, and those that concern all. */
  readonly sandbox?: string
  /** How `exchange` events describe an exchange; none: there are no such events. Default: full. */
  readonly view?: 'full' | 'summary' | 'none'
}

/**
 * Resolves when the server sends. The events end when it closes, and reject when the connection breaks. They can be read once;
 * who leaves the loop closes the connection.
 */
export const openEvents = async (
  api: ControlApi,
  filter: EventFilter,
  signal?: AbortSignal,
): Promise<AsyncIterable<ControlEvent>> => {
  const { body } = await api.open('streamEvents', { query: filter }, signal)
  const stream = body ?? new ReadableStream<Uint8Array>({ start: (controller) => controller.close() })
  // Now, not at the first event: fetch ends a body that nobody reads yet when its response is collected as garbage.
  const chunks = stream[Symbol.asyncIterator]()
  const events = readEvents(chunks)
  const end = async (): Promise<IteratorResult<ControlEvent>> => {
    await chunks.return?.()
    return events.return(undefined)
  }
  return { [Symbol.asyncIterator]: () => ({ next: () => events.next(), return: end }) }
}

async function* readEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ControlEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = fieldOf(block, 'event')
      const data = fieldOf(block, 'data')
      if (event !== undefined && data !== undefined) yield { event, data: readJson(data) }
    }
  }
}

const fieldOf = (block: string, name: string): string | undefined =>
  block
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2)

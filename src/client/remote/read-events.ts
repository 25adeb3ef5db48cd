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

/** Resolves when the server sends. The events end when it closes, and reject when the connection breaks. */
export const openEvents = async (
  api: ControlApi,
  filter: EventFilter,
  signal?: AbortSignal,
): Promise<AsyncIterable<ControlEvent>> => {
  const { body } = await api.open('streamEvents', { query: filter }, signal)
  return readEvents(body ?? new ReadableStream({ start: (controller) => controller.close() }))
}

async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ControlEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
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

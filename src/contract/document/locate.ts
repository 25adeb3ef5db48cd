/**
 * Finds the position of a value in YAML or JSON. Works on the parser's flat list of events: no tree is built, so that
 * the finding of a large document costs no more than to parse it once again.
 */
import { EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE, type ScalarEvent } from 'js-yaml'
import { splitPointer } from '../values/pointer.ts'

export interface Position {
  /** From 1. */
  readonly line: number
  /** From 1. */
  readonly column: number
}

/** Where the name or the dash of a value is in the text, and the index of its event. */
interface Child {
  readonly offset: number
  readonly value: number
}

/** Returns the position of the value at a pointer, or of its nearest existing ancestor. In an object, that is the name. */
export const createLocator = (text: string): ((pointer: string) => Position) => {
  const events = readEvents(text)
  const ends = matchEnds(events)
  const lines = lineStarts(text)

  /** Where the children of what an event opens are, by name or index: findings of a file can be in thousands of them. */
  const children = new Map<number, ReadonlyMap<string, Child>>()

  const childrenOf = (parent: number): ReadonlyMap<string, Child> => {
    const known = children.get(parent)
    if (known) return known
    const found = new Map<string, Child>()
    const { type } = events[parent] ?? {}
    const end = ends[parent] ?? 0
    if (type === EVENT_ID.SEQUENCE)
      for (let at = parent + 1; at < end; at = after(at))
        found.set(String(found.size), { offset: itemOffset(at), value: at })
    if (type === EVENT_ID.MAPPING)
      for (let at = parent + 1; at < end; at = after(after(at))) {
        const name = nameOf(text, events[at])
        if (name !== undefined && !found.has(name)) found.set(name, { offset: offsetOf(events[at]), value: after(at) })
      }
    children.set(parent, found)
    return found
  }

  /** The position of an empty item is its dash. */
  const itemOffset = (at: number): number => {
    const offset = offsetOf(events[at])
    if (offset >= 0) return offset
    let before = at - 1
    while (before > 0 && endOf(events[before]) < 0) before--
    return text.indexOf('-', Math.max(endOf(events[before]), 0))
  }

  const after = (at: number): number => Math.max(ends[at] ?? 0, at) + 1

  return (pointer) => {
    // The first event opens the document.
    let at = 1
    let offset = offsetOf(events[at])
    for (const key of splitPointer(pointer)) {
      const child = childrenOf(at).get(key)
      if (!child) break
      if (child.offset >= 0) offset = child.offset
      at = child.value
    }
    return positionOf(lines, Math.max(offset, 0))
  }
}

/** Empty if the text does not parse as YAML, as some JSON does not. All positions are then its start. */
const readEvents = (text: string): readonly Event[] => {
  try {
    return parseEvents(text, { maxDepth: 10_000 })
  } catch {
    return []
  }
}

/** For each event that opens something the index of the one that closes it; 0 for all others. */
const matchEnds = (events: readonly Event[]): Int32Array => {
  const ends = new Int32Array(events.length)
  const open: number[] = []
  for (const [index, { type }] of events.entries()) {
    if (type === EVENT_ID.POP) ends[open.pop() ?? 0] = index
    else if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE || type === EVENT_ID.DOCUMENT) open.push(index)
  }
  return ends
}

/** -1 where nothing is written: an empty value. */
const offsetOf = (event: Event | undefined): number => {
  switch (event?.type) {
    case EVENT_ID.MAPPING:
    case EVENT_ID.SEQUENCE:
      return event.start
    case EVENT_ID.SCALAR:
      return isQuoted(event) ? event.valueStart - 1 : event.valueStart
    case EVENT_ID.ALIAS:
      return event.anchorStart - 1
    default:
      return -1
  }
}

/** Where what the event itself writes ends, or where what it opens begins; -1 where neither is known. */
const endOf = (event: Event | undefined): number => (event?.type === EVENT_ID.SCALAR ? event.valueEnd : offsetOf(event))

const isQuoted = ({ style }: ScalarEvent): boolean =>
  style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED

const nameOf = (text: string, event: Event | undefined): string | undefined =>
  event?.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : undefined

const lineStarts = (text: string): readonly number[] => {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

const positionOf = (starts: readonly number[], offset: number): Position => {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
}

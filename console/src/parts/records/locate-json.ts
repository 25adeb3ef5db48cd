/**
 * Where the values of a JSON text are, by their JSON pointer, to show a problem at its line.
 */
import { appendPointer } from '../../api/json-pointer.ts'

export interface JsonPlace {
  /** Both from 1. */
  readonly line: number
  readonly column: number
}

/** Longer texts have no places: this runs with each key. */
const maxLength = 500_000

const tokenPattern = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g

interface Container {
  readonly pointer: string
  readonly place: JsonPlace
  readonly isList: boolean
  /** The name of the next property; in a list, the next index. */
  name: string | number
  /** Whether the next string is a name. */
  expectsName: boolean
}

/** Empty for a text that is not JSON, or what is before the first mistake. */
export const locateJson = (text: string): ReadonlyMap<string, JsonPlace> => {
  const places = new Map<string, JsonPlace>()
  const open: Container[] = []
  let line = 1
  let scanned = 0
  for (const { 0: token, index: start } of text.slice(0, maxLength).matchAll(tokenPattern)) {
    for (let at = text.indexOf('\n', scanned); at >= 0 && at < start; at = text.indexOf('\n', at + 1)) line++
    scanned = start
    const parent = open.at(-1)
    const pointer = parent ? appendPointer(parent.pointer, parent.name) : ''
    const place = { line, column: start - text.lastIndexOf('\n', start) }
    if (token === '{' || token === '[')
      open.push({
        pointer,
        place,
        isList: token === '[',
        name: token === '[' ? 0 : '',
        expectsName: token === '{',
      })
    else if (token === '}' || token === ']') {
      const closed = open.pop()
      if (closed) places.set(closed.pointer, closed.place)
    } else if (token === ',' && parent) {
      if (parent.isList) parent.name = Number(parent.name) + 1
      else parent.expectsName = true
    } else if (token === ':') continue
    else if (parent?.expectsName) {
      parent.name = readName(token)
      parent.expectsName = false
    } else places.set(pointer, place)
  }
  return places
}

const readName = (token: string): string => {
  try {
    return String(JSON.parse(token))
  } catch {
    return token
  }
}

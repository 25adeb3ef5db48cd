/**
 * JSON as lines of coloured pieces, each with its JSON pointer, so that a violation can be marked at its place.
 */
import { stringifyJson } from '../api/json.ts'

export type PieceKind = 'name' | 'string' | 'number' | 'literal' | 'mark'

export interface Piece {
  readonly kind: PieceKind
  readonly text: string
}

export interface JsonLine {
  readonly depth: number
  readonly pieces: readonly Piece[]
  /** Of the value that the line shows or begins (RFC 6901); undefined on a line that only closes one. */
  readonly pointer: string | undefined
}

/** More lines are cut off: nobody reads them, and they cost time. */
export const maxLines = 5_000

/** Returns at most maxLines lines. */
export const formatJsonLines = (value: unknown): readonly JsonLine[] => {
  const lines: JsonLine[] = []
  addValue(lines, { value, depth: 0, pointer: '', lead: [], tail: '' })
  return lines
}

interface Entry {
  readonly value: unknown
  readonly depth: number
  readonly pointer: string
  /** The name before the value. */
  readonly lead: readonly Piece[]
  readonly tail: string
}

const addValue = (lines: JsonLine[], { value, depth, pointer, lead, tail }: Entry): void => {
  if (lines.length >= maxLines) return
  const members = membersOf(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (!members || members.length === 0) {
    const shown = members ? markOf(open + close) : scalarOf(value)
    lines.push({ depth, pointer, pieces: [...lead, shown, ...(tail === '' ? [] : [markOf(tail)])] })
    return
  }
  lines.push({ depth, pointer, pieces: [...lead, markOf(open)] })
  for (const [index, [name, inner]] of members.entries())
    addValue(lines, {
      value: inner,
      depth: depth + 1,
      pointer: `${pointer}/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`,
      lead: Array.isArray(value) ? [] : [{ kind: 'name', text: JSON.stringify(name) }, markOf(': ')],
      tail: index === members.length - 1 ? '' : ',',
    })
  if (lines.length < maxLines) lines.push({ depth, pointer: undefined, pieces: [markOf(close + tail)] })
}

/** Undefined for a value without members. */
const membersOf = (value: unknown): readonly (readonly [string, unknown])[] | undefined =>
  typeof value === 'object' && value !== null ? Object.entries(value) : undefined

const markOf = (text: string): Piece => ({ kind: 'mark', text })

const scalarOf = (value: unknown): Piece => {
  const text = stringifyJson(value)
  if (typeof value === 'string') return { kind: 'string', text }
  return { kind: typeof value === 'number' || typeof value === 'bigint' ? 'number' : 'literal', text }
}

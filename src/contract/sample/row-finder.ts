/**
 * Finds the first row of a table whose pattern matches a name, without trying all of them: each pattern has some letters of which
 * it needs one, and only those are tried whose letters the name has. The others are not even compiled, which was a fifth of the
 * first answer of a document. Tables of fewer than a hundred rows, and long descriptions, gain nothing.
 *
 * The patterns are read here and not by the parser that `contract/patterns` uses for those of documents: in a process that has
 * just started, that one takes three times as long for these tables, more than is gained.
 */
import { lazy } from '../values/memoize.ts'

/** One of them occurs, in lower case, in every text that the pattern matches; undefined: nothing is known. */
type Needles = readonly string[] | undefined

/** Shorter ones are in too many names. */
const minLength = 2

export type FindRow<Row> = (text: string) => Row | undefined

/** The first row in their order. The patterns are neither global nor sticky. */
export const createRowFinder = <Row extends readonly [RegExp, ...unknown[]]>(rows: readonly Row[]): FindRow<Row> => {
  const positionsFor = lazy(() => createIndex(rows.map(([pattern]) => pattern)))
  return (text) => {
    for (const position of positionsFor()(text)) {
      const row = rows[position]
      if (row?.[0].test(text)) return row
    }
    return undefined
  }
}

interface Needle {
  readonly letters: string
  readonly position: number
}

/** Returns the ascending positions of the patterns that may match a text. */
const createIndex = (patterns: readonly RegExp[]): ((text: string) => Iterable<number>) => {
  const byStart = new Map<number, Needle[]>()
  const always: number[] = []
  patterns.forEach((pattern, position) => {
    const needles = needlesOf(pattern)
    if (!needles) always.push(position)
    for (const letters of needles ?? []) {
      const start = startAt(letters, 0)
      const others = byStart.get(start)
      if (others) others.push({ letters, position })
      else byStart.set(start, [{ letters, position }])
    }
  })
  return (text) => {
    const lower = text.toLowerCase()
    const found = new Set(always)
    for (let at = 0; at + minLength <= lower.length; at++)
      for (const { letters, position } of byStart.get(startAt(lower, at)) ?? [])
        if (lower.startsWith(letters, at)) found.add(position)
    return found.size < 2 ? found : [...found].sort((one, other) => one - other)
  }
}

/** A number for two characters. */
const startAt = (text: string, at: number): number => text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1)

/** Of a pattern as it is written. */
export const needlesOf = ({ source, flags }: RegExp): Needles =>
  /[uv]/.test(flags) ? undefined : readAlternatives({ tokens: source.match(token) ?? [], at: 0 })

/** The start of a group, a class, an escape, a count, another sign, or characters that are matched as they are. */
const token =
  /\(\?(?::|<?[=!]|<\w+>)|\[(?:\\.|[^\]\\])*\]|\\(?:u[\da-f]{4}|x[\da-f]{2}|c[a-z]|k<\w+>|\d+|.)|(?:[?*+]|\{\d[^}]*\})\??|[()|.^$]|[^\\[()|.^$?*+{]+|\{/gis

interface Reading {
  readonly tokens: readonly string[]
  at: number
}

/** Up to the end of the group or of the pattern. */
const readAlternatives = (reading: Reading): Needles => {
  let needles: Needles = []
  for (;;) {
    const own = readSequence(reading)
    needles = needles && own && [...needles, ...own]
    if (reading.tokens[reading.at] !== '|') return needles
    reading.at++
  }
}

const readSequence = (reading: Reading): Needles => {
  const { tokens } = reading
  let best: Needles
  let letters = ''
  const end = () => {
    if (letters.length >= minLength) best = better(best, [letters])
    letters = ''
  }
  for (let next = tokens[reading.at]; next !== undefined && next !== '|' && next !== ')'; next = tokens[reading.at]) {
    reading.at++
    const inner = next.startsWith('(') ? readGroup(reading, next) : undefined
    const own = lettersOf(next)
    const count = readCount(reading)
    if (own === undefined) end()
    if (inner && count !== 'optional') best = better(best, inner)
    // A count is that of the last letter.
    if (own !== undefined) letters += count === 'optional' ? own.slice(0, -1) : own
    if (count !== 'once') end()
  }
  end()
  return best
}

/** What is looked at before or after the match is not part of it. */
const readGroup = (reading: Reading, opening: string): Needles => {
  const inner = readAlternatives(reading)
  reading.at++
  return /[=!]$/.test(opening) ? undefined : inner
}

/** Undefined for what matches other characters or none. Other alphabets have letters without one lower case. */
const lettersOf = (item: string): string | undefined => {
  if (/^\\[^a-z\d]$/i.test(item)) return item.slice(1)
  return /^[\\[(.^$]|[^ -~]/.test(item) ? undefined : item.toLowerCase()
}

/** How often the item before may come. */
const readCount = (reading: Reading): 'once' | 'several' | 'optional' => {
  const next = reading.tokens[reading.at] ?? ''
  if (!/^([?*+]|\{\d)/.test(next)) return 'once'
  reading.at++
  return /^([?*]|\{0)/.test(next) ? 'optional' : 'several'
}

/** Those whose shortest one is longer, otherwise the fewer ones. */
const better = (one: Needles, other: readonly string[]): Needles => {
  if (!one) return other
  const [first, second] = [shortest(one), shortest(other)]
  return first > second || (first === second && one.length <= other.length) ? one : other
}

const shortest = (needles: readonly string[]): number =>
  needles.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY)

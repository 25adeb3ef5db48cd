/**
 * Where a position in a YAML or JSON text is: the path of keys and indexes that leads there, and whether a key or a value is
 * being written. It reads the lines before the position, so it works while the text is incomplete.
 */

export interface CodePosition {
  /** Leads to the object or array that contains what is being written; for a value, to the value itself. */
  readonly path: readonly (string | number)[]
  readonly kind: 'key' | 'value'
  /** What is written so far begins here. */
  readonly from: number
  /** Keys that the object has before the position. */
  readonly siblings: readonly string[]
  /** Inside braces or brackets, where a plain YAML string cannot have some characters. */
  readonly isFlow: boolean
  /** Undefined where a scalar can also begin an object: after a hyphen. */
  readonly isOpen: boolean
}

interface Block {
  readonly indent: number
  readonly kind: 'map' | 'list'
  key: string | undefined
  index: number
  readonly keys: string[]
}

interface Flow {
  readonly kind: 'map' | 'list'
  key: string | undefined
  index: number
  readonly keys: string[]
}

/** Longer texts are not completed. */
const maxLength = 200_000

/** Undefined in a comment, and in texts that are too long. */
export const findPosition = (text: string, offset: number): CodePosition | undefined => {
  const before = text.slice(0, offset)
  if (before.length > maxLength) return undefined
  const blocks: Block[] = []
  const flows: Flow[] = []
  const lines = before.split('\n')
  let rest: Rest = { written: '', isAfterColon: false }
  for (const [index, line] of lines.entries()) {
    const isCurrent = index === lines.length - 1
    if (flows.length > 0) {
      rest = { ...scanFlow(line, flows), isAfterColon: false }
      continue
    }
    if (/^\s*(?:#|$)/.test(line) && !isCurrent) continue
    rest = scanBlock(line, blocks, flows)
  }
  if (/(?:^|\s)#[^'"]*$/.test(lines.at(-1) ?? '')) return undefined
  return locate(blocks, flows, rest, offset)
}

const pathOf = (frames: readonly (Block | Flow)[]): (string | number)[] =>
  frames.flatMap((frame): (string | number)[] =>
    frame.kind === 'list' ? [frame.index] : frame.key === undefined ? [] : [frame.key],
  )

/** What is written at the end of a line. */
interface Rest {
  readonly written: string
  readonly isAfterColon: boolean
}

const locate = (blocks: readonly Block[], flows: readonly Flow[], rest: Rest, offset: number): CodePosition => {
  const frames = [...blocks, ...flows]
  const last = frames.at(-1)
  const isKey = last?.kind !== 'list' && last?.key === undefined
  return {
    path: pathOf(frames),
    kind: isKey ? 'key' : 'value',
    from: offset - rest.written.length,
    siblings: last?.kind === 'map' ? last.keys : [],
    isFlow: flows.length > 0,
    isOpen: rest.isAfterColon,
  }
}

/** Reads one line of block style. */
const scanBlock = (line: string, blocks: Block[], flows: Flow[]): Rest => {
  let indent = line.length - line.trimStart().length
  let content = line.slice(indent)
  for (let dashes = 0; dashes < 20 && /^-(?:\s|$)/.test(content); dashes++) {
    leave(blocks, indent, 'list')
    const list = blocks.at(-1)
    if (list?.kind === 'list' && list.indent === indent) list.index++
    else blocks.push({ indent, kind: 'list', key: undefined, index: 0, keys: [] })
    const skipped = /^-\s*/.exec(content)?.[0].length ?? 1
    indent += skipped
    content = content.slice(skipped)
  }
  leave(blocks, indent, 'map')
  if (/^[{[]/.test(content)) return { ...scanFlow(content, flows), isAfterColon: true }
  const pair = /^("(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'#{}[\],][^:#]*?)\s*:(?:\s+|$)/.exec(content)
  const map = blocks.at(-1)
  const isIn = map?.kind === 'map' && map.indent === indent
  if (!pair) {
    // A key that is being written.
    if (isIn) map.key = undefined
    else blocks.push({ indent, kind: 'map', key: undefined, index: 0, keys: [] })
    return { written: content, isAfterColon: false }
  }
  const key = unquote(pair[1] ?? '')
  if (isIn) {
    map.key = key
    map.keys.push(key)
  } else blocks.push({ indent, kind: 'map', key, index: 0, keys: [key] })
  const value = content.slice(pair[0].length)
  if (/^[{[]/.test(value)) return { ...scanFlow(value, flows), isAfterColon: true }
  return { written: value, isAfterColon: true }
}

/** Removes the blocks that a line of this indentation ends. A list may have the indentation of its key. */
const leave = (blocks: Block[], indent: number, kind: 'map' | 'list'): void => {
  for (let last = blocks.at(-1); last; last = blocks.at(-1)) {
    const stays = last.indent < indent || (last.indent === indent && (last.kind === kind || kind === 'list'))
    if (stays) return
    blocks.pop()
  }
}

/** Reads what is in braces and brackets, up to the end of the text or of the outermost one. */
const scanFlow = (text: string, flows: Flow[]): Pick<Rest, 'written'> => {
  let written = ''
  let quote = ''
  for (const character of text) {
    const top = flows.at(-1)
    if (quote !== '') {
      written += character
      if (character === quote && !written.endsWith(`\\${quote}`)) quote = ''
    } else if (character === '"' || character === "'") {
      quote = character
      written += character
    } else if (character === '{' || character === '[') {
      flows.push({ kind: character === '{' ? 'map' : 'list', key: undefined, index: 0, keys: [] })
      written = ''
    } else if (character === '}' || character === ']') {
      flows.pop()
      written = ''
    } else if (character === ',' && top) {
      top.key = undefined
      top.index++
      written = ''
    } else if (character === ':' && top?.kind === 'map' && top.key === undefined) {
      top.key = unquote(written.trim())
      top.keys.push(top.key)
      written = ''
    } else written += character
  }
  return { written: written.trimStart() }
}

const unquote = (text: string): string => text.replace(/^(["'])(.*)\1$/s, '$2')

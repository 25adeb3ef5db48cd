/**
 * One file of YAML or JSON: its text, what it holds, and where in it a value stands.
 * Positions cost far more than parsing, so they are found only when somebody asks, that is, for a finding.
 */
import { readFile } from 'node:fs/promises'
import { load, YAMLException } from 'js-yaml'
import type { Finding, FindingCode } from '../errors.ts'
import { LoadError } from '../errors.ts'
import { splitPointer } from './pointer.ts'

export interface Position {
  /** From 1. */
  readonly line: number
  /** From 1. */
  readonly column: number
}

export interface Source {
  /** As the user named it; relative names stay relative. */
  readonly file: string
  readonly text: string
  readonly data: unknown
}

/** Reads and parses a file. Throws LoadError where it cannot be read or is not YAML or JSON. */
export const readSource = async (file: string): Promise<Source> => {
  const text = await readText(file)
  try {
    return { file, text, data: parseText(file, text) }
  } catch (error) {
    throw new LoadError([syntaxFinding(file, text, error)], { cause: error })
  }
}

/** The text of a file, without a byte order mark. Throws LoadError where it cannot be read. */
const readText = async (file: string): Promise<string> => {
  try {
    return (await readFile(file, 'utf8')).replace(/^\uFEFF/, '')
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : String((error as Error).message)
    throw new LoadError([{ code: 'file-unreadable', file, message: `cannot be read: ${reason}` }], { cause: error })
  }
}

/** A finding at the place a pointer leads to, or at its nearest ancestor that the file has. */
export const findingAt = async (
  source: Source,
  pointer: string,
  code: FindingCode,
  message: string,
): Promise<Finding> => ({
  code,
  file: source.file,
  ...(await locate(source.text, pointer)),
  message,
})

/** Where the value at a pointer stands in a text. */
const locate = async (text: string, pointer: string): Promise<Position> => {
  const { parseDocument, LineCounter, isCollection, isMap, isScalar } = await import('yaml')
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, keepSourceTokens: false, uniqueKeys: false })
  let node: unknown = document.contents
  let offset = rangeStart(node)
  for (const key of splitPointer(pointer)) {
    if (!isCollection(node)) break
    const pair = isMap(node)
      ? node.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
      : undefined
    const next = isMap(node) ? pair?.value : node.items[Number(key)]
    if (pair === undefined && next === undefined) break
    offset = pair ? rangeStart(pair.key) : rangeStart(next)
    node = next
  }
  const { line, col } = lineCounter.linePos(offset)
  return { line, column: col }
}

const rangeStart = (node: unknown): number => {
  const range = (node as { range?: readonly number[] } | null)?.range
  return range?.[0] ?? 0
}

const parseText = (file: string, text: string): unknown => {
  if (!file.endsWith('.json')) return load(text, { filename: file })
  try {
    return JSON.parse(text)
  } catch {
    // YAML is a superset of JSON for all that matters here, and says where it breaks on every Node version.
    return load(text, { filename: file })
  }
}

const syntaxFinding = (file: string, text: string, error: unknown): Finding => {
  if (!(error instanceof YAMLException))
    return { code: 'syntax-error', file, message: `cannot be parsed: ${String(error)}` }
  const { mark, reason } = error
  const position = mark ? { line: mark.line + 1, column: mark.column + 1 } : {}
  const empty = text.trim() === '' ? ' (the file is empty)' : ''
  return {
    code: 'syntax-error',
    file,
    ...position,
    message: `is not ${file.endsWith('.json') ? 'JSON' : 'YAML'}: ${reason}${empty}`,
  }
}

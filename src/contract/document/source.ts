/**
 * One YAML or JSON file: its text, its data, and the positions of values in it. Positions cost far more than parsing, so they
 * are computed only for findings.
 */
import { readFile } from 'node:fs/promises'
import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml'
import type { Finding, FindingCode } from '../../errors.ts'
import { LoadError } from '../../errors.ts'
import type { Json } from '../../ports.ts'
import { isJsonObject } from '../values/json-object.ts'
import { parseJsonText } from '../values/json-text.ts'
import { appendPointer } from '../values/pointer.ts'
import { createLocator } from './locate.ts'

export interface Source {
  /** As the user wrote it; relative paths stay relative. */
  readonly file: string
  readonly text: string
  readonly data: Json
}

/** A problem in a file, at a JSON pointer. */
export interface Mistake {
  readonly code: FindingCode
  readonly pointer: string
  readonly message: string
  /** Nothing is served until it is fixed. Otherwise the rest of the document is served. */
  readonly isFatal?: boolean
}

/** A problem in one of several files. */
export type PlacedMistake = Mistake & {
  /** Absolute path. */
  readonly file: string
}

/** Reads and parses a file. Throws LoadError if it cannot be read, or is neither YAML nor JSON. */
export const readSource = async (file: string): Promise<Source> => parseSource(file, await readText(file))

/** The same for a text that was read already. A byte order mark is ignored. */
export const parseSource = async (file: string, read: string): Promise<Source> => {
  const text = read.replace(/^\uFEFF/, '')
  const data = file.endsWith('.json') ? parseJson(text) : undefined
  // YAML includes JSON, and its parser reports positions of errors on every version of Node.js.
  return data === undefined ? readYaml(file, text) : { file, text, data }
}

const readYaml = async (file: string, text: string): Promise<Source> => {
  const source = { file, text, data: parseYaml(file, text) }
  const circle = findCircle(source.data)
  if (circle === undefined) return source
  const message = 'an anchor contains an alias of itself; write out the value to the depth that you need'
  throw new LoadError([await findingAt(source, circle, 'syntax-error', message)])
}

/** The pointer of a value that contains itself, through a YAML alias; undefined if there is none. */
const findCircle = (data: unknown): string | undefined => {
  // By visited value, whether it is an ancestor of the current one.
  const met = new Map<object, boolean>()
  const keys: string[] = []
  const walk = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return false
    const isAbove = met.get(value)
    if (isAbove !== undefined) return isAbove
    met.set(value, true)
    for (const [key, item] of Object.entries(value)) {
      keys.push(key)
      if (walk(item)) return true
      keys.pop()
    }
    met.set(value, false)
    return false
  }
  return walk(data) ? keys.reduce(appendPointer, '') : undefined
}

/** The text of a file. Throws LoadError if it cannot be read. */
const readText = async (file: string): Promise<string> => {
  try {
    // With an encoding, readFile decodes large files in chunks, which is slower.
    return (await readFile(file)).toString('utf8')
  } catch (error) {
    throw unreadable(file, error)
  }
}

/** `error`: why the file cannot be read. */
export const unreadable = (file: string, error: unknown): LoadError => {
  const reason =
    (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : String((error as Error).message)
  return new LoadError([{ code: 'file-unreadable', file, message: `cannot be read: ${reason}` }], { cause: error })
}

/** A finding at a pointer, or at its nearest ancestor that exists in the file. */
export const findingAt = async (
  source: Source,
  pointer: string,
  code: FindingCode,
  message: string,
): Promise<Finding> => ({
  code,
  file: source.file,
  ...createLocator(source.text)(pointer),
  message,
})

/** A finding for each problem. Positions are computed once, and only if there are problems. */
export const findingsAt = async (source: Source, mistakes: readonly Mistake[]): Promise<readonly Finding[]> => {
  if (mistakes.length === 0) return []
  const locate = createLocator(source.text)
  return mistakes.map(({ code, pointer, message }) => ({ code, file: source.file, ...locate(pointer), message }))
}

/** YAML 1.2 with the merge keys (`<<`) of 1.1, which documents use. */
const yamlSchema = CORE_SCHEMA.withTags(mergeTag)

const parseYaml = (file: string, text: string): Json => {
  try {
    // The schema has only the tags of JSON.
    return load(text, { filename: file, schema: yamlSchema }) as Json
  } catch (error) {
    throw new LoadError([syntaxFinding(file, text, error)], { cause: error })
  }
}

/** Undefined if the text is not JSON. */
const parseJson = (text: string): Json | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
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

/**
 * The data with integers outside ±(2^53-1) as bigint. The default parser rounds them; only files with 16 digits in a row are
 * parsed again.
 */
export const readExact = async (source: Source): Promise<unknown> => {
  if (!/\d{16}/.test(source.text)) return source.data
  if (source.file.endsWith('.json')) return parseJsonText(source.text).exact
  const { parse } = await import('yaml')
  return toSafeNumbers(parse(source.text, { intAsBigInt: true }))
}

const toSafeNumbers = (value: unknown): unknown => {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
  if (Array.isArray(value)) return value.map(toSafeNumbers)
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, toSafeNumbers(item)]))
    : value
}

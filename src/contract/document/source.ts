/**
 * One YAML or JSON file: its text, its data, and the positions of values in it. Positions cost far more than parsing, so they
 * are computed only for findings.
 */
import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml'
import type { Finding, FindingCode } from '../../errors.ts'
import { LoadError } from '../../errors.ts'
import type { Json } from '../../ports.ts'
import { isAddress, showAddress } from '../values/address.ts'
import { isJsonObject } from '../values/json-object.ts'
import { parseJsonText } from '../values/json-text.ts'
import { hasJsonName } from './data-file.ts'
import { findExcess, isDeeper, maxNesting, tooDeep } from './find-excess.ts'
import { createLocator } from './locate.ts'
import { findParsed, keepParsed } from './parsed-yaml.ts'
import { type Origin, readText } from './read-file.ts'

export interface Source {
  /** As the user wrote it; relative paths stay relative. */
  readonly file: string
  readonly text: string
  readonly data: Json
  /** Whether it is an object in code. Then places in it are shown as pointers, because its text has no lines. */
  readonly isInline?: true
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
export const readSource = async (file: string, origin: Origin): Promise<Source> =>
  parseSource(isAddress(file) ? showAddress(file) : file, await readText(file, origin))

/** The same for a text that was read already. A byte order mark is ignored. */
export const parseSource = async (file: string, read: string): Promise<Source> => {
  const text = read.replace(/^\uFEFF/, '')
  const known = (isJsonFile(file, text) ? parseJson(text) : undefined) ?? findParsed(text)
  // YAML includes JSON, and its parser reports positions of errors on every version of Node.js.
  const source = { file, text, data: known ?? parseYaml(file, text) }
  if (known !== undefined) return source
  const excess = findExcess(source.data)
  if (excess) throw new LoadError([await findingAt(source, excess.pointer, excess.kind, excess.message)])
  keepParsed(text, source.data)
  return source
}

/** An address need not have an extension. */
const isJsonFile = (file: string, text: string): boolean =>
  hasJsonName(file) || (isAddress(file) && /^\s*\{/.test(text))

/** A finding at a pointer, or at its nearest ancestor that exists in the file. */
export const findingAt = async (
  source: Source,
  pointer: string,
  code: FindingCode,
  message: string,
): Promise<Finding> => ({
  code,
  file: source.file,
  ...placerOf(source)(pointer),
  message,
})

type Place = Pick<Finding, 'line' | 'column' | 'pointer'>

type Placer = (pointer: string) => Place

/** A file is parsed again for its positions, once for all findings that are written together. */
const placers = new WeakMap<Source, WeakRef<Placer>>()

const placerOf = (source: Source): Placer => {
  const known = placers.get(source)?.deref()
  if (known) return known
  const { text, isInline } = source
  const placer: Placer = isInline ? (pointer) => ({ pointer }) : createLocator(text)
  // Weak: the positions take more memory than the file.
  placers.set(source, new WeakRef(placer))
  return placer
}

/** A finding for each problem. Positions are computed once, and only if there are problems. */
export const findingsAt = async (source: Source, mistakes: readonly Mistake[]): Promise<readonly Finding[]> => {
  if (mistakes.length === 0) return []
  const place = placerOf(source)
  return mistakes.map(({ code, pointer, message }) => ({ code, file: source.file, ...place(pointer), message }))
}

/** YAML 1.2 with the merge keys (`<<`) of 1.1, which documents use. */
const yamlSchema = CORE_SCHEMA.withTags(mergeTag)

const parseYaml = (file: string, text: string): Json => {
  try {
    // The schema has only the tags of JSON.
    return load(text, { filename: file, schema: yamlSchema, maxDepth: maxNesting }) as Json
  } catch (error) {
    throw new LoadError([syntaxFinding(file, text, error)], { cause: error })
  }
}

/** Undefined if the text is not JSON, or nested too deep: the parser of YAML reports the place. */
const parseJson = (text: string): Json | undefined => {
  let data: Json
  try {
    data = JSON.parse(text)
  } catch {
    return undefined
  }
  return isDeeper(data, maxNesting) ? undefined : data
}

const syntaxFinding = (file: string, text: string, error: unknown): Finding => {
  if (!(error instanceof YAMLException))
    return { code: 'syntax-error', file, message: `cannot be parsed: ${String(error)}` }
  const { mark, reason } = error
  if (reason.startsWith('nesting exceeded') && mark)
    return { code: 'file-too-large', file, line: mark.line + 1, column: mark.column + 1, message: tooDeep }
  const position = mark ? { line: mark.line + 1, column: mark.column + 1 } : {}
  const empty = text.trim() === '' ? ' (the file is empty)' : ''
  return {
    code: 'syntax-error',
    file,
    ...position,
    message: `is not ${hasJsonName(file) ? 'JSON' : 'YAML'}: ${reason}${empty}`,
  }
}

/**
 * The data with integers outside ±(2^53-1) as bigint. The default parser rounds them; only files with 16 digits in a row are
 * parsed again.
 */
export const readExact = async (source: Source): Promise<unknown> => {
  if (!/\d{16}/.test(source.text)) return source.data
  if (source.isInline || hasJsonName(source.file)) return parseJsonText(source.text).exact
  const { parse } = await import('yaml')
  // How often aliases repeat values was checked when the file was parsed.
  return toSafeNumbers(parse(source.text, { intAsBigInt: true, maxAliasCount: -1 }))
}

const toSafeNumbers = (value: unknown): unknown => {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value
  if (Array.isArray(value)) return value.map(toSafeNumbers)
  return isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, toSafeNumbers(item)]))
    : value
}

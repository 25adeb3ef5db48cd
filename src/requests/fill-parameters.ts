/**
 * Values for the required parameters of an operation: examples of the document, otherwise generated ones. Every value is
 * decoded and validated as a request's would be.
 */
import { isIdempotencyKey } from '../behaviours/infer/subject.ts'
import type { ParameterView } from '../contract/document/operation-view.ts'
import { childNode, childNodes, dereference } from '../contract/document/references.ts'
import type { Operation } from '../contract/operation/operation.ts'
import type { CompiledParameter, RawParameters } from '../contract/request/parameters.ts'
import { generateValue } from '../contract/sample/generate-value.ts'
import type { SchemaCompiler } from '../contract/schema/schema-compiler.ts'
import { getOwn, isJsonArray } from '../contract/values/json-object.ts'
import { formatUuid, seedOf } from '../contract/values/random.ts'
import type { Json } from '../ports.ts'
import { type EncodedParameter, encodeParameter } from './encode-parameter.ts'

export interface ParameterSources {
  readonly operation: Operation
  readonly compiler: SchemaCompiler
  readonly seed: number
  /** The path parameters whose values existing records determine. */
  readonly known: ReadonlyMap<string, Json>
  /** The query parameters for which an existing record has a value. */
  readonly filters: ReadonlyMap<string, Json>
}

export interface FilledParameters {
  /** Percent-encoded. */
  readonly path: ReadonlyMap<string, string>
  readonly query: EncodedParameter
  readonly headers: EncodedParameter
  readonly cookies: EncodedParameter
}

/** The path parameters, and what else is required. A parameter without a valid value gets one that is not. */
export const fillParameters = async (sources: ParameterSources): Promise<FilledParameters> => {
  const { operation, known } = sources
  const path = new Map([...known].map(([name, value]) => [name, encodeURIComponent(String(value))]))
  const filled: Record<'query' | 'header' | 'cookie', EncodedParameter[]> = { query: [], header: [], cookie: [] }
  for (const parameter of operation.compile().parameters) {
    const { view } = parameter
    const value = view.in === 'path' ? known.get(view.name) : undefined
    if (!view.required) continue
    const encoded = value === undefined ? await fillParameter(sources, parameter) : encodeParameter(view, value)
    if (view.in === 'path') path.set(view.name, encoded[0]?.[1] ?? '')
    else filled[view.in].push(encoded)
  }
  return { path, query: filled.query.flat(), headers: filled.header.flat(), cookies: filled.cookie.flat() }
}

const fillParameter = async (sources: ParameterSources, parameter: CompiledParameter): Promise<EncodedParameter> => {
  const { view } = parameter
  const filter = view.in === 'query' ? sources.filters.get(view.name) : undefined
  if (filter !== undefined) {
    const encoded = encodeParameter(view, filter)
    if (isAccepted(parameter, encoded)) return encoded
  }
  const fixed = fixedHeader(view, sources)
  if (fixed !== undefined) return [[view.name, fixed]]
  for (const value of documentedValues(sources.operation, view)) {
    const encoded = encodeParameter(view, value)
    if (isAccepted(parameter, encoded)) return encoded
  }
  for (const variant of variants) {
    const value = await generateParameter(sources, view, variant)
    if (value === undefined) continue
    const encoded = encodeParameter(view, value)
    if (isAccepted(parameter, encoded)) return encoded
  }
  return encodeParameter(view, 'one')
}

/** Headers that must have a certain value: a condition that holds, an idempotency key. */
const fixedHeader = ({ in: place, name }: ParameterView, { operation, seed }: ParameterSources): string | undefined => {
  if (place !== 'header') return undefined
  if (/^if-match$/i.test(name)) return '*'
  if (/^if-none-match$/i.test(name)) return '"none"'
  if (!isIdempotencyKey(name)) return undefined
  const hex = (part: number) => seedOf(seed, operation.id, name, part).toString(16).padStart(8, '0')
  return formatUuid([0, 1, 2, 3].map(hex).join(''))
}

/** The examples of a parameter. Those of its schema are used by the generator. */
const documentedValues = ({ document }: Operation, { node }: ParameterView): readonly Json[] => {
  const named = childNodes(childNode(node, 'examples')).map(([, example]) =>
    getOwn(dereference(document.files, example)?.value, 'value'),
  )
  return [getOwn(node.value, 'example'), ...named].filter((value) => value !== undefined)
}

const variants = [
  { mode: 'minimal', examples: true },
  { mode: 'realistic', examples: true },
  { mode: 'minimal', examples: false },
  { mode: 'random', examples: false },
] as const

const generateParameter = async (
  { operation, compiler, seed }: ParameterSources,
  view: ParameterView,
  variant: (typeof variants)[number],
): Promise<Json | undefined> => {
  if (!view.schema) return 'one'
  const { files, dialect } = operation.document
  const generated = await generateValue({ files, dialect, compiler }, view.schema, {
    ...variant,
    name: view.name,
    seed: seedOf(seed, operation.id, view.in, view.name),
    validate: false,
  })
  return generated.kind === 'generated' ? omitRepeated(generated.value) : undefined
}

/** A list of what to look for is clearer without repetitions. */
const omitRepeated = (value: Json): Json => (isJsonArray(value) ? [...new Set(value)] : value)

/** Whether a request with it is valid. An empty list is not sent at all. */
export const isAccepted = ({ view, read }: CompiledParameter, encoded: EncodedParameter): boolean =>
  encoded.length > 0 && encoded.every(([, text]) => text !== '') && read(toRaw(view, encoded)).kind === 'value'

const toRaw = (view: ParameterView, encoded: EncodedParameter): RawParameters => {
  const pairs = encoded.map(([name, text]) => [decodeURIComponent(name), decode(view, text)] as const)
  const none: RawParameters = { path: {}, query: [], headers: {} }
  switch (view.in) {
    case 'path':
      // The raw path has one segment; a parameter is looked up by its place from the end only if it is the last one.
      return { ...none, path: Object.fromEntries(pairs) }
    case 'query':
      return { ...none, query: pairs, rawQuery: joinPairs(encoded, '&') }
    case 'header':
      return { ...none, headers: Object.fromEntries(pairs.map(([name, text]) => [name.toLowerCase(), text])) }
    case 'cookie':
      return { ...none, headers: { cookie: joinPairs(encoded, '; ') } }
  }
}

const decode = (view: ParameterView, text: string): string => (view.in === 'header' ? text : decodeURIComponent(text))

export const joinPairs = (pairs: EncodedParameter, separator: string): string =>
  pairs.map(([name, text]) => `${name}=${text}`).join(separator)

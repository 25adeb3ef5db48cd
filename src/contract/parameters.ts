/**
 * Parameters: decoded by their declared style (OpenAPI 3.1, section 4.8.12) and type, then validated. A text becomes a
 * number only where it is written as JSON writes one: no sign but minus, no leading zero, no exponent for an integer.
 */
import type { Violation } from '../errors.ts'
import type { Json, RequestHeaders } from '../ports.ts'
import type { Document } from './document.ts'
import { exactInteger, JsonTextError, type ParsedJson, parseJsonText, separateDigits } from './json-text.ts'
import type { ParameterView } from './operation-view.ts'
import type { SchemaCompiler, Validator } from './schema-compiler.ts'
import { findKeyword, itemsNode, typesOf, viewObject } from './schema-view.ts'
import { describeErrors } from './violations.ts'

/** The raw texts of a request by place. Query: names and values decoded, in order. */
export interface RawParameters {
  readonly path: Readonly<Record<string, string>>
  readonly query: readonly (readonly [string, string])[]
  readonly headers: RequestHeaders
}

/** Decoded values by place and name; a parameter that did not come is absent, unless it has a default. */
export interface ParameterValues {
  readonly path: ReadonlyMap<string, Json>
  readonly query: ReadonlyMap<string, Json>
  readonly header: ReadonlyMap<string, Json>
  readonly cookie: ReadonlyMap<string, Json>
}

export interface CompiledParameter {
  readonly view: ParameterView
  /** Names of the query that this parameter reads; more than one for exploded objects. */
  readonly claims: (name: string) => boolean
  readonly read: (raw: RawParameters) => ReadParameter
}

export type ReadParameter =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'absent' }
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] }

/** Headers that OpenAPI takes no parameter for (Parameter Object, `name`). */
const reservedHeaders = new Set(['accept', 'content-type', 'authorization'])

/** Compiles an operation's parameters. */
export const compileParameters = (
  document: Document,
  compiler: SchemaCompiler,
  views: readonly ParameterView[],
): readonly CompiledParameter[] =>
  views
    .filter((view) => view.in !== 'header' || !reservedHeaders.has(view.name.toLowerCase()))
    .map((view) => compileParameter(document, compiler, view))

const compileParameter = (document: Document, compiler: SchemaCompiler, view: ParameterView): CompiledParameter => {
  if (view.schema && !view.mediaType && typesOf(document.files, view.schema).has('object'))
    return passObject(document, view)
  const validate = view.schema ? compiler.compile(view.schema, 'request') : undefined
  const fallback = view.schema ? findKeyword(document.files, view.schema, 'default') : undefined
  const absent: ReadParameter = fallback === undefined ? { kind: 'absent' } : { kind: 'value', value: fallback as Json }
  const decode = createDecoder(document, view)
  const place = `${view.in}.${view.name}`
  const required: ReadParameter = {
    kind: 'invalid',
    violations: [{ at: place, keyword: 'required', message: `${place} is required` }],
  }
  return {
    view,
    claims: claimsOf(document, view),
    read: (raw) => {
      const texts = textsOf(view, raw)
      if (texts === undefined) return view.required ? required : absent
      const decoded = decode(texts)
      if (decoded.kind === 'refused')
        return {
          kind: 'invalid',
          violations: [{ at: place, keyword: 'style', message: `${place} ${decoded.message}` }],
        }
      return check(validate, separateDigitsOf(decoded.value), place)
    },
  }
}

/** Parameters that are objects are let through as they come: their styles are not decoded yet. */
const passObject = (document: Document, view: ParameterView): CompiledParameter => ({
  view,
  claims: claimsOf(document, view),
  read: () => ({ kind: 'absent' }),
})

const check = (validate: Validator | undefined, value: ParsedJson, place: string): ReadParameter => {
  const errors = validate?.(value)
  return errors
    ? { kind: 'invalid', violations: describeErrors(errors, value, place) }
    : { kind: 'value', value: value.exact }
}

/** Most parameters are one short value, for which there is nothing to separate. */
const separateDigitsOf = (value: Json): ParsedJson =>
  typeof value === 'object' || typeof value === 'bigint' ? separateDigits(value) : { rounded: value, exact: value }

type Texts = readonly (readonly [string, string])[]
type Decoded =
  | { readonly kind: 'decoded'; readonly value: Json }
  | { readonly kind: 'refused'; readonly message: string }

/** The texts that carry a parameter, by name; undefined where it did not come. */
const textsOf = (view: ParameterView, raw: RawParameters): Texts | undefined => {
  switch (view.in) {
    case 'path': {
      const text = raw.path[view.name]
      return text === undefined ? undefined : [[view.name, text]]
    }
    case 'query': {
      if (raw.query.length === 0) return undefined
      const found = raw.query.filter(([name]) => name === view.name)
      return found.length === 0 ? undefined : found
    }
    case 'header': {
      const text = raw.headers[view.name.toLowerCase()]
      return text === undefined ? undefined : [[view.name, typeof text === 'string' ? text : text.join(', ')]]
    }
    case 'cookie': {
      const found = readCookies(raw.headers.cookie).filter(([name]) => name === view.name)
      return found.length === 0 ? undefined : found
    }
  }
}

/** Cookie pairs (RFC 6265, section 4.2.1). */
const readCookies = (header: string | readonly string[] | undefined): Texts =>
  (typeof header === 'string' ? header : (header ?? []).join('; ')).split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at === -1 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const]
  })

const claimsOf = (document: Document, view: ParameterView): ((name: string) => boolean) => {
  if (view.in !== 'query') return () => false
  if (view.style === 'deepObject') return (name) => name === view.name || name.startsWith(`${view.name}[`)
  const isExploded =
    view.style === 'form' && view.explode && view.schema && typesOf(document.files, view.schema).has('object')
  const names = isExploded && view.schema ? viewObject(document.files, view.schema).properties : new Map()
  return (name) => name === view.name || names.has(name)
}

const delimiters: Readonly<Record<string, string>> = { form: ',', simple: ',', spaceDelimited: ' ', pipeDelimited: '|' }

/** How a parameter's texts become a value: JSON where it is described by content, an array by its style, else one value. */
const createDecoder = (document: Document, view: ParameterView): ((texts: Texts) => Decoded) => {
  const { schema } = view
  if (view.mediaType?.includes('json')) return ([first]) => decodeJson(first?.[1] ?? '')
  if (!schema) return ([first]) => ({ kind: 'decoded', value: first?.[1] ?? '' })
  const types = typesOf(document.files, schema)
  if (!types.has('array')) return (texts) => decodeSingle(texts, types)
  const items = itemsNode(document.files, schema)
  const itemTypes = items ? typesOf(document.files, items) : new Set<string>()
  const delimiter = view.explode && view.in === 'query' ? undefined : delimiters[view.style]
  return (texts) => ({
    kind: 'decoded',
    value: texts
      .flatMap(([, text]) => (delimiter === undefined ? [text] : text.split(delimiter)))
      .map((text) => convertText(text, itemTypes)),
  })
}

const decodeSingle = (texts: Texts, types: ReadonlySet<string>): Decoded => {
  const [first] = texts
  if (texts.length > 1) return { kind: 'refused', message: `must be given once, came ${texts.length} times` }
  return { kind: 'decoded', value: convertText(first?.[1] ?? '', types) }
}

const decodeJson = (text: string): Decoded => {
  try {
    return { kind: 'decoded', value: parseJsonText(text).exact }
  } catch (error) {
    if (error instanceof JsonTextError) return { kind: 'refused', message: error.message }
    throw error
  }
}

/** A text as the type that the schema asks for; a text that is not written as that type stays a text, and is refused as one. */
const convertText = (text: string, types: ReadonlySet<string>): Json => {
  if (types.has('integer') && /^-?(0|[1-9]\d*)$/.test(text)) return exactInteger(text)
  if (types.has('number') && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return Number(text)
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if (types.has('null') && !types.has('string') && text === '') return null
  return text
}

/**
 * Parameters: found in the request, decoded by style and type, then validated. A text becomes a number only if it is valid
 * as a JSON number: no plus sign, no leading zero, no exponent for an integer.
 */

import type { Violation } from '../../errors.ts'
import type { Json, RequestHeaders } from '../../ports.ts'
import { securitySchemesOf } from '../document/check-document.ts'
import type { Document } from '../document/document.ts'
import type { ParameterView } from '../document/operation-view.ts'
import { childNodes, dereference } from '../document/references.ts'
import { describeExpected } from '../schema/describe-schema.ts'
import type { SchemaCompiler } from '../schema/schema-compiler.ts'
import { findKeyword, typesOf, viewObject } from '../schema/schema-view.ts'
import type { Validator } from '../schema/validator.ts'
import { describeErrors } from '../schema/violations.ts'
import { cookiesOf } from '../values/cookies.ts'
import { getString } from '../values/json-object.ts'
import { JsonTextError, type ParsedJson, parseSentJson, separateDigits } from '../values/json-text.ts'
import { parseRawQuery } from '../values/query.ts'
import {
  createAlternativeDecoder,
  createDecoder,
  type Decode,
  decodeEscapes,
  needsRawText,
  type ParameterStrings,
  parameterKindOf,
} from './decode-style.ts'
import { controlParameters } from './prefer.ts'

/** Where a request carries parameters. Names and values of the query are percent-decoded, in order. */
export interface RawParameters {
  readonly path: Readonly<Record<string, string>>
  readonly query: readonly (readonly [string, string])[]
  readonly headers: RequestHeaders
  /** Path and query before percent-decoding, to split lists and objects at delimiters that are not escaped. */
  readonly rawPath?: string
  readonly rawQuery?: string
}

/** Decoded values by place and name; a parameter that was not sent is absent, unless it has a default. */
export interface ParameterValues {
  readonly path: ReadonlyMap<string, Json>
  readonly query: ReadonlyMap<string, Json>
  readonly header: ReadonlyMap<string, Json>
  readonly cookie: ReadonlyMap<string, Json>
}

export interface CompiledParameter {
  readonly view: ParameterView
  /** Whether this parameter reads a name of the query; exploded objects read several names. */
  readonly claims: (name: string) => boolean
  readonly read: (raw: RawParameters) => ReadParameter
}

export type ReadParameter =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'absent' }
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] }

/** Headers for which OpenAPI ignores parameter definitions (Parameter Object, `name`). */
const reservedHeaders = new Set(['accept', 'content-type', 'authorization'])

/** Compiles an operation's parameters; `path` is the operation's, as the document writes it. */
export const compileParameters = (
  document: Document,
  compiler: SchemaCompiler,
  views: readonly ParameterView[],
  path: string,
): readonly CompiledParameter[] =>
  views
    .filter((view) => view.in !== 'header' || !reservedHeaders.has(view.name.toLowerCase()))
    .map((view, _, siblings) =>
      compileParameter(
        document,
        compiler,
        view,
        siblings.filter((sibling) => sibling.in === view.in && sibling !== view),
        path,
      ),
    )

const compileParameter = (
  document: Document,
  compiler: SchemaCompiler,
  view: ParameterView,
  siblings: readonly ParameterView[],
  path: string,
): CompiledParameter => {
  const validate = view.schema ? compiler.compile(view.schema, 'request') : undefined
  const decode = isJsonContent(view) ? createJsonDecoder(document, view, validate) : createDecoder(document, view)
  const decodeAlternative = isJsonContent(view) ? undefined : createAlternativeDecoder(document, view)
  const fallback = readDefault(document, view, decode, validate)
  const absent: ReadParameter = fallback === undefined ? { kind: 'absent' } : { kind: 'value', value: fallback }
  const claims = claimsOf(document, view, siblings)
  const collectStrings = createCollector(view, claims)
  const collect = needsRawText(document.files, view) ? createRawCollector(view, claims, path) : collectStrings
  const place = `${view.in}.${view.name}`
  const expected = view.schema && describeExpected((dereference(document.files, view.schema) ?? view.schema).value)
  const required: ReadParameter = {
    kind: 'invalid',
    violations: [{ at: place, keyword: 'required', message: `${place} is required${expected ?? ''}` }],
  }
  return {
    view,
    claims: view.in === 'query' ? claims : claimsNothing,
    read: (raw) => {
      const strings = collect(raw)
      if (strings === undefined) return view.required ? required : absent
      if (view.allowEmptyValue && strings.every(([, text]) => text === '')) return emptyValue
      const decoded = decode(strings)
      if (decoded.kind === 'rejected')
        return {
          kind: 'invalid',
          violations: [{ at: place, keyword: 'style', message: `${place} ${decoded.message}` }],
        }
      const read = check(validate, toParsedJson(decoded.value), place)
      if (read.kind !== 'invalid' || !decodeAlternative || strings.length > 1) return read
      const alternative = decodeAlternative(strings)
      if (alternative.kind === 'rejected') return read
      const single = check(validate, toParsedJson(alternative.value), place)
      return single.kind === 'invalid' ? read : single
    },
  }
}

/** Of a list, some documents write the default as a request would: "open,held". */
const readDefault = (
  { files }: Document,
  view: ParameterView,
  decode: Decode,
  validate: Validator | undefined,
): Json | undefined => {
  const fallback = view.schema ? findKeyword(files, view.schema, 'default') : undefined
  if (typeof fallback !== 'string' || !view.schema || !validate?.(toParsedJson(fallback))) return fallback
  if (!typesOf(files, view.schema).has('array')) return fallback
  const strings = (view.explode ? fallback.split(',') : [fallback]).map((text) => [view.name, text] as const)
  const decoded = decode(strings)
  return decoded.kind === 'rejected' || validate(toParsedJson(decoded.value)) ? fallback : decoded.value
}

/** OpenAPI, Parameter Object, allowEmptyValue: an empty value is valid whatever the schema is. */
const emptyValue: ReadParameter = { kind: 'value', value: '' }

/** Described by `content` with a JSON media type: the text is one JSON value. */
const isJsonContent = ({ mediaType }: ParameterView): boolean => mediaType?.includes('json') ?? false

const check = (validate: Validator | undefined, value: ParsedJson, place: string): ReadParameter => {
  const errors = validate?.(value)
  return errors
    ? { kind: 'invalid', violations: describeErrors(errors, value, place) }
    : { kind: 'value', value: value.exact }
}

/** Most parameters are a single number or string, which needs no conversion. */
const toParsedJson = (value: Json): ParsedJson =>
  typeof value === 'object' || typeof value === 'bigint' ? separateDigits(value) : { rounded: value, exact: value }

type Claims = (name: string) => boolean

const claimsNothing: Claims = () => false

/** Which names of the query or of the cookies carry a parameter. */
const claimsOf = (document: Document, view: ParameterView, siblings: readonly ParameterView[]): Claims => {
  const { schema, name, style } = view
  if (style === 'deepObject') return (sent) => sent === name || sent.startsWith(`${name}[`)
  const isExploded = style === 'form' && view.explode && !isJsonContent(view)
  const kind = schema && isExploded ? parameterKindOf(document.files, view) : undefined
  // Many clients can write the positions: `ids[0]=3&ids[1]=4`.
  if (kind === 'array' && view.in === 'query' && name.endsWith('[]')) {
    const start = name.slice(0, -1)
    return (sent) => sent.startsWith(start) && /^\d*\]$/.test(sent.slice(start.length))
  }
  if (!schema || kind !== 'object') return (sent) => sent === name
  const { properties, open } = viewObject(document.files, schema)
  if (!open) return (sent) => properties.has(sent)
  const others = new Set([
    ...siblings.map((sibling) => sibling.name),
    ...controlParameters,
    ...credentialNames(document),
  ])
  return (sent) => properties.has(sent) || !others.has(sent.replace(/\[.*$/s, ''))
}

/** Whether one of the parameters reads a name of the query, such as `filter[kind]`. */
export const createQueryClaims = (document: Document, views: readonly ParameterView[]): Claims => {
  const inQuery = views.filter((view) => view.in === 'query')
  const claims = inQuery.map((view) =>
    claimsOf(
      document,
      view,
      inQuery.filter((sibling) => sibling !== view),
    ),
  )
  return (name) => claims.some((isClaimed) => isClaimed(name))
}

/** Names of query parameters and cookies that carry credentials. */
const credentialNames = ({ root, dialect }: Document): readonly string[] =>
  childNodes(securitySchemesOf(root, dialect)).flatMap(([, { value }]) => getString(value, 'name') ?? [])

/** Finds the strings that carry a parameter; undefined if it was not sent. */
const createCollector = (
  view: ParameterView,
  claims: Claims,
): ((raw: RawParameters) => ParameterStrings | undefined) => {
  const { name } = view
  switch (view.in) {
    case 'path':
      return ({ path }) => {
        const text = path[name]
        return text === undefined ? undefined : [[name, text]]
      }
    case 'query':
      return ({ query }) => (query.length === 0 ? undefined : selectStrings(query, claims))
    case 'header': {
      const lower = name.toLowerCase()
      return ({ headers }) => {
        const text = headers[lower]
        return text === undefined ? undefined : [[name, typeof text === 'string' ? text : text.join(', ')]]
      }
    }
    case 'cookie':
      return ({ headers }) => selectStrings(readCookies(headers), claims)
  }
}

/** The same, with the raw strings. */
const createRawCollector = (
  view: ParameterView,
  claims: Claims,
  path: string,
): ((raw: RawParameters) => ParameterStrings | undefined) => {
  const collect = createCollector(view, claims)
  if (view.in === 'cookie') return collect
  if (view.in === 'query')
    return ({ query, rawQuery }) => {
      if (query.length === 0) return undefined
      return rawQuery?.includes('%') ? selectStrings(parseRawQuery(rawQuery), claims) : selectStrings(query, claims)
    }
  const segments = path.split('/')
  const fromEnd = segments.indexOf(`{${view.name}}`) - segments.length
  return (raw) => {
    const strings = collect(raw)
    const sent = fromEnd < -segments.length ? undefined : raw.rawPath?.split('/').at(fromEnd)
    return strings?.[0] && sent?.includes('%') ? [[strings[0][0], strings[0][1], sent]] : strings
  }
}

const selectStrings = (strings: ParameterStrings, claims: Claims): ParameterStrings | undefined => {
  const found = strings.filter(([name]) => claims(name))
  return found.length === 0 ? undefined : found
}

/** Percent-decoded where possible, since most clients encode cookie values. */
const readCookies = (headers: RequestHeaders): ParameterStrings =>
  cookiesOf(headers).map(([name, raw]) => [name, decodeEscapes(raw), raw])

/** A string need not be written as JSON: clients send `abc`, not `"abc"`. JSON that the schema accepts is still read as such. */
const createJsonDecoder = ({ files }: Document, { schema }: ParameterView, validate: Validator | undefined): Decode => {
  if (!schema || !typesOf(files, schema).has('string')) return decodeJson
  return (strings) => {
    const decoded = decodeJson(strings)
    const [first] = strings
    if (strings.length !== 1 || !first) return decoded
    const isValid = decoded.kind === 'decoded' && !validate?.(toParsedJson(decoded.value))
    return isValid ? decoded : { kind: 'decoded', value: first[1] }
  }
}

const decodeJson: Decode = (strings) => {
  const [first] = strings
  if (strings.length > 1) return { kind: 'rejected', message: `must be given once, got ${strings.length} times` }
  try {
    return { kind: 'decoded', value: parseSentJson(first?.[1] ?? '').exact }
  } catch (error) {
    if (error instanceof JsonTextError) return { kind: 'rejected', message: error.message }
    throw error
  }
}

/**
 * OpenAPI runtime expressions (OpenAPI 3.1, section 4.8.20.3) in the strings of a scripted body or header. A string that
 * consists of one expression becomes its value, with its type; an expression within a longer string is inserted as text.
 */
import { isJsonArray } from '../contract/values/json-object.ts'
import { stringifyJson } from '../contract/values/json-text.ts'
import type { Json, JsonObject } from '../ports.ts'

/** What expressions can refer to. */
export interface ExpressionFacts {
  readonly url: string
  readonly method: string
  readonly statusCode: number
  readonly path: (name: string) => Json | undefined
  readonly query: (name: string) => Json | undefined
  readonly header: (name: string) => string | undefined
  readonly body: Json | undefined
  /** Only for templates that may refer to the response. */
  readonly response?: { readonly body: Json | undefined; readonly header: (name: string) => string | undefined }
}

export type Evaluate = (facts: ExpressionFacts) => Json | undefined

/** Evaluates the expressions of a value. A property whose expression has no value is left out. */
export type Template = (facts: ExpressionFacts) => Json

export interface CompiledTemplate {
  readonly render: Template
  /** Whether it has any expression. */
  readonly dynamic: boolean
  /** Expressions that OpenAPI does not define. */
  readonly unknown: readonly string[]
  /** The path parameters that expressions name. */
  readonly pathParameters: readonly string[]
}

/** `hasResponse`: the response is known when it is rendered, as for the URL of a callback. */
export const compileTemplate = (value: Json, hasResponse = false): CompiledTemplate => {
  const unknown: string[] = []
  const pathParameters: string[] = []
  let dynamic = false
  const compile = (item: Json): Evaluate => {
    if (typeof item === 'string') {
      const parts = splitText(item)
      if (parts.every(({ kind }) => kind === 'text')) return () => item
      dynamic = true
      for (const part of parts) if (part.kind === 'expression') pathParameters.push(...pathParameterOf(part.source))
      return compileText(parts, unknown, hasResponse)
    }
    if (isJsonArray(item)) {
      const items = item.map(compile)
      return (facts) => items.map((evaluate) => evaluate(facts) ?? null)
    }
    if (typeof item !== 'object' || item === null) return () => item
    const properties = Object.entries(item).map(([name, inner]) => [name, compile(inner)] as const)
    return (facts) =>
      Object.fromEntries(
        properties.flatMap(([name, evaluate]) => {
          const result = evaluate(facts)
          return result === undefined ? [] : [[name, result] as const]
        }),
      )
  }
  const evaluate = compile(value)
  return { render: (facts) => evaluate(facts) ?? null, dynamic, unknown, pathParameters }
}

type Part = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'expression'; readonly source: string }

const splitText = (text: string): readonly Part[] =>
  text
    .split(/(\{\$[^{}]*\})/)
    .filter((part) => part !== '')
    .map(
      (part): Part =>
        /^\{\$[^{}]*\}$/.test(part) ? { kind: 'expression', source: part.slice(1, -1) } : { kind: 'text', text: part },
    )

const compileText = (parts: readonly Part[], unknown: string[], hasResponse: boolean): Evaluate => {
  const evaluates = parts.map((part): Evaluate => {
    if (part.kind === 'text') return () => part.text
    const evaluate = compileExpression(part.source) ?? (hasResponse ? compileResponse(part.source) : undefined)
    if (evaluate) return evaluate
    unknown.push(part.source)
    return () => undefined
  })
  const [only] = evaluates
  if (only && evaluates.length === 1) return only
  return (facts) => evaluates.map((evaluate) => asText(evaluate(facts))).join('')
}

const asText = (value: Json | undefined): string => {
  if (value === undefined) return ''
  return typeof value === 'object' ? stringifyJson(value) : String(value)
}

const pathParameterOf = (source: string): readonly string[] => /^\$request\.path\.(.+)$/.exec(source)?.slice(1) ?? []

/** Undefined if the source is not an expression that a response may contain. */
const compileExpression = (source: string): Evaluate | undefined => {
  if (source === '$url') return ({ url }) => url
  if (source === '$method') return ({ method }) => method
  if (source === '$statusCode') return ({ statusCode }) => statusCode
  if (source === '$request.body') return ({ body }) => body
  const named = /^\$request\.(path|query|header)\.(.+)$/.exec(source)
  if (named?.[2]) {
    const name = named[2]
    if (named[1] === 'path') return ({ path }) => path(name)
    return named[1] === 'query' ? ({ query }) => query(name) : ({ header }) => header(name.toLowerCase())
  }
  const pointer = /^\$request\.body#(\/.*)$/.exec(source)?.[1]
  return pointer === undefined ? undefined : ({ body }) => follow(body, pointer)
}

const compileResponse = (source: string): Evaluate | undefined => {
  if (source === '$response.body') return ({ response }) => response?.body
  const header = /^\$response\.header\.(.+)$/.exec(source)?.[1]
  if (header !== undefined) return ({ response }) => response?.header(header.toLowerCase())
  const pointer = /^\$response\.body#(\/.*)$/.exec(source)?.[1]
  return pointer === undefined ? undefined : ({ response }) => follow(response?.body, pointer)
}

const follow = (value: Json | undefined, pointer: string): Json | undefined =>
  pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json | undefined>(
      (current, key) =>
        typeof current === 'object' && current !== null && Object.hasOwn(current, key)
          ? (current as JsonObject)[key]
          : undefined,
      value,
    )

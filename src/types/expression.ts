/**
 * Types of TypeScript as text: unions, intersections, arrays and objects, with parentheses where they are needed.
 */
import { toPropertyName } from './type-names.ts'

export interface Expression {
  readonly text: string
  /** What binds its parts: a union needs parentheses within an intersection, and both within an array. */
  readonly kind: 'plain' | 'union' | 'intersection'
}

export interface Member {
  readonly name: string
  readonly type: Expression
  readonly isOptional: boolean
  /** A comment before it; empty: none. */
  readonly comment: string
}

export const plain = (text: string): Expression => ({ text, kind: 'plain' })

export const anything = plain('unknown')
export const nothing = plain('never')

export const unionOf = (parts: readonly Expression[]): Expression => {
  const all = distinct(parts).filter(({ text }) => text !== nothing.text)
  if (all.some(({ text }) => text === anything.text)) return anything
  return join(all, ' | ', 'union', nothing)
}

export const intersectionOf = (parts: readonly Expression[]): Expression => {
  const all = distinct(parts).filter(({ text }) => text !== anything.text)
  if (all.some(({ text }) => text === nothing.text)) return nothing
  const wrapped = all.length < 2 ? all : all.map((part) => (part.kind === 'union' ? plain(`(${part.text})`) : part))
  return join(wrapped, ' & ', 'intersection', anything)
}

export const arrayOf = (item: Expression): Expression =>
  plain(item.kind === 'plain' ? `${item.text}[]` : `(${item.text})[]`)

/** The first items have types of their own; `rest`: of the others, undefined if there are none. `needed`: items at least. */
export const tupleOf = (items: readonly Expression[], rest: Expression | undefined, needed: number): Expression => {
  const first = items.map(({ text }, index) => (index < needed ? text : `(${text})?`))
  return plain(`[${[...first, ...(rest ? [`...${arrayOf(rest).text}`] : [])].join(', ')}]`)
}

/** `others`: the type of properties that have no name here; undefined if there are none. */
export const objectOf = (members: readonly Member[], others: Expression | undefined): Expression => {
  const lines = members.map(
    ({ name, type, isOptional, comment }) => `${comment}${toPropertyName(name)}${isOptional ? '?' : ''}: ${type.text}`,
  )
  if (others) lines.push(`[name: string]: ${others.text}`)
  return plain(lines.length === 0 ? '{ [name: string]: never }' : `{\n${indent(lines.join('\n'))}\n}`)
}

/** A value that is its own type; anything for objects and arrays. */
export const literalOf = (value: unknown): Expression => {
  if (value === null || typeof value === 'boolean') return plain(String(value))
  if (typeof value === 'string') return plain(JSON.stringify(value))
  return typeof value === 'number' && Number.isFinite(value) ? plain(String(value)) : anything
}

/** Undefined text: no comment. A text has one line, and ends after some words. */
export const commentOf = (text: string | undefined, isDeprecated: boolean): string => {
  const line = (text ?? '').replace(/\s+/g, ' ').replaceAll('*/', '*\\/').trim()
  const short = line.length > maxComment ? `${line.slice(0, maxComment).replace(/\s\S*$/, '')} …` : line
  const parts = [...(short === '' ? [] : [short]), ...(isDeprecated ? ['@deprecated'] : [])]
  return parts.length === 0 ? '' : `/** ${parts.join(' ')} */\n`
}

const maxComment = 160

/** With the flag m, ^ would also be after U+2028 within a string. */
const indent = (text: string): string => text.replace(/^|(?<=\n)/g, '  ')

const distinct = (parts: readonly Expression[]): readonly Expression[] => [
  ...new Map(parts.map((part) => [part.text, part])).values(),
]

const join = (
  parts: readonly Expression[],
  separator: string,
  kind: Expression['kind'],
  none: Expression,
): Expression => {
  const [first, ...rest] = parts
  if (!first) return none
  return rest.length === 0 ? first : { text: parts.map(({ text }) => text).join(separator), kind }
}

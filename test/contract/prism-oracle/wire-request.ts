/**
 * A request as it is sent, in parts that can be changed one at a time.
 */

export interface WireRequest {
  readonly method: string
  /** Without the base path; percent-encoded. */
  readonly path: string
  /** Without the question mark; percent-encoded. */
  readonly query: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** Undefined: no body, not even an empty one. */
  readonly body: string | undefined
}

/** A number as written: 5.0, 1e2, or with more digits than a double has. */
export class NumberText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A JSON value in which numbers can be written in any way. */
export type Writable = null | boolean | number | string | NumberText | readonly Writable[] | WritableObject
export type WritableObject = { readonly [name: string]: Writable }

export interface Draft {
  readonly method: string
  /** `/pets/{petId}`. */
  readonly template: string
  /** Escaped strings by name. */
  readonly path: Readonly<Record<string, string>>
  /** Escaped names and values, in order. */
  readonly query: readonly (readonly [string, string])[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: Writable | undefined
  /** Changes the text of the written body. */
  readonly editBody: ((text: string) => string) | undefined
}

export const isList = (value: Writable): value is readonly Writable[] => Array.isArray(value)

export const isWritableObject = (value: Writable): value is WritableObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText)

/** A valid header value: printable ASCII, no white space at its ends. */
export const toHeader = (text: string): string => text.replace(/[^\x20-\x7e]/g, '').trim()

const writeJson = (value: Writable): string => {
  if (value instanceof NumberText) return value.text
  if (isWritableObject(value))
    return `{${Object.entries(value)
      .map(([name, item]) => `${JSON.stringify(name)}:${writeJson(item)}`)
      .join(',')}}`
  return isList(value) ? `[${value.map(writeJson).join(',')}]` : JSON.stringify(value)
}

export const writeRequest = ({ method, template, path, query, headers, body, editBody }: Draft): WireRequest => {
  const written = body === undefined ? undefined : writeJson(body)
  const text = editBody ? editBody(written ?? '') : written
  return {
    method,
    path: template.replace(/\{([^}]+)\}/g, (_, name: string) => path[name] ?? ''),
    query: query.map(([name, value]) => `${name}=${value}`).join('&'),
    headers: text === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(text)) },
    body: text,
  }
}

/** The request as readable text, for messages. */
export const formatRequest = ({ method, path, query, headers, body }: WireRequest): string =>
  `${method} ${path}${query === '' ? '' : `?${query}`} ${JSON.stringify(headers)}${body === undefined ? '' : ` ${body}`}`

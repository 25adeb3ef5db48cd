/**
 * A case of the comparison with Prism: a small document and requests to it. Short functions to write documents.
 */
import type { Json, JsonObject } from '../../../src/ports.ts'

export interface ParityCase {
  /** Unique. */
  readonly name: string
  readonly document: JsonObject
  /** After `mock`, the same for both. */
  readonly flags?: readonly string[]
  readonly requests: readonly ParityRequest[]
}

export interface ParityRequest {
  /** `POST /pets?limit=1`. Default method: GET. */
  readonly send: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The body is generated and need not be the same, but of the same shape. */
  readonly isDynamic?: boolean
  /** Why the response differs from Prism's. */
  readonly differs?: string
}

type Parts = Readonly<Record<string, Json>>

/** A document of OpenAPI 3.0. */
export const openApi = (paths: Parts, rest: Parts = {}): JsonObject => ({
  openapi: '3.0.3',
  info: { title: 'Parity', version: '1' },
  paths,
  ...rest,
})

export const swagger = (paths: Parts, rest: Parts = {}): JsonObject => ({
  swagger: '2.0',
  info: { title: 'Parity', version: '1' },
  produces: ['application/json'],
  consumes: ['application/json'],
  paths,
  ...rest,
})

/** A response, or a request body, with one media type. */
export const as = (mediaType: string, media: Parts): JsonObject => ({
  description: 'A body.',
  content: { [mediaType]: media },
})

export const json = (schema: JsonObject, rest: Parts = {}): JsonObject => as('application/json', { schema, ...rest })

export const example = (value: Json): JsonObject => as('application/json', { example: value })

export const empty: JsonObject = { description: 'No body.' }

/** A path with GET. */
export const get = (responses: Parts, rest: Parts = {}): JsonObject => ({ get: { responses, ...rest } })

/** A path with POST that takes this body. */
export const post = (requestBody: Json, responses: Parts = { 200: example('taken') }): JsonObject => ({
  post: { requestBody, responses },
})

export const object = (properties: Parts, rest: Parts = {}): JsonObject => ({ type: 'object', properties, ...rest })

/** An object without other properties. */
export const closed = (properties: Parts): JsonObject => record(properties, { additionalProperties: false })

/** An object whose properties are all required. */
export const record = (properties: Parts, rest: Parts = {}): JsonObject =>
  object(properties, { required: Object.keys(properties), ...rest })

export const list = (items: JsonObject, rest: Parts = {}): JsonObject => ({ type: 'array', items, ...rest })

export const string: JsonObject = { type: 'string' }
export const integer: JsonObject = { type: 'integer' }
export const number: JsonObject = { type: 'number' }
export const boolean: JsonObject = { type: 'boolean' }
export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

/** A request with a body. */
export const sending = (send: string, mediaType: string, body: string): ParityRequest => ({
  send,
  headers: { 'content-type': mediaType },
  body,
})

export const sendingJson = (send: string, value: Json): ParityRequest =>
  sending(send, 'application/json', JSON.stringify(value))

export const accepting = (send: string, accept: string): ParityRequest => ({ send, headers: { accept } })

export const preferring = (send: string, prefer: string): ParityRequest => ({ send, headers: { prefer } })

export const authorized = (send: string, authorization: string): ParityRequest => ({ send, headers: { authorization } })

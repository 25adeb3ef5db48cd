/**
 * The parts that all small OpenAPI documents have, so that a test shows only what matters.
 */
import type { JsonObject } from '../../src/ports.ts'

/** OpenAPI 3.1 with the given parts. */
export const openApi = (parts: object, version = '3.1.0'): object => ({
  openapi: version,
  info: { title: 'Gadgets', version: '1.0.0' },
  ...parts,
})

/** OpenAPI 2.0 with JSON bodies. */
export const swagger = (parts: object): object => ({
  swagger: '2.0',
  info: { title: 'Gadgets', version: '1.0.0' },
  consumes: ['application/json'],
  produces: ['application/json'],
  ...parts,
})

/** Content of one media type; `beside` is added next to the schema: example, examples. */
export const content = (schema: object, beside: object = {}, mediaType = 'application/json'): object => ({
  content: { [mediaType]: { schema, ...beside } },
})

/** A Response Object. */
export const response = (schema: object, beside: object = {}, mediaType = 'application/json'): object => ({
  description: 'What comes back.',
  ...content(schema, beside, mediaType),
})

/** A required Request Body Object. */
export const requestBody = (schema: object, mediaType = 'application/json'): object => ({
  required: true,
  ...content(schema, {}, mediaType),
})

/** A closed object schema whose properties are all required, except the named ones. */
export const closed = (properties: JsonObject, optional: readonly string[] = []): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
})

export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

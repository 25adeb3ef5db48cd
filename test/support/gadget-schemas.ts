/**
 * Schemas and parameters for small documents of tests.
 */

export const text = { type: 'string' }
export const integer = { type: 'integer' }

export const object = (properties: object, required: readonly string[] = []) => ({
  type: 'object',
  required,
  properties,
})

export const arrayOf = (items: object) => ({ type: 'array', items })

export const pathParameter = (name: string, schema: object = integer) => ({ name, in: 'path', required: true, schema })

export const queryParameter = (name: string, schema: object = text) => ({ name, in: 'query', schema })

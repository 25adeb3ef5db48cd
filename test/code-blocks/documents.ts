/**
 * Small documents that the pages mention and do not show.
 */

const jsonOf = (schema: object): object => ({ 'application/json': { schema } })

const listOf = (items: object): object => ({ description: 'All.', content: jsonOf({ type: 'array', items }) })

const itemSchema = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } }

export const shopDocument = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0' },
  paths: {
    '/orders': { get: { responses: { 200: listOf({ type: 'object', properties: { id: { type: 'integer' } } }) } } },
    '/orders/{orderId}': {
      get: {
        parameters: [{ name: 'orderId', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {
          200: { description: 'One.', content: jsonOf({ type: 'object', properties: { id: { type: 'integer' } } }) },
        },
      },
    },
    '/orders/{orderId}/items/{itemId}': {
      parameters: ['orderId', 'itemId'].map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'integer' },
      })),
      get: {
        responses: { 200: { description: 'One.', content: jsonOf(itemSchema) } },
      },
    },
    '/orders/{orderId}/items': {
      parameters: [{ name: 'orderId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        responses: {
          200: listOf(itemSchema),
        },
      },
    },
  },
}

/** With a server at the path /api. */
export const todoDocument = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Todo', version: '1.0.0' },
  servers: [{ url: 'https://todo.example.com/api' }],
  paths: {
    '/todos': {
      get: {
        operationId: 'listTodos',
        responses: {
          200: {
            description: 'All.',
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Todo' } } },
            },
          },
        },
      },
      post: {
        operationId: 'createTodo',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Todo' } } } },
        responses: {
          201: {
            description: 'Created.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Todo' } } },
          },
        },
      },
    },
    '/todos/{todoId}': {
      get: {
        operationId: 'getTodo',
        parameters: [{ name: 'todoId', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {
          200: {
            description: 'One.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Todo' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Todo: {
        type: 'object',
        required: ['title'],
        properties: { id: { type: 'integer', readOnly: true }, title: { type: 'string' }, done: { type: 'boolean' } },
      },
    },
  },
})

/** With an OAuth flow that has the scope notes:read. */
export const notesDocument = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1.0.0' },
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        security: [{ login: ['notes:read'] }],
        responses: { 200: { description: 'All.' } },
      },
    },
  },
  components: {
    securitySchemes: {
      login: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://id.example.com/token', scopes: { 'notes:read': 'Read.' } } },
      },
    },
  },
})

/**
 * A sandbox of the Animal Store as one writes it with openapi-backend: requests are validated by the document, keys are
 * checked, records are in a map.
 */
import Koa from 'koa'
import { OpenAPIBackend } from 'openapi-backend'

const pets = new Map(
  Array.from({ length: 30 }, (_, index) => [
    index + 1,
    { id: index + 1, name: `Animal ${index + 1}`, categoryId: (index % 6) + 1, status: 'available' },
  ]),
)

const send = (ctx, status, body) => {
  ctx.status = status
  ctx.body = body
}

const api = new OpenAPIBackend({
  definition: process.argv[2],
  apiRoot: '/v1',
  ajvOpts: { strict: false },
  handlers: {
    listPets: (_, ctx) => send(ctx, 200, [...pets.values()].slice(0, 20)),
    getPet: (call, ctx) => {
      const pet = pets.get(Number(call.request.params.petId))
      if (pet) send(ctx, 200, pet)
      else send(ctx, 404, { code: 'not_found', message: 'No such pet' })
    },
    createPet: (call, ctx) => {
      const pet = { id: pets.size + 1, ...call.request.requestBody }
      pets.set(pet.id, pet)
      send(ctx, 201, pet)
    },
    validationFail: (call, ctx) =>
      send(ctx, 400, { code: 'invalid_request', message: call.validation.errors[0].message }),
    unauthorizedHandler: (_, ctx) => send(ctx, 401, { code: 'unauthorized', message: 'No valid key' }),
    notFound: (_, ctx) => send(ctx, 404, { code: 'not_found', message: 'No such path' }),
  },
})
await api.init()
for (const name of Object.keys(api.definition.components?.securitySchemes ?? {}))
  api.registerSecurityHandler(name, ({ request }) => request.headers.authorization === 'Bearer sandbox-key')

const readBody = async (request) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString())
}

const app = new Koa()
app.use(async (ctx) => {
  const { method, path, query, headers } = ctx
  const body = method === 'POST' ? await readBody(ctx.req) : undefined
  await api.handleRequest({ method, path, query, headers, body }, ctx)
})
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`openapi-backend is listening on http://127.0.0.1:${server.address().port}`)
})

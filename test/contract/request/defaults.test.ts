/**
 * The default of a query parameter that is a list, written as a request would send it.
 */
import { expect, it } from 'vitest'
import { arrayOf, integer, object, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../support/write-document.ts'

const rows = [
  { name: 'commas', style: 'form', fallback: 'new,worn' },
  { name: 'pipes', style: 'pipeDelimited', fallback: 'new|worn' },
  { name: 'a list', style: 'form', fallback: ['new', 'worn'] },
]

for (const { name, style, fallback } of rows)
  it(`a default with ${name} selects the records of each value`, async () => {
    const chair = object({ id: integer, condition: text }, ['id'])
    const schema = { ...arrayOf({ type: 'string', enum: ['new', 'worn', 'broken'] }), default: fallback }
    const document = openApi({
      paths: {
        '/chairs': {
          get: {
            parameters: [{ name: 'condition', in: 'query', style, explode: false, schema }],
            responses: { 200: response(arrayOf(chair)) },
          },
          post: { requestBody: requestBody(object({ condition: text })), responses: { 201: response(chair) } },
        },
      },
    })
    await using served = await serveFiles({ 'chairs.json': document }, { generate: 0 })
    for (const condition of ['new', 'broken', 'worn']) await served.call('/chairs', { body: { condition } })
    expect((await served.call('/chairs')).json).toEqual([
      { id: 1, condition: 'new' },
      { id: 3, condition: 'worn' },
    ])
    expect((await served.call('/chairs?condition=broken')).json).toEqual([{ id: 2, condition: 'broken' }])
  })

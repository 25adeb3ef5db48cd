/**
 * APIs that respond to a creation and to a list with links: `{href, rel, title}` in place of records.
 */
import { describe, expect, it } from 'vitest'
import { arrayOf, integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../support/write-document.ts'

const link = object({ '@href': text, '@rel': text, '@title': text })

interface Parts {
  readonly created: object
  readonly list: object
  readonly sent?: object
  readonly read?: object
}

const describeTrips = ({ created, list, sent = object({ harbour: text, crew: integer }), read }: Parts) => ({
  'trips.json': openApi({
    paths: {
      '/boats/{boatId}/trips': {
        parameters: [pathParameter('boatId')],
        get: { responses: { 200: response(list) } },
        post: { requestBody: requestBody(sent), responses: { 201: response(created) } },
      },
      '/boats/{boatId}/trips/{tripId}': {
        parameters: [pathParameter('boatId'), pathParameter('tripId', text)],
        ...(read ? { get: { responses: { 200: response(read) } } } : {}),
        delete: { responses: { 204: { description: 'Deleted.' } } },
      },
    },
  }),
})

describe('links to records', () => {
  const wrapped = { created: object({ Link: link }), list: object({ Trips: object({ Links: arrayOf(link) }) }) }

  it('have the address of a record in creations and in lists', async () => {
    await using served = await serveFiles(describeTrips(wrapped))
    const created = await served.call('/boats/3/trips', { body: { harbour: 'Oslo' } })
    expect(created).toMatchObject({
      status: 201,
      json: { Link: { '@href': expect.stringMatching(/^\/boats\/3\/trips\/[^/]+$/) } },
    })
    const { Link } = created.json as { readonly Link: { readonly '@href': string } }
    const listed = await served.call('/boats/3/trips')
    expect(listed.json).toMatchObject({ Trips: { Links: [{ '@href': Link['@href'] }] } })
    expect(listed.text).not.toContain('Oslo')
    expect((await served.call('/boats/4/trips')).json).toMatchObject({ Trips: { Links: [] } })
    expect((await served.call(Link['@href'], { method: 'DELETE' })).status).toBe(204)
    expect((await served.call(Link['@href'], { method: 'DELETE' })).status).toBe(404)
    expect((await served.call('/boats/3/trips')).json).toMatchObject({ Trips: { Links: [] } })
  })

  it('lead to what a read shows', async () => {
    const trip = object({ harbour: text, crew: integer })
    await using served = await serveFiles(describeTrips({ created: link, list: arrayOf(link), read: trip }))
    const created = await served.call('/boats/3/trips', { body: { harbour: 'Oslo', crew: 4 } })
    const address = (created.json as Record<string, string>)['@href'] ?? ''
    expect(await served.call(address)).toMatchObject({ status: 200, json: { harbour: 'Oslo', crew: 4 } })
    expect((await served.call('/boats/3/trips')).json).toMatchObject([{ '@href': address }])
  })

  it('are records where clients create links', async () => {
    const sent = object({ '@href': text, '@title': text })
    const shown = object({ '@href': text, '@title': text, '@rel': text })
    await using served = await serveFiles(describeTrips({ created: shown, list: arrayOf(shown), sent, read: shown }))
    const body = { '@href': 'https://example.com/a', '@title': 'A' }
    expect((await served.call('/boats/3/trips', { body })).json).toMatchObject(body)
    expect((await served.call('/boats/3/trips')).json).toMatchObject([body])
  })
})

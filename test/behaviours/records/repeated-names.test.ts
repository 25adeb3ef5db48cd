/**
 * What a generated record says twice stays the same when it gets its id, and when its references name other records.
 */
import { expect, it } from 'vitest'
import { arrayOf, integer, object, pathParameter, text } from '../../support/gadget-schemas.ts'
import { serveFiles } from '../../support/serve-files.ts'
import { openApi, requestBody, response } from '../../support/write-document.ts'

const listOf = (path: string, record: object) => ({
  [path]: {
    get: { responses: { 200: response(arrayOf(record)) } },
    post: { requestBody: requestBody(object({ note: text })), responses: { 201: response(record) } },
  },
})

const collection = (path: string, record: object, id = 'id') => ({
  ...listOf(path, record),
  [`${path}/{${id}}`]: { parameters: [pathParameter(id, text)], get: { responses: { 200: response(record) } } },
})

const whole = (properties: object) => object(properties, Object.keys(properties))

const read = async <T extends object>(path: string, paths: object): Promise<readonly T[]> => {
  await using api = await serveFiles({ 'api.json': openApi({ paths }) }, { generate: 4 })
  const list = (await api.call(path)).json as readonly T[]
  expect(list.length).toBeGreaterThan(1)
  return list
}

type Strings = Readonly<Record<string, string>>

it('a name that is the id is of the person with the email beside it, and is written as a name', async () => {
  const recipient = whole({
    name: { ...text, description: "The recipient's name.", example: 'John Doe' },
    recipient: { ...text, description: 'The email address of the recipient.' },
  })
  for (const { name, recipient: email } of await read<Strings>(
    '/form_recipients',
    listOf('/form_recipients', recipient),
  )) {
    expect(name).toMatch(/^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u)
    expect(email).toBe(`${name?.toLowerCase().replace(' ', '.')}@example.com`)
  }
})

it('a slug that is the id is that of the title', async () => {
  const page = whole({ slug: text, title: text, body: text })
  for (const { slug, title = '' } of await read<Strings>('/pages', collection('/pages', page, 'slug')))
    expect(slug).toMatch(new RegExp(`^${title.toLowerCase().replaceAll(' ', '-')}-\\d+$`))
})

it('what repeats the first of a list still does when that is another record, also in a part', async () => {
  const artist = whole({ gid: text, name: text })
  const part = whole({ artists: { ...arrayOf(artist), minItems: 1 }, artistName: text, artistGid: text })
  const track = whole({ id: text, details: part })
  const paths = { ...collection('/artists', artist, 'gid'), ...collection('/tracks', track) }
  interface Track {
    readonly details: { readonly artists: readonly Strings[]; readonly artistName: string; readonly artistGid: string }
  }
  for (const { details } of await read<Track>('/tracks', paths)) {
    expect(details.artistGid).toBe(details.artists[0]?.gid)
    expect(details.artistName).toBe(details.artists[0]?.name)
  }
})

it('a license in a list has a key of its own', async () => {
  const next = whole({ id: text, licenseKey: text })
  const license = whole({ id: text, licenseKey: text, next: { ...arrayOf(next), minItems: 1 } })
  interface License extends Record<string, unknown> {
    readonly id: string
    readonly next: readonly Strings[]
  }
  for (const {
    id,
    next: [first],
  } of await read<License>('/licenses', collection('/licenses', license)))
    expect(first?.licenseKey).not.toBe(id)
})

it('the info of a user has the id of the record', async () => {
  const user = whole({ id: integer, displayName: text, userInfo: whole({ id: integer, displayName: text }) })
  interface User {
    readonly id: number
    readonly userInfo: { readonly id: number }
  }
  for (const { id, userInfo } of await read<User>('/users', collection('/users', user))) expect(userInfo.id).toBe(id)
})

it('an event is at its spot, and the devices of a plan are close to each other', async () => {
  const point = { lat: { type: 'number' }, lng: { type: 'number' } }
  const spot = whole({ id: text, ...point })
  const event = whole({ id: text, ...point, spot, spots: { ...arrayOf(spot), minItems: 2 } })
  interface Spot {
    readonly lat: number
    readonly lng: number
  }
  interface Event extends Spot {
    readonly spot: Spot
    readonly spots: readonly Spot[]
  }
  const paths = { ...collection('/spots', spot), ...collection('/events', event) }
  for (const { lat, lng, spot: own, spots } of await read<Event>('/events', paths)) {
    expect([lat, lng]).toEqual([own.lat, own.lng])
    for (const other of spots) expect(other.lat).toBeCloseTo(own.lat, 1)
  }
})

it('what is called like a thing is one, although the schema describes a person', async () => {
  const boat = whole({ boatId: text, id: text, displayName: text })
  const identity = whole({ id: text, displayName: text, email: { ...text, format: 'email' } })
  const entry = whole({ id: text, changedBy: whole({ boat: identity }) })
  const paths = { ...collection('/boats', boat, 'boatId'), ...collection('/entries', entry) }
  const ids = (await read<Strings>('/boats', paths)).map(({ boatId }) => boatId)
  for (const { changedBy } of await read<{ readonly changedBy: { readonly boat: Strings } }>('/entries', paths))
    expect(ids).toContain(changedBy.boat.id)
})

it('a person does not become a thing', async () => {
  const item = whole({ id: text, name: text })
  const artists = { ...arrayOf(text), minItems: 1 }
  const artistItems = { ...arrayOf(item), minItems: 1 }
  const paths = { ...collection('/items', item), ...collection('/songs', whole({ id: text, artists, artistItems })) }
  interface Song {
    readonly artists: readonly string[]
    readonly artistItems: readonly Strings[]
  }
  for (const { artists: names, artistItems: own } of await read<Song>('/songs', paths))
    expect(own[0]?.name).toBe(names[0])
})

/**
 * Names, versions and marks in interface.md that no response shows are in the documents in spec/.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const load = (name: string): unknown => parse(readFileSync(new URL(`../../spec/${name}`, import.meta.url), 'utf8'))

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The value at a path of names in a document or part; references on the way are followed. */
const at = (document: unknown, names: readonly string[], from = document): unknown => {
  let value = from
  for (const name of names) value = follow(document, isRecord(value) ? value[name] : undefined)
  return value
}

const follow = (document: unknown, value: unknown): unknown =>
  isRecord(value) && typeof value.$ref === 'string'
    ? at(document, value.$ref.slice(2).split('/').map(unescapeName))
    : value

/** RFC 6901, section 4. */
const unescapeName = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~')

const parameterOf = (document: unknown, path: string, name: string): unknown => {
  const parameters = at(document, ['paths', path, 'get', 'parameters'])
  const all = Array.isArray(parameters) ? parameters.map((parameter) => follow(document, parameter)) : []
  return all.find((parameter) => at(document, ['name'], parameter) === name)
}

const store = load('animal-store.yaml')
const messages = load('messages.yaml')

const inStore: readonly { readonly name: string; readonly names: readonly string[]; readonly is: unknown }[] = [
  { name: '§9 the version is 1.0.0', names: ['info', 'version'], is: '1.0.0' },
  { name: '§4.1 GET /pets is named listPets', names: ['paths', '/pets', 'get', 'operationId'], is: 'listPets' },
  { name: '§4.2 POST /pets is named createPet', names: ['paths', '/pets', 'post', 'operationId'], is: 'createPet' },
  {
    name: '§4.3 GET /pets/{petId} is named getPet',
    names: ['paths', '/pets/{petId}', 'get', 'operationId'],
    is: 'getPet',
  },
  { name: '§4.3 getPet is deprecated', names: ['paths', '/pets/{petId}', 'get', 'deprecated'], is: true },
  {
    name: '§9 getPet continues to work 5 December 2030',
    names: ['paths', '/pets/{petId}', 'get', 'x-sunset'],
    is: '2030-12-05',
  },
  { name: '§1 listPets is tagged animals', names: ['paths', '/pets', 'get', 'tags'], is: ['animals'] },
  { name: '§1 createPet is tagged animals', names: ['paths', '/pets', 'post', 'tags'], is: ['animals'] },
  { name: '§1 getPet is tagged animals', names: ['paths', '/pets/{petId}', 'get', 'tags'], is: ['animals'] },
  {
    name: '§2.2 name and categoryId are required',
    names: ['components', 'schemas', 'NewPet', 'required'],
    is: ['name', 'categoryId'],
  },
  {
    name: '§2.2 name is a string',
    names: ['components', 'schemas', 'NewPet', 'properties', 'name', 'type'],
    is: 'string',
  },
  {
    name: '§2.2 categoryId is an integer',
    names: ['components', 'schemas', 'NewPet', 'properties', 'categoryId', 'type'],
    is: 'integer',
  },
  {
    name: '§2.2 categoryId is int64',
    names: ['components', 'schemas', 'NewPet', 'properties', 'categoryId', 'format'],
    is: 'int64',
  },
  {
    name: '§2.2 status is a PetStatus',
    names: ['components', 'schemas', 'NewPet', 'properties', 'status', 'enum'],
    is: ['available', 'pending', 'sold'],
  },
  {
    name: '§2.3 PetStatus is available, pending, sold',
    names: ['components', 'schemas', 'PetStatus', 'enum'],
    is: ['available', 'pending', 'sold'],
  },
  { name: '§2.4 Pets is an array', names: ['components', 'schemas', 'Pets', 'type'], is: 'array' },
  {
    name: '§2.5 code, message and status are required',
    names: ['components', 'schemas', 'Error', 'required'],
    is: ['code', 'message', 'status'],
  },
  {
    name: '§2.5 code is a string',
    names: ['components', 'schemas', 'Error', 'properties', 'code', 'type'],
    is: 'string',
  },
  {
    name: '§2.5 message is a string',
    names: ['components', 'schemas', 'Error', 'properties', 'message', 'type'],
    is: 'string',
  },
  {
    name: '§2.5 status is an integer',
    names: ['components', 'schemas', 'Error', 'properties', 'status', 'type'],
    is: 'integer',
  },
]

describe('the Animal Store document', () => {
  for (const { name, names, is } of inStore) it(name, () => expect(at(store, names)).toEqual(is))

  it('§4.1 limit is an integer from 1 to 100, 20 by default', () => {
    const limit = parameterOf(store, '/pets', 'limit')
    expect(limit).toMatchObject({ in: 'query' })
    expect(at(store, ['required'], limit) ?? false).toBe(false)
    expect(at(store, ['schema'], limit)).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 20,
    })
  })

  it('§4.1 status is a PetStatus', () => {
    const enumeration = at(store, ['schema', 'enum'], parameterOf(store, '/pets', 'status'))
    expect(enumeration).toEqual(['available', 'pending', 'sold'])
  })

  const documented = [
    { section: '§4.1', path: '/pets', method: 'get', statuses: ['200', '401'] },
    { section: '§4.2', path: '/pets', method: 'post', statuses: ['201', '400', '401'] },
    { section: '§4.3', path: '/pets/{petId}', method: 'get', statuses: ['200', '401', '404'] },
  ]
  for (const { section, path, method, statuses } of documented)
    it(`${section} ${method.toUpperCase()} ${path} has the responses ${statuses.join(', ')}, only`, () => {
      const responses = at(store, ['paths', path, method, 'responses'])
      expect(Object.keys(isRecord(responses) ? responses : {}).sort()).toEqual(statuses)
    })

  it('§4.5 /store/orders exists, without operations', () => {
    const item = at(store, ['paths', '/store/orders'])
    const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
    expect(item).toBeDefined()
    expect(Object.keys(isRecord(item) ? item : {}).filter((name) => methods.includes(name))).toEqual([])
  })

  it('§5 the scheme is HTTP bearer', () => {
    const schemes = at(store, ['components', 'securitySchemes'])
    expect(Object.values(isRecord(schemes) ? schemes : {})).toEqual([
      expect.objectContaining({ type: 'http', scheme: 'bearer' }),
    ])
  })

  it('§1 production and staging are two base addresses, each ending in /v1', () => {
    const servers = at(store, ['servers'])
    const urls = Array.isArray(servers) ? servers.map((server) => at(server, ['url'])) : []
    expect(urls).toHaveLength(2)
    for (const url of urls) expect(url).toMatch(/\/v1$|^\{\w+\}$/)
  })

  it('§1 the tags are animals, and Store and Pets for navigation', () => {
    const tags = at(store, ['tags'])
    const named = Array.isArray(tags) ? tags.map((tag) => at(tag, ['name'])) : []
    expect(named.sort()).toEqual(['Pets', 'Store', 'animals'])
  })
})

describe('the messages document', () => {
  it('§4.4 POST /messages exists', () => {
    expect(at(messages, ['paths', '/messages', 'post', 'operationId'])).toBe('sendMessage')
  })

  it('§4.4 message is required', () => {
    const body = ['paths', '/messages', 'post', 'requestBody']
    const schema = at(messages, [...body, 'content', 'application/json', 'schema'])
    expect(at(messages, [...body, 'required'])).toBe(true)
    expect(schema).toMatchObject({ required: ['message'], properties: { message: { type: 'string' } } })
  })
})

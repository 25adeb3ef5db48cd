/**
 * Where Prism and Standin disagree, and Prism is wrong or the specification is silent: each fault has
 * a name, the verdicts it causes, the requests it affects, and an example. A disagreement that none of
 * them explains fails prism-oracle.test.ts, and so does a fault that its own example does not show.
 */

import { type ParameterView, viewBody, viewParameters } from '../../../src/contract/document/operation-view.ts'
import { childNode, childNodes } from '../../../src/contract/document/references.ts'
import type { Operation } from '../../../src/contract/operation/operation.ts'
import { findKeyword, itemsNode, typesOf, viewObject } from '../../../src/contract/schema/schema-view.ts'
import { getOwn, isJsonObject } from '../../../src/contract/values/json-object.ts'
import { parseQuery } from '../../../src/contract/values/query.ts'
import type { Verdict } from './prism-verdict.ts'
import type { WireRequest } from './wire-request.ts'

/** A request and both verdicts. */
export interface Disagreement {
  readonly operation: Operation
  readonly request: WireRequest
  readonly ours: Verdict
  readonly prism: Verdict
}

export interface Fault {
  readonly name: string
  /** Standin's verdict and Prism's. */
  readonly verdicts: readonly `${'valid' | 'invalid'}/${Verdict['kind']}`[]
  readonly touches: (operation: Operation, request: WireRequest) => boolean
  readonly example: { readonly operation: string } & Partial<WireRequest>
}

export const explains = ({ verdicts, touches }: Fault, { operation, request, ours, prism }: Disagreement): boolean =>
  verdicts.some((pair) => pair === `${ours.kind}/${prism.kind}`) && touches(operation, request)

/** A parameter with the strings sent for it, as Standin decodes them. */
interface Sent {
  readonly view: ParameterView
  readonly strings: readonly string[]
}

const sentParameters = (operation: Operation, { path, query, headers }: WireRequest): readonly Sent[] => {
  const { document, node, pathItem } = operation
  const { pairs } = parseQuery(query)
  const segments = path.split('/')
  const stringsOf = ({ in: place, name }: ParameterView): readonly string[] => {
    if (place === 'query') return pairs.filter(([key]) => key === name).map(([, text]) => text)
    if (place === 'path') return [decode(segments[operation.path.split('/').indexOf(`{${name}}`)] ?? '') ?? '']
    const header = headers[place === 'cookie' ? 'cookie' : name.toLowerCase()]
    return header === undefined ? [] : [header]
  }
  return viewParameters(document, node, pathItem).map((view) => ({ view, strings: stringsOf(view) }))
}

const decode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const parse = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** The types of a parameter, or of its items if it is a list. */
const typesOfText = ({ document: { files } }: Operation, { schema }: ParameterView): ReadonlySet<string> => {
  const items = schema && itemsNode(files, schema)
  return items ? typesOf(files, items) : schema ? typesOf(files, schema) : new Set()
}

const isList = ({ document: { files } }: Operation, { schema }: ParameterView): boolean =>
  schema !== undefined && typesOf(files, schema).has('array')

const isHeaderList = (operation: Operation, view: ParameterView): boolean =>
  view.in === 'header' && isList(operation, view)

/** Whether the document itself says that a parameter is exploded. */
const saysExplode = ({ node, pathItem }: Operation, { name }: ParameterView): boolean =>
  [node, pathItem]
    .flatMap((owner) => childNodes(childNode(owner, 'parameters')))
    .some(([, { value }]) => getOwn(value, 'name') === name && getOwn(value, 'explode') === true)

/** The numbers in a JSON text, as written. */
const numbersIn = (body: string | undefined): readonly string[] =>
  (body ?? '').replace(/"(?:[^"\\]|\\.)*"/g, '""').match(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g) ?? []

const isBeyondDouble = (text: string): boolean => /^-?\d+$/.test(text) && !Number.isSafeInteger(Number(text))

/** How JSON writes an integer or a number. */
const isWrittenAs = (types: ReadonlySet<string>, text: string): boolean =>
  types.has('number') ? /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) : /^-?(0|[1-9]\d*)$/.test(text)

const integerTypes: ReadonlySet<string> = new Set(['integer'])

const mediaTypeOf = ({ headers }: WireRequest): string => headers['content-type'] ?? ''

const isModern =
  (test: (body: Readonly<Record<string, unknown>>) => boolean) =>
  ({ id }: Operation, { body }: WireRequest): boolean => {
    const value = parse(body)
    return id === 'postModern' && isJsonObject(value) && test(value)
  }

const json = { 'content-type': 'application/json' } as const

export const prismFaults: readonly Fault[] = [
  {
    name: 'stops at an invalid escape in the path',
    verdicts: ['invalid/dies'],
    touches: (_, { path }) => decode(path) === undefined,
    example: { operation: 'getPet', path: '/pets/%ff' },
  },
  {
    name: 'reads . and .. in the path as no segments (its server does, by way of URL)',
    verdicts: ['valid/invalid'],
    touches: (_, { path }) => path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment)),
    example: { operation: 'putNote', path: '/notes/.', headers: json, body: '1' },
  },
  {
    name: 'accepts an invalid escape in the query',
    verdicts: ['invalid/valid'],
    touches: (_, { query }) => parseQuery(query).broken !== undefined,
    example: { operation: 'listPets', path: '/pets', query: 'other=%ff' },
  },
  {
    name: 'does not respond to a body that is not JSON: its server throws while parsing it',
    verdicts: ['invalid/dies'],
    touches: (_, { body }) => body !== undefined && parse(body) === undefined,
    example: { operation: 'createPet', path: '/pets', headers: json, body: '{"name":' },
  },
  {
    name: 'stops at a malformed media type, with a body or without',
    verdicts: ['invalid/dies', 'valid/dies'],
    touches: (_, { headers }) => !/^[^/;]+\/[^/;]+/.test(headers['content-type'] ?? 'none/at-all'),
    example: { operation: 'createPet', path: '/pets', headers: { 'content-type': 'application' }, body: '{}' },
  },
  {
    name: 'treats any +json as application/json, with its schema',
    verdicts: ['invalid/valid', 'valid/invalid'],
    touches: (_, request) => /\+json\b/i.test(mediaTypeOf(request)),
    example: {
      operation: 'sendMessage',
      path: '/messages',
      headers: { 'content-type': 'application/vnd.api+json' },
      body: '{"message":"Hello"}',
    },
  },
  {
    name: 'ignores the charset',
    verdicts: ['invalid/valid'],
    touches: (_, request) => /charset=(?!"?utf-8)/i.test(mediaTypeOf(request)),
    example: {
      operation: 'sendMessage',
      path: '/messages',
      headers: { 'content-type': 'application/json; charset=latin1' },
      body: '{"message":"Hello"}',
    },
  },
  {
    name: 'treats the bodies null, false, 0 and "" as missing',
    verdicts: ['invalid/valid', 'valid/invalid'],
    touches: (_, { body }) => body !== undefined && [null, false, 0, ''].some((none) => none === parse(body)),
    example: { operation: 'putNote', path: '/notes/a', headers: json, body: '0' },
  },
  {
    name: 'limits int64 to the range of a double',
    verdicts: ['valid/invalid'],
    touches: (operation, request) =>
      numbersIn(request.body).some(isBeyondDouble) ||
      sentParameters(operation, request).some(({ strings }) => strings.some(isBeyondDouble)),
    example: {
      operation: 'createPet',
      path: '/pets',
      headers: json,
      body: '{"name":"Rex","categoryId":9223372036854775807}',
    },
  },
  {
    name: 'accepts 1e400 as a number and as an integer',
    verdicts: ['invalid/valid'],
    touches: (_, { body }) => numbersIn(body).some((text) => !Number.isFinite(Number(text))),
    example: { operation: 'postNested', path: '/nested', headers: json, body: '{"name":"Rex","tags":[1e400]}' },
  },
  {
    name: 'rounds a number before checking whether it is an integer',
    verdicts: ['invalid/valid'],
    touches: (_, { body }) =>
      numbersIn(body).some((text) => /^-?\d+\.\d*[1-9]\d*$/.test(text) && Number.isInteger(Number(text))),
    example: {
      operation: 'postOldThing',
      path: '/things',
      headers: json,
      body: '{"name":"Rex","count":1.0000000000000000001}',
    },
  },
  {
    name: 'accepts as a number whatever JavaScript converts to one: 1e2, 0x10, +5, 05, 5.0 and white space',
    verdicts: ['invalid/valid'],
    touches: (operation, request) =>
      sentParameters(operation, request).some(({ view, strings }) => {
        const types = typesOfText(operation, view)
        if (!types.has('integer') && !types.has('number')) return false
        const parts = isList(operation, view) ? strings.flatMap((text) => text.split(/[,|]/)) : strings
        return parts.some((text) => text !== '' && !Number.isNaN(Number(text)) && !isWrittenAs(types, text))
      }),
    example: { operation: 'listPets', path: '/pets', query: 'limit=0x10' },
  },
  {
    name: 'accepts the same as a number in an object, and an empty string',
    verdicts: ['invalid/valid'],
    touches: ({ id }, { query }) =>
      id === 'readObjects' &&
      parseQuery(query).pairs.some(
        ([name, text]) =>
          /^(from|to|filter\[size\])$/.test(name) && !Number.isNaN(Number(text)) && !isWrittenAs(integerTypes, text),
      ),
    example: { operation: 'readObjects', path: '/things/objects', query: 'filter[kind]=red&from=0x10' },
  },
  {
    name: 'treats an empty string as a missing parameter',
    verdicts: ['invalid/valid'],
    touches: (operation, request) =>
      sentParameters(operation, request).some(
        ({ view, strings }) => strings.at(-1) === '' && !isHeaderList(operation, view),
      ),
    example: { operation: 'listPets', path: '/pets', query: 'limit=' },
  },
  {
    name: 'reads a value as a string even if the schema also allows an integer',
    verdicts: ['valid/invalid'],
    touches: (operation, request) =>
      sentParameters(operation, request).some(({ view, strings }) => {
        const types = typesOfText(operation, view)
        return types.has('string') && types.has('integer') && strings.some((text) => isWrittenAs(types, text))
      }),
    example: { operation: 'listThings', path: '/things', query: 'any=12345' },
  },
  {
    name: 'reads a list as exploded only if the document has explode: true, which is the default; otherwise it uses the last value',
    verdicts: ['invalid/valid', 'valid/invalid'],
    touches: (operation, request) =>
      sentParameters(operation, request).some(
        ({ view, strings }) =>
          isList(operation, view) &&
          !saysExplode(operation, view) &&
          (strings.length > 1 || (view.explode && strings.some((text) => text.includes(',')))),
      ),
    example: { operation: 'readLists', path: '/things/lists', query: 'tags=a&marks=long&marks=a' },
  },
  {
    name: 'does not split a list that is delimited by spaces',
    verdicts: ['valid/invalid', 'invalid/valid'],
    touches: (operation, request) =>
      sentParameters(operation, request).some(
        ({ view, strings }) => view.style === 'spaceDelimited' && strings.some((text) => text.includes(' ')),
      ),
    example: { operation: 'readLists', path: '/things/lists', query: 'tags=a&words=one%20two' },
  },
  {
    name: 'throws if a header that is a list is missing',
    verdicts: ['invalid/dies', 'valid/dies'],
    touches: (operation, request) =>
      sentParameters(operation, request).some(
        ({ view, strings }) => isHeaderList(operation, view) && strings.length === 0,
      ),
    example: { operation: 'readHeaderLists', path: '/things/header-lists' },
  },
  {
    name: 'ignores cookies',
    verdicts: ['invalid/valid'],
    touches: (operation, request) =>
      sentParameters(operation, request).some(({ view, strings }) => view.in === 'cookie' && strings.length > 0),
    example: {
      operation: 'readHeaders',
      path: '/things/headers',
      headers: { 'x-tenant': 'us', cookie: 'session=abc' },
    },
  },
  {
    name: 'accepts leading zeros in an IPv4 address',
    verdicts: ['invalid/valid'],
    touches: ({ id }, { query }) => id === 'readFormats' && /address=[^&]*\b0\d/.test(query),
    example: { operation: 'readFormats', path: '/things/formats', query: 'code=AB1&address=01.2.3.4' },
  },
  {
    name: 'drops readOnly properties: accepts any value for them, and rejects them if additional properties are not allowed',
    verdicts: ['invalid/valid', 'valid/invalid'],
    touches: ({ document, node, pathItem }, { body }) => {
      const schema = viewBody(document, node, pathItem)?.content[0]?.schema
      const properties = schema ? [...viewObject(document.files, schema).properties.values()] : []
      return properties.some(
        ({ name, node: property }) =>
          findKeyword(document.files, property, 'readOnly') === true && getOwn(parse(body), name) !== undefined,
      )
    },
    example: { operation: 'postOldThing', path: '/things', headers: json, body: '{"id":1,"name":"Rex"}' },
  },
  {
    name: 'accepts any body if its schema does not compile: an enum that has null already gets a second one',
    verdicts: ['invalid/valid'],
    touches: ({ id }) => id === 'putOldKind',
    example: { operation: 'putOldKind', path: '/kinds', headers: json, body: '{"kind":7}' },
  },
  {
    name: 'validates OpenAPI 3.1 as draft-07: prefixItems is unknown, items applies to all items',
    verdicts: ['valid/invalid'],
    touches: isModern(({ pair }) => Array.isArray(pair) && pair.length > 0),
    example: { operation: 'postModern', path: '/modern', headers: json, body: '{"pair":[1,"a"]}' },
  },
  {
    name: 'validates OpenAPI 3.1 as draft-07: dependentRequired is unknown',
    verdicts: ['invalid/valid'],
    touches: isModern((body) => 'card' in body && !('owner' in body)),
    example: { operation: 'postModern', path: '/modern', headers: json, body: '{"card":"a"}' },
  },
  {
    name: 'validates OpenAPI 3.1 as draft-07: minContains is unknown',
    verdicts: ['invalid/valid'],
    touches: isModern(({ some }) => Array.isArray(some) && some.filter((item) => item === 1).length === 1),
    example: { operation: 'postModern', path: '/modern', headers: json, body: '{"some":[1]}' },
  },
  {
    name: 'validates OpenAPI 3.1 as draft-07: unevaluatedProperties is unknown',
    verdicts: ['invalid/valid'],
    touches: isModern((body) => Object.keys(body).some((name) => !modernNames.has(name))),
    example: { operation: 'postModern', path: '/modern', headers: json, body: '{"other":1}' },
  },
]

const modernNames = new Set(['pair', 'card', 'owner', 'some', 'open', 'when', 'reason', 'map', 'named'])

/** Known faults of Standin's own validators. This list should be empty. */
export const ours: readonly Fault[] = []

/**
 * Variants of a valid request that lead to other responses: without credentials, to a record that does not exist, with a body
 * or a parameter that breaks the contract. What each of them really gets is known when it was tried.
 */

import { viewBody } from '../contract/document/operation-view.ts'
import { viewObject } from '../contract/schema/schema-view.ts'
import { getOwn, isJsonObject } from '../contract/values/json-object.ts'
import { readJsonText, stringifyJson } from '../contract/values/json-text.ts'
import type { Json, JsonObject } from '../ports.ts'
import { noCredentials } from './credentials.ts'
import { encodeParameter } from './encode-parameter.ts'
import { isAccepted } from './fill-parameters.ts'
import { joinParts, type RequestParts, type RequestSources } from './generate-request.ts'
import type { SampleRequest } from './sample-request.ts'

export interface RequestVariant {
  /** What is special about it, as a sentence. */
  readonly what: string
  readonly request: SampleRequest
  /** True if it has no credentials, although the operation needs them. */
  readonly isAnonymous?: boolean
}

/** How many variants of one kind there are. */
const maxVariants = 8

/** The valid request first. */
export async function* variantsOf(parts: RequestParts, sources: RequestSources): AsyncGenerator<RequestVariant> {
  yield { what: 'A valid request.', request: joinParts(parts) }
  if (!parts.operation.security.open)
    yield {
      what: 'There are no credentials.',
      request: joinParts({ ...parts, credentials: noCredentials }),
      isAnonymous: true,
    }
  yield* unknownRecords(parts)
  yield* invalidBodies(parts)
  yield* invalidParameters(parts)
  yield* otherHeaders(parts)
  yield* takenValues(parts, sources)
}

function* unknownRecords(parts: RequestParts): Generator<RequestVariant> {
  for (const [name, value] of [...parts.path].reverse().slice(0, maxVariants))
    for (const unknown of unknownIds(value))
      yield {
        what: `${name} is ${unknown}, which does not exist.`,
        request: joinParts({ ...parts, path: new Map(parts.path).set(name, unknown) }),
      }
}

/** Ids of the same kind as a known one. */
const unknownIds = (known: string): readonly string[] => {
  if (/^-?\d+$/.test(known)) return ['999999999']
  return /^[\da-f]{8}-[\da-f]{4}-/i.test(known) ? ['00000000-0000-4000-8000-000000000000'] : ['unknown', '999999999']
}

function* invalidBodies(parts: RequestParts): Generator<RequestVariant> {
  const { body, operation } = parts
  if (body?.kind !== 'text') return
  const { mediaType } = body
  const write = (text: string): SampleRequest => joinParts({ ...parts, body: { ...body, text } })
  const value = readObject(body.text)
  if (value) {
    for (const name of requiredFirst(parts, value)) {
      const { [name]: _, ...rest } = value
      yield { what: `The body has no ${name}.`, request: write(stringifyJson(rest)) }
    }
    for (const name of Object.keys(value).slice(0, maxVariants))
      yield {
        what: `${name} has the wrong type.`,
        request: write(stringifyJson({ ...value, [name]: wrongValueOf(value[name]) })),
      }
    yield { what: 'The body is an empty object.', request: write('{}') }
  }
  if (mediaType.includes('json')) yield { what: 'The body is not valid JSON.', request: write('{') }
  yield {
    what: `The body has the media type application/x-unknown.`,
    request: joinParts({ ...parts, body: { ...body, mediaType: 'application/x-unknown' } }),
  }
  if (viewBody(operation.document, operation.node, operation.pathItem)?.required)
    yield { what: 'There is no body.', request: joinParts({ ...parts, body: undefined }) }
}

/** The properties of a body whose absence may matter, those that are required first. */
const requiredFirst = ({ operation, body }: RequestParts, value: JsonObject): readonly string[] => {
  const { document, node, pathItem } = operation
  const media = viewBody(document, node, pathItem)?.content.find(
    ({ mediaType }) => body?.kind === 'text' && mediaType.startsWith(body.mediaType),
  )
  const properties = media?.schema && viewObject(document.files, media.schema).properties
  const rank = (name: string): number => (properties?.get(name)?.required ? 0 : 1)
  return Object.keys(value)
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, maxVariants)
}

const readObject = (text: string): JsonObject | undefined => {
  const value = readJsonText(text)
  return isJsonObject(value) ? value : undefined
}

/** A value of another type. */
const wrongValueOf = (value: Json | undefined): Json => (typeof value === 'object' ? 7 : { wrong: true })

function* invalidParameters(parts: RequestParts): Generator<RequestVariant> {
  const { operation, query, headers } = parts
  for (const parameter of operation.compile().parameters.slice(0, 2 * maxVariants)) {
    const { view } = parameter
    if (view.in !== 'query' && view.in !== 'header') continue
    const place = view.in === 'query' ? 'query' : 'headers'
    const others = (view.in === 'query' ? query : headers).filter(([name]) => name !== view.name)
    const wrong = invalidValues
      .map((text) => encodeParameter(view, text))
      .find((encoded) => !isAccepted(parameter, encoded) && encoded.length > 0)
    if (wrong)
      yield {
        what: `The ${view.in} parameter ${view.name} is ${wrong.map(([, text]) => text).join(', ')}, which is not valid.`,
        request: joinParts({ ...parts, [place]: [...others, ...wrong] }),
      }
    if (view.required)
      yield {
        what: `The ${view.in} parameter ${view.name} is missing.`,
        request: joinParts({ ...parts, [place]: others }),
      }
  }
}

/** One of them breaks the schema of most parameters that have one. */
const invalidValues = ['invalid!', '-1', '999999999999']

function* otherHeaders(parts: RequestParts): Generator<RequestVariant> {
  for (const [name, value] of conditions) {
    const others = parts.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase())
    yield {
      what: `The header ${name} is ${value}.`,
      request: joinParts({ ...parts, headers: [...others, [name, value]] }),
    }
  }
}

const conditions = [
  ['Accept', 'application/x-unknown'],
  ['If-None-Match', '*'],
  ['If-Match', '"unknown"'],
] as const

/** A body with the values of an existing record. */
async function* takenValues(parts: RequestParts, { service, sandbox }: RequestSources): AsyncGenerator<RequestVariant> {
  const { operation, body } = parts
  const decision = service.decisions.get(operation)
  const value = body?.kind === 'text' ? readObject(body.text) : undefined
  if (decision?.kind !== 'planned' || !value || body?.kind !== 'text') return
  const { resource } = decision
  const [record] = await sandbox.store.page(resource.key, { filters: [], limit: 1 })
  if (!record) return
  const names = new Set([...Object.keys(value), ...resource.idPath.slice(0, 1)])
  const taken = [...names].flatMap((name) => {
    const held = getOwn(record.value, name)
    return held === undefined ? [] : [[name, held] as const]
  })
  const text = stringifyJson({ ...value, ...Object.fromEntries(taken) })
  yield {
    what: 'The body has the values of a record that exists.',
    request: joinParts({ ...parts, body: { ...body, text } }),
  }
}

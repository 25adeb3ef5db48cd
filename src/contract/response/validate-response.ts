/**
 * Validates a response of a real service against its operation: status, headers, content type and body. A sandbox does not
 * need it, because it validates what it writes.
 */
import type { Violation } from '../../errors.ts'
import type { RequestHeaders } from '../../ports.ts'
import { findResponse, type ParameterView, type ResponseView } from '../document/operation-view.ts'
import { childNode, childNodes, type Node } from '../document/references.ts'
import type { Operation } from '../operation/operation.ts'
import { type CompiledParameter, compileParameters } from '../request/parameters.ts'
import { createBodyReader, type ReadBodyValue } from '../request/read-body.ts'
import type { SchemaCompiler } from '../schema/schema-compiler.ts'
import type { Validator } from '../schema/validator.ts'
import { describeErrors, showValue } from '../schema/violations.ts'
import { groupBy } from '../values/group-by.ts'
import { findHeader, headerPairs } from '../values/header-list.ts'
import { getOwn, getString } from '../values/json-object.ts'
import { chooseMediaType, familyOf, type MediaType, parseMediaType } from '../values/media-type.ts'
import { memoize } from '../values/memoize.ts'

/** The status and the headers of a response: name, value, name, value. */
export interface ResponseHead {
  readonly status: number
  readonly headers: readonly string[]
}

export interface CheckedHead {
  readonly violations: readonly Violation[]
  /** Validates the body, decompressed; undefined if the document says nothing about it that can be validated. */
  readonly checkBody: CheckBody | undefined
}

export type CheckBody = (bytes: Buffer) => Promise<readonly Violation[]>

/** `method` of the request: the response to HEAD has no body. Throws SchemaCompileError. */
export const checkResponseHead = (
  operation: Operation,
  compiler: SchemaCompiler,
  method: string,
  { status, headers }: ResponseHead,
): CheckedHead => {
  const responses = operation.compile().responses
  const view = findResponse(responses, status)
  if (!view)
    return { violations: responses.length === 0 ? [] : [undocumentedStatus(status, responses)], checkBody: undefined }
  const compiled = compileResponse(view, operation, compiler)
  const violations = compiled.headers.length === 0 ? [] : checkHeaders(compiled, headers)
  if (method === 'HEAD' || status === 204 || status === 304 || compiled.media.size === 0)
    return { violations, checkBody: undefined }
  const chosen = recallMedia(compiled, findHeader(headers, 'Content-Type'))
  switch (chosen.kind) {
    case 'chosen':
      return { violations, checkBody: chosen.checkBody }
    case 'missing':
      return { violations, checkBody: async ({ length }) => [length === 0 ? missingBody(compiled) : chosen.violation] }
    case 'undocumented':
      return { violations: [...violations, chosen.violation], checkBody: undefined }
  }
}

const checkHeaders = ({ headers: compiled }: CompiledResponse, headers: readonly string[]): readonly Violation[] => {
  const values = joinRepeated(headerPairs(headers))
  return compiled.flatMap(({ read }) => {
    const result = read({ path: {}, query: [], headers: values })
    return result.kind === 'invalid' ? result.violations.map(placeInResponse) : []
  })
}

/** Lines of one name are one list (RFC 9110, section 5.3), except for cookies, of which the last is validated. */
const joinRepeated = (pairs: ReturnType<typeof headerPairs>): RequestHeaders => {
  const lines = groupBy(pairs, ([name]) => name)
  return Object.fromEntries(
    [...lines].map(([name, all]) => {
      const values = all.map(([, value]) => value)
      return [name, name === 'set-cookie' ? values.at(-1) : values.join(', ')]
    }),
  )
}

const undocumentedStatus = (status: number, responses: readonly ResponseView[]): Violation => ({
  at: 'response.status',
  keyword: 'status',
  message: `response.status must be ${responses.map((response) => response.status).join(', ')}, got ${status}`,
})

const placeInResponse = (violation: Violation): Violation => ({
  ...violation,
  at: `response.${violation.at}`,
  message: `response.${violation.message}`,
})

interface CompiledResponse {
  readonly headers: readonly CompiledParameter[]
  /** By documented media type. */
  readonly media: ReadonlyMap<string, CompiledMedia>
  /** What was chosen for some values of Content-Type. */
  readonly choices: Map<string, ChosenMedia>
}

interface CompiledMedia {
  /** Undefined if a body of this media type is not parsed. */
  readonly read: ReadBodyValue | undefined
  readonly validate: Validator | undefined
}

const compileResponse = memoize(
  (view: ResponseView, { document, path }: Operation, compiler: SchemaCompiler): CompiledResponse => ({
    headers: compileParameters(
      document,
      compiler,
      [...view.headers].map(([name, node]) => viewHeader(name, node, document.dialect)),
      path,
    ),
    media: new Map(
      view.content.map((media) => [
        media.mediaType,
        {
          read: isParsed(media.mediaType) ? createBodyReader(document, media) : undefined,
          validate: media.schema && compiler.compile(media.schema, 'response'),
        },
      ]),
    ),
    choices: new Map(),
  }),
)

/** Bytes have no schema worth the memory; a stream of events has no end to wait for. */
const isParsed = (mediaType: string): boolean =>
  familyOf(mediaType) !== 'bytes' && parseMediaType(mediaType)?.essence !== 'text/event-stream'

/** A documented header as a parameter: since 3.0 it has a schema; in 2.0 it is one (Header Object). */
const viewHeader = (name: string, node: Node, dialect: string): ParameterView => {
  const [media] = childNodes(childNode(node, 'content'))
  const isOld = dialect === '2.0'
  return {
    node,
    name,
    in: 'header',
    required: getOwn(node.value, 'required') === true,
    schema: isOld ? node : (childNode(node, 'schema') ?? (media && childNode(media[1], 'schema'))),
    style: isOld ? (oldStyles[getString(node.value, 'collectionFormat') ?? ''] ?? 'simple') : 'simple',
    explode: getOwn(node.value, 'explode') === true,
    mediaType: media?.[0],
    allowEmptyValue: false,
  }
}

const oldStyles: Readonly<Record<string, string>> = {
  ssv: 'spaceDelimited',
  pipes: 'pipeDelimited',
  tsv: 'tabDelimited',
}

type ChosenMedia =
  | { readonly kind: 'chosen'; readonly checkBody: CheckBody | undefined }
  | { readonly kind: 'missing' | 'undocumented'; readonly violation: Violation }

/** How many values of Content-Type are remembered for one response, and how long one may be. A service sends few of them. */
const maxChoices = 50
const longestChoice = 200

const recallMedia = (compiled: CompiledResponse, header: string | undefined): ChosenMedia => {
  const known = header === undefined ? undefined : compiled.choices.get(header)
  if (known) return known
  const chosen = chooseMedia(compiled, header)
  if (header !== undefined && header.length <= longestChoice && compiled.choices.size < maxChoices)
    compiled.choices.set(header, chosen)
  return chosen
}

const chooseMedia = ({ media }: CompiledResponse, header: string | undefined): ChosenMedia => {
  const documented = [...media.keys()]
  const mediaType = header === undefined ? undefined : parseMediaType(header)
  const match = mediaType && chooseMediaType(documented, mediaType)
  const found = match === undefined ? undefined : media.get(match)
  if (mediaType && found) return { kind: 'chosen', checkBody: createBodyCheck(found, mediaType) }
  const violation: Violation = {
    at: 'response.header.Content-Type',
    keyword: header === undefined ? 'required' : 'mediaType',
    message: `response.header.Content-Type must be ${documented.join(' or ')}, got ${header === undefined ? 'no Content-Type' : showValue(header)}`,
  }
  return { kind: header === undefined ? 'missing' : 'undocumented', violation }
}

const missingBody = ({ media }: CompiledResponse): Violation => ({
  at: 'response.body',
  keyword: 'required',
  message: `response.body is required: the document has ${[...media.keys()].join(' or ')}`,
})

const createBodyCheck = ({ read, validate }: CompiledMedia, mediaType: MediaType): CheckBody | undefined =>
  read && validate
    ? async (bytes) => {
        const parsed = await read(bytes, mediaType)
        if (parsed.kind === 'invalid') return parsed.violations.map(placeInResponse)
        const errors = validate(parsed.value)
        return errors ? describeErrors(errors, parsed.value, 'response.body') : []
      }
    : undefined

/**
 * Reads the body of a request: chooses the documented media type by Content-Type, parses the bytes and validates the value.
 */
import type { Rejection, Violation } from '../../errors.ts'
import type { IncomingRequest, ReadBody } from '../../ports.ts'
import { describeErrors, showValue } from '../schema/violations.ts'
import type { ParsedJson } from '../values/json-text.ts'
import { chooseMediaType, isJson, type MediaType, parseMediaType } from '../values/media-type.ts'
import type { CompiledBody, CompiledMedia } from './operation.ts'

export type BodyResult =
  | { readonly kind: 'value'; readonly value: ParsedJson }
  | { readonly kind: 'none' }
  /** At least one violation. */
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] }
  /** The body cannot be read or parsed at all: too large, wrong content type. */
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

export const readBody = async (request: IncomingRequest, body: CompiledBody): Promise<BodyResult> => {
  const read = await request.readBody()
  if (read.kind === 'rejected') return { kind: 'rejected', rejection: toRejection(read) }
  if (read.bytes.length === 0 && !isEmptyForm(request, body))
    return body.view.required ? missingBody(body) : { kind: 'none' }
  const chosen = chooseMedia(request, body)
  if (chosen.kind === 'rejected') return chosen
  const reading = chosen.media.read(read.bytes, chosen.mediaType)
  const parsed = reading instanceof Promise ? await reading : reading
  if (parsed.kind === 'invalid') return invalid(parsed.violations)
  const errors = chosen.media.validate?.(parsed.value)
  return errors ? invalid(describeErrors(errors, parsed.value, 'body')) : parsed
}

const missingBody = ({ view }: CompiledBody): BodyResult => {
  const mediaType = view.content[0]?.mediaType ?? 'one'
  return invalid([{ at: 'body', keyword: 'required', message: `body is required: send ${mediaType}` }])
}

const invalid = (violations: readonly Violation[]): BodyResult => ({
  kind: 'invalid',
  violations:
    violations.length > 0
      ? violations
      : [{ at: 'body', keyword: 'schema', message: 'body does not match the schema of the request' }],
})

/** An urlencoded form without fields has no bytes. */
const isEmptyForm = ({ headers }: IncomingRequest, { view }: CompiledBody): boolean => {
  if (!view.required || typeof headers['content-type'] !== 'string') return false
  return parseMediaType(headers['content-type'])?.essence === 'application/x-www-form-urlencoded'
}

const toRejection = ({ code, message, headers }: Extract<ReadBody, { kind: 'rejected' }>): Rejection => ({
  code,
  // An unsupported Content-Encoding is always 415, whatever statuses the document has.
  ...(code === 'unsupported_media_type' ? { status: 415 } : {}),
  message,
  ...(headers ? { headers } : {}),
})

type ChosenMedia =
  | { readonly kind: 'chosen'; readonly media: CompiledMedia; readonly mediaType: MediaType }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

const plainJson: MediaType = { essence: 'application/json', charset: undefined, parameters: new Map() }

const chooseMedia = (request: IncomingRequest, body: CompiledBody): ChosenMedia => {
  const header = request.headers['content-type']
  // The common case, without parsing.
  const plain = header === 'application/json' ? body.readers.get(header) : undefined
  if (plain) return { kind: 'chosen', media: plain, mediaType: plainJson }
  const mediaType = typeof header === 'string' ? parseMediaType(header) : undefined
  const documented = [...body.readers.keys()]
  const match = mediaType && chooseMediaType(documented, mediaType)
  const media = match === undefined ? undefined : body.readers.get(match)
  if (!mediaType || !media) return rejectType(`must be ${documented.join(' or ')}`, header)
  if (isJson(mediaType.essence) && mediaType.charset !== undefined && !/^utf-?8$/.test(mediaType.charset))
    return rejectType('must have the charset utf-8', mediaType.charset)
  return { kind: 'chosen', media, mediaType }
}

const rejectType = (expected: string, received: string | readonly string[] | undefined): ChosenMedia => ({
  kind: 'rejected',
  rejection: {
    code: 'unsupported_media_type',
    message: `header.Content-Type ${expected}, got ${received === undefined ? 'no Content-Type' : showValue(received)}`,
  },
})

/**
 * Answers what has no state: Prism negotiates status, media type and example; where the document has no example,
 * json-schema-faker makes a body. What goes out has been held against its schema.
 */
import type { Forced } from './force-response.ts'
import { generateValue } from './generate.ts'
import { getOwn } from './is-object.ts'
import type { ParsedJson } from './json-text.ts'
import { isJson } from './media-type.ts'
import { findResponse, type MediaView, viewResponses } from './operation-view.ts'
import type { Negotiated } from './prism-mocker.ts'
import type { SchemaCompiler } from './schema-compiler.ts'
import { seedOf } from './seed.ts'
import type { MatchedRequest } from './validate.ts'
import { describeErrors } from './violations.ts'

export interface RespondParts {
  readonly matched: MatchedRequest
  readonly body: ParsedJson | undefined
  readonly compiler: SchemaCompiler
  readonly seed: number
}

/** A response of the operation, the same for the same seed, operation and parameters. */
export const respond = async ({ matched, body, compiler, seed }: RespondParts): Promise<Forced> => {
  const { operation, request, query } = matched
  const ownSeed = seedOf(seed, operation.id, request.path, request.query)
  const { negotiate } = await import('./prism-mocker.ts')
  const { accept } = request.headers
  const headers = typeof accept === 'string' ? { accept } : {}
  const negotiated = negotiate(
    operation,
    { path: request.path, query: query.pairs, headers, body: body?.rounded },
    ownSeed,
  )
  const responses = viewResponses(operation.document, operation.node)
  const status = negotiated?.status ?? Number(responses.find((view) => /^2\d\d$/.test(view.status))?.status ?? 200)
  const response = findResponse(responses, status)
  const media =
    response?.content.find(({ mediaType }) => mediaType === negotiated?.headers['Content-type']) ??
    response?.content.find(({ mediaType }) => isJson(mediaType)) ??
    response?.content[0]
  if (!media) return { kind: 'reply', source: 'none', reply: { status, headers: [] } }
  if (!isJson(media.mediaType))
    return {
      kind: 'reply',
      source: 'example',
      reply: { status, headers: ['Content-Type', media.mediaType], body: String(negotiated?.body ?? '') },
    }
  return chooseBody({ media, status, negotiated, compiler, seed: ownSeed, matched })
}

interface Choice {
  readonly media: MediaView
  readonly status: number
  readonly negotiated: Negotiated | undefined
  readonly compiler: SchemaCompiler
  readonly seed: number
  readonly matched: MatchedRequest
}

/** The documented example where it is valid, else a generated body, else what Prism made up; the first that fits the schema. */
const chooseBody = async ({
  media,
  status,
  negotiated,
  compiler,
  seed,
  matched: { operation },
}: Choice): Promise<Forced> => {
  const { document } = operation
  const validate = media.schema ? compiler.compile(media.schema, 'response') : () => undefined
  const headers = () => ['Content-Type', media.mediaType.includes('*') ? 'application/json' : media.mediaType]
  const isExample =
    getOwn(media.node.value, 'example') !== undefined || getOwn(media.node.value, 'examples') !== undefined
  const made = { source: isExample ? 'example' : 'generated', make: async () => negotiated?.body } as const
  const generated = {
    source: 'generated',
    make: async () =>
      media.schema && generateValue({ files: document.files, dialect: document.dialect, schema: media.schema, seed }),
  } as const
  let problem = 'nothing could be generated'
  for (const { source, make } of isExample ? [made, generated] : [generated, made]) {
    const value = await attempt(make)
    if (value === undefined) continue
    const parsed = { rounded: value, exact: null }
    const errors = validate(parsed)
    if (!errors) return { kind: 'reply', source, reply: { status, headers: headers(), body: JSON.stringify(value) } }
    problem = describeErrors(errors, parsed, 'body')
      .map(({ message }) => message)
      .join('; ')
  }
  return {
    kind: 'refused',
    refusal: {
      code: 'response_invalid',
      message: `no example and no generated body of ${operation.id} fits its own schema: ${problem}`,
    },
  }
}

/** The generator gives up on some schemas by throwing; the next source is tried then. */
const attempt = async (make: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await make()
  } catch {
    return undefined
  }
}

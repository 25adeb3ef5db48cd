/**
 * The only file of `standin mock` that imports Prism. It runs Prism's own pipeline on the operations it is given: route,
 * security, request validation, mock response, response validation. Importing it takes longer than the rest of a start.
 */
import { createRequire } from 'node:module'
import { createLogger } from '@stoplight/prism-core/dist/logger.js'
import {
  createInstance,
  getHttpOperationsFromSpec,
  type IHttpRequest,
  type IHttpResponse,
  ProblemJsonError,
  resetJSONSchemaGenerator,
  UNPROCESSABLE_ENTITY,
  VIOLATIONS,
} from '@stoplight/prism-http'
import type { IHttpOperation } from '@stoplight/types'
import { createQueue } from '../contract/values/queue.ts'
import { hashText } from '../contract/values/random.ts'
import type { JsonObject } from '../ports.ts'

export type { IHttpRequest }

/** An operation in Prism's format. */
export type PrismOperation = IHttpOperation

/** What the command line and the Prefer header require. */
export interface PrismConfig {
  readonly dynamic: boolean
  readonly ignoreExamples: boolean
  readonly seed: string | undefined
  readonly code: number | undefined
  readonly example: string | undefined
  /** Whether a response that breaks its contract is replaced by an error. */
  readonly errors: boolean
  /** Settings of the generator, by their names in json-schema-faker. */
  readonly generator: JsonObject
  /** Whether Prism validates: some requests and responses make its validators fail. */
  readonly validates: boolean
}

/** One way in which a request or its response breaks the contract, as Prism reports it. */
export interface PrismViolation {
  /** Beginning with `request` or `response`. */
  readonly location: readonly string[]
  readonly severity: string
  readonly code?: string | number
  readonly message: string
}

export type PrismResult =
  | {
      readonly kind: 'response'
      readonly response: IHttpResponse
      readonly violations: readonly PrismViolation[]
    }
  | { readonly kind: 'problem'; readonly problem: PrismProblem; readonly violations: readonly PrismViolation[] }

/** An error that the document does not describe (RFC 9457). */
export interface PrismProblem {
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly headers: Readonly<Record<string, string>>
  /** The whole body. */
  readonly body: string
}

const logger = createLogger('prism', { level: 'silent' })

/** Without logging: the request log of Standin has each request. */
const prism = createInstance(
  {
    isProxy: false,
    checkSecurity: true,
    validateRequest: true,
    validateResponse: true,
    errors: false,
    upstreamProxy: undefined,
    mock: { dynamic: false },
  },
  { logger },
)

/** The generator of Prism, which is one for the process. Prism does not export it. */
const { JSONSchemaFaker: faker }: { readonly JSONSchemaFaker: Faker } = createRequire(
  createRequire(import.meta.url).resolve('@stoplight/prism-http'),
)('json-schema-faker')

interface Faker {
  readonly option: (name: string, value: unknown) => void
  /** The library behind `x-faker`. */
  readonly locate: (name: 'faker') => {
    readonly seed: (seed: number) => void
    readonly setLocale: (locale: string) => void
  }
}

/** Prism seeds the generator itself, but not the library behind `x-faker`. */
const setGenerator = (settings: JsonObject, seed: string | undefined): void => {
  resetJSONSchemaGenerator()
  const values = faker.locate('faker')
  if (seed !== undefined) values.seed(hashText(seed))
  const { locale, ...options } = settings
  values.setLocale(typeof locale === 'string' ? locale : 'en')
  for (const [name, value] of Object.entries(options))
    faker.option(
      name.replace(/[-_]+(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    )
}

/** Each request sets the generator, so that one that is generated at the same time would get values of the other one's seed. */
const inTurn = createQueue()

/** The operations of a document that is Prism's own: it is changed. Rejects where Prism cannot load it. */
export const loadOperations = async (document: JsonObject): Promise<readonly PrismOperation[]> =>
  (await getHttpOperationsFromSpec(document)).map(completeQuery)

/** When it starts, Prism's command line gives the parameters of the query their default style, and encodes their names. */
export const completeQuery = (operation: PrismOperation): PrismOperation => {
  const { request } = operation
  if (!request?.query) return operation
  const query = request.query.map((parameter) =>
    parameter.style === 'form'
      ? { ...parameter, name: encodeURI(parameter.name), explode: parameter.explode ?? true }
      : parameter,
  )
  return { ...operation, request: { ...request, query } }
}

type MockConfig = Extract<NonNullable<Parameters<typeof prism.request>[2]>, { readonly mock: unknown }>

/**
 * The generator of Prism fails on some schemas that contain themselves, such as Stripe's. Then only required properties are
 * generated, and if that fails too, Prism's static response is used.
 */
const requestAnyway = async (
  operations: readonly PrismOperation[],
  request: IHttpRequest,
  config: MockConfig,
  generator: JsonObject,
) => {
  const { mock } = config
  const send = (dynamic: boolean) =>
    prism.request(request, [...operations], { ...config, mock: { ...mock, dynamic } })()
  if (!mock.dynamic) return send(false)
  const sparse = { ...generator, alwaysFakeOptionals: false, optionalsProbability: 0 }
  for (const settings of [generator, sparse]) {
    const result = await inTurn(() => {
      setGenerator(settings, mock.seed)
      return send(true)
    })
    // The generator reports its own mistake by the name of the exception.
    if (result._tag === 'Right' || !/^(Type|Range)Error: /.test(result.left.message)) return result
  }
  return send(false)
}

/** Prism's response to a request, from the operations that may match it. Rejects where Prism fails. */
export const callPrism = async (
  operations: readonly PrismOperation[],
  request: IHttpRequest,
  { code, example, seed, errors, generator, validates, dynamic, ignoreExamples }: PrismConfig,
): Promise<PrismResult> => {
  // Prism writes into its config, so that each call needs its own.
  const config = {
    isProxy: false,
    checkSecurity: true,
    validateRequest: validates,
    validateResponse: validates,
    errors,
    upstreamProxy: undefined,
    mock: {
      dynamic,
      ignoreExamples,
      ...(code === undefined ? {} : { code }),
      ...(example === undefined ? {} : { exampleKey: example }),
      ...(seed === undefined ? {} : { seed }),
    },
  } as const
  const result = await requestAnyway(operations, request, config, generator)
  if (result._tag === 'Left') return { kind: 'problem', problem: toProblem(result.left), violations: [] }
  const { output, validations } = result.right
  const ofResponse = validations.output.map((diagnostic) => toViolation('response', diagnostic))
  const violations = [...validations.input.map((diagnostic) => toViolation('request', diagnostic)), ...ofResponse]
  const broken = ofResponse.filter(({ severity }) => severity === 'Error')
  if (errors && broken.length > 0) return { kind: 'problem', problem: invalidResponse(broken), violations }
  return { kind: 'response', response: output, violations }
}

const severities = ['Error', 'Warning', 'Information', 'Hint'] as const

const toViolation = (
  part: 'request' | 'response',
  diagnostic: { path?: (string | number)[]; severity: number; code?: string | number; message: string },
): PrismViolation => ({
  location: [part, ...(diagnostic.path ?? []).map(String)],
  severity: severities[diagnostic.severity] ?? 'Error',
  ...(diagnostic.code === undefined ? {} : { code: diagnostic.code }),
  message: diagnostic.message,
})

const toProblem = (error: Error): PrismProblem => {
  const body = ProblemJsonError.toProblemJson(error)
  const additional = error instanceof ProblemJsonError ? error.additional : undefined
  return {
    status: body.status,
    title: body.title,
    detail: body.detail,
    headers: (additional?.headers ?? {}) as Readonly<Record<string, string>>,
    body: JSON.stringify(body),
  }
}

const invalidResponse = (validation: readonly PrismViolation[]): PrismProblem =>
  toProblem(
    ProblemJsonError.fromTemplate(
      VIOLATIONS,
      'Your request/response is not valid and the --errors flag is set, so Prism is generating this error for you.',
      { validation },
    ),
  )

/** Preferences that cannot be read. */
export const invalidPreferences = (detail: string): PrismProblem =>
  toProblem(ProblemJsonError.fromTemplate(UNPROCESSABLE_ENTITY, detail))

/** A response that cannot be written. */
export const unwritable = (message: string, name?: string): PrismProblem => {
  const type = name ?? 'https://stoplight.io/prism/errors#UNKNOWN'
  return toProblem(new ProblemJsonError(type, message, 500, name === undefined ? '' : message))
}

/**
 * The catalogue of errors: errors in responses (each code with its status and title), findings in files, and the error
 * classes of the package. A test compares docs/errors.md with it.
 */

/** Errors in responses. The code is the value of the `code` property in the document's error shape. */
export const errorCatalogue = {
  invalid_request: { status: 400, title: 'The request is invalid' },
  unauthorized: { status: 401, title: 'The API key is missing or invalid' },
  forbidden: { status: 403, title: 'The API key is not allowed to do this' },
  not_found: { status: 404, title: 'Not found' },
  operation_removed: { status: 404, title: 'The operation has been removed' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  not_acceptable: { status: 406, title: 'No acceptable representation' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  conflict: { status: 409, title: 'The id or value is already in use' },
  precondition_failed: { status: 412, title: 'A precondition failed' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The media type is not supported' },
  expectation_failed: { status: 417, title: 'The expectation cannot be met' },
  precondition_required: { status: 428, title: 'A precondition is required' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The header fields are too large' },
  internal_error: { status: 500, title: 'Internal error' },
  response_invalid: { status: 500, title: 'No valid response can be generated' },
  not_described: { status: 501, title: 'The document does not describe the operation' },
  bad_gateway: { status: 502, title: 'The real service does not respond' },
  unavailable: { status: 503, title: 'The service is not available' },
  gateway_timeout: { status: 504, title: 'The real service takes too long' },
  storage_full: { status: 507, title: 'No space is left to store the change' },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof errorCatalogue

/** One way in which a request, response or record breaks its contract. */
export interface Violation {
  /** The location: `body.status`, `query.limit`. */
  readonly at: string
  /** The violated JSON Schema keyword, or `style`, `escape`, `required`. */
  readonly keyword: string
  /** A whole sentence: location, expected value, received value. */
  readonly message: string
}

/** Why a request is rejected, before it is rendered in the document's error shape. */
export interface Rejection {
  readonly code: ErrorCode
  /** Set if it differs from the status in the catalogue. */
  readonly status?: number
  readonly message: string
  readonly violations?: readonly Violation[]
  /** Headers to add to the response: name, value, name, value. */
  readonly headers?: readonly string[]
}

/** What can be wrong with a file. Codes are stable; docs/errors.md explains each. */
export const findingCatalogue = {
  'file-unreadable': 'A file cannot be read',
  'link-outside': 'A symbolic link leads out of its folder',
  'syntax-error': 'A file is not valid YAML or JSON',
  'file-too-large': 'A file is nested too deep, or repeats too much',
  'not-openapi': 'A file is not an OpenAPI document',
  'document-structure': 'A part of a document has the wrong structure',
  'ref-unresolved': 'A $ref cannot be resolved',
  'ref-outside': 'A $ref points outside the folder of its document',
  'schema-invalid': 'A schema cannot be compiled',
  'pattern-exponential': 'A pattern backtracks catastrophically',
  'schema-contradiction': 'No value can match a schema',
  'response-unsatisfiable': 'No body can match a response schema',
  'path-shadowed': 'Two documents have the same path',
  'base-path-reserved': 'A document uses a reserved path',
  'overlay-structure': 'An overlay has the wrong structure',
  'overlay-unused': 'An overlay action matches nothing',
  'behaviour-unknown': 'A behaviour does not fit its operation',
  'word-invalid': 'An x-standin word is unknown or has a wrong value',
  'fixture-structure': 'A fixture file has the wrong structure',
  'fixture-invalid': 'A fixture does not match its schema',
  'fixture-duplicate': 'Two fixtures have the same id or unique value',
  'fixture-unknown-resource': 'A fixture file belongs to no resource',
  'fixtures-missing': 'A fixture set does not exist',
  'key-invalid': 'An entry of keys.yaml is invalid',
  'scenario-structure': 'A scenario has the wrong structure',
  'scenario-mismatch': 'A scenario does not match the documents',
  'state-too-new': 'Stored state is from a newer version',
  'report-invalid': 'A file is not a coverage report',
} as const satisfies Record<string, string>

export type FindingCode = keyof typeof findingCatalogue

/** One problem in a file, or in an object that createStandin was given. `line` and `column` count from 1. */
export interface Finding {
  readonly code: FindingCode
  /** Of an object, the option: `documents[0]`. */
  readonly file: string
  readonly line?: number
  readonly column?: number
  /** JSON pointer to the place in an object, which has no lines. */
  readonly pointer?: string
  /** What failed, what was expected and what to do. */
  readonly message: string
}

/** `file:line:column: message (code)`, which editors and terminals turn into a link; of an object `documents[0]#/info: …`. */
export const formatFinding = (finding: Finding): string =>
  `${formatPlace(finding)}: ${finding.message} (${finding.code})`

export const formatPlace = ({ file, line, column, pointer }: Finding): string => {
  if (pointer !== undefined) return pointer === '' ? file : `${file}#${pointer}`
  return [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':')
}

/** Files cannot be loaded. Has the findings of all files, not only the first. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
  readonly findings: readonly Finding[]
  constructor(findings: readonly Finding[], options?: ErrorOptions) {
    super(findings.map(formatFinding).join('\n'), options)
    this.findings = findings
  }
}

/** An option or argument is wrong. The message names it, the expected value and the received value. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The server cannot listen: the port is in use, or the address does not belong to this machine. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

/** Another server does not respond, or not as expected. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'
}

/** A state that should be impossible. Seeing one means a bug in Standin. */
export class InternalError extends Error {
  override readonly name = 'InternalError'
}

/**
 * The kinds of issue that a request can have: no document describes its path and method, it breaks the contract, its operation
 * is deprecated, or the response of the real service breaks the contract.
 */
export const issueKinds = ['unmatched', 'invalid', 'deprecated', 'invalid-response'] as const
export type IssueKind = (typeof issueKinds)[number]

/** What to attach to a bug report. There is no public address for reports yet. */
const bugReport = 'This is a bug in Standin. To report it, attach the version (standin --version), the OpenAPI document'

/** The message for a person who ran a command that failed unexpectedly. It has no stack trace. */
export const describeBug = (error: unknown): string =>
  `${error instanceof Error ? error.message : String(error)}\n${bugReport}, the command and this output`

/** The response to a request on which Standin failed. The log has the stack trace. */
export const unexpectedFailure: Rejection = {
  code: 'internal_error',
  message: `Standin failed to handle this request. ${bugReport}, the Sandbox-Request-Id and the stack trace from the log`,
}

/** Why a call of fetch got no response. It rejects with a TypeError whose cause is the reason. */
export const describeFetchFailure = (error: unknown): string => {
  const reason = error instanceof Error ? (error.cause ?? error) : error
  if (!(reason instanceof Error)) return String(reason)
  const code = 'code' in reason ? reason.code : undefined
  // An error for several addresses of one name has no message.
  return reason.message === '' && typeof code === 'string' ? code : reason.message
}

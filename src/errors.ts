/**
 * The catalogue of errors: what a client can be told (each code with its status and title) and what a person who
 * starts Standin can be told (findings in files, wrong usage). docs/errors.md is compared with it by a test.
 */

/** Errors of the wire: `code` is the value of the Error shape's code field. */
export const errorCatalogue = {
  invalid_request: { status: 400, title: 'The request is invalid' },
  unauthorized: { status: 401, title: 'The API key is missing or invalid' },
  forbidden: { status: 403, title: 'The API key may not do this' },
  not_found: { status: 404, title: 'Not found' },
  operation_removed: { status: 404, title: 'The operation has been removed' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  not_acceptable: { status: 406, title: 'No acceptable representation' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  conflict: { status: 409, title: 'The id or value is in use' },
  precondition_failed: { status: 412, title: 'The condition does not hold' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The media type is not supported' },
  expectation_failed: { status: 417, title: 'The expectation cannot be met' },
  precondition_required: { status: 428, title: 'A condition is required' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The header fields are too large' },
  internal_error: { status: 500, title: 'Internal error' },
  response_invalid: { status: 500, title: 'No response fits the document' },
  not_described: { status: 501, title: 'The document does not describe this' },
  unavailable: { status: 503, title: 'The service is not available' },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof errorCatalogue

/** One way in which a value breaks its contract. */
export interface Violation {
  /** Where, as a person writes it: `body.status`, `query.limit`. */
  readonly at: string
  /** The JSON Schema keyword (or `style`, `escape`, `required`) that was broken. */
  readonly keyword: string
  /** The whole sentence: place, what was expected, what came. */
  readonly message: string
}

/** A rejected request, before it takes the interface's error shape. */
export interface Rejection {
  readonly code: ErrorCode
  /** Where it differs from the catalogue's. */
  readonly status?: number
  readonly message: string
  readonly violations?: readonly Violation[]
  /** Names and values in turn, added to the response. */
  readonly headers?: readonly string[]
}

/** What can be wrong with files at load; `code` is stable, docs/errors.md explains each. */
export const findingCatalogue = {
  'file-unreadable': 'A file cannot be read',
  'syntax-error': 'A file is not YAML or JSON',
  'not-openapi': 'A document is not OpenAPI',
  'document-structure': 'A part of a document has the wrong shape',
  'ref-unresolved': 'A $ref leads nowhere',
  'ref-outside': 'A $ref leaves the folder of its document',
  'schema-invalid': 'A schema cannot be compiled',
  'pattern-exponential': 'A pattern turns back without end',
  'schema-contradiction': 'No value fits a schema',
  'response-unsatisfiable': 'No body fits a response',
  'path-shadowed': 'Two documents have one path',
  'base-path-reserved': 'A document claims an address of the sandbox',
  'overlay-structure': 'An overlay has the wrong shape',
  'overlay-unused': 'An overlay action hits nothing',
  'behaviour-unknown': 'A behaviour cannot be bound to its operation',
  'fixture-structure': 'A fixture file has the wrong shape',
  'fixture-invalid': 'A fixture breaks its schema',
  'fixture-duplicate': 'Two fixtures have one id or value',
  'fixture-unknown-resource': 'A fixture file names no resource',
  'fixtures-missing': 'A fixture set does not exist',
  'key-invalid': 'A key of keys.yaml has the wrong shape',
  'scenario-structure': 'A scenario has the wrong shape',
  'scenario-mismatch': 'A scenario does not fit the documents',
  'report-invalid': 'A coverage report has the wrong shape',
} as const satisfies Record<string, string>

export type FindingCode = keyof typeof findingCatalogue

/** One thing wrong in a file. `line` and `column` count from 1. */
export interface Finding {
  readonly code: FindingCode
  readonly file: string
  readonly line?: number
  readonly column?: number
  /** What failed, what was expected and what to do. */
  readonly message: string
}

/** `file:line:column: message (code)`, the form that editors and terminals link. */
export const formatFinding = (finding: Finding): string =>
  `${[finding.file, finding.line, finding.line === undefined ? undefined : finding.column].filter((part) => part !== undefined).join(':')}: ${finding.message} (${finding.code})`

/** Files that do not load. Holds every finding, not only the first. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
  readonly findings: readonly Finding[]
  constructor(findings: readonly Finding[], options?: ErrorOptions) {
    super(findings.map(formatFinding).join('\n'), options)
    this.findings = findings
  }
}

/** Wrong usage of an option: the message names the option, what came and what it takes. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The server cannot listen: the port is taken, or the address is not this machine's. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
}

/** A state that the code rules out; seeing one is a defect in Standin. */
export class InternalError extends Error {
  override readonly name = 'InternalError'
}

/** What a client may do that a test does not want to let pass: call what no document has, break the contract, use what is deprecated. */
export const issueKinds = ['unmatched', 'invalid', 'deprecated'] as const
export type IssueKind = (typeof issueKinds)[number]

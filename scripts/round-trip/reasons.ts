/**
 * Why a pair does not complete: as examined by hand for the named documents, otherwise the kind of its failure.
 */
import type { Trip } from './outcome.ts'

const examined: readonly (readonly [document: RegExp, collection: RegExp, reason: string])[] = [
  [
    /^stripe$/,
    /\/treasury\/debit_reversals$/,
    'The list requires a financial account as a parameter; POST does not accept one.',
  ],
  [
    /^github$/,
    /\/pages\/builds$/,
    'POST requests a build and returns a status and an address. It has no schema in common with the builds of the list.',
  ],
  [/^sendgrid/, /\/messages\/download$/, 'POST returns a message: the address of the file is sent by email.'],
  [/^dracoon/, /\/reset_password$/, 'POST returns nothing: the token is sent by email.'],
  [
    /^dracoon/,
    /\/totp$/,
    'GET describes how to set up one factor, with the status 201. No operation lists what POST confirms.',
  ],
  [
    /^dracoon/,
    /\/downloads\//,
    'POST returns the address of a file. The token is a part of it that the document does not name.',
  ],
  [/^lgtm/, /\/queryjobs$/, 'POST returns an operation with an id of its own. Its result has the job when it is done.'],
  [
    /^swaggerhub/,
    /./,
    'POST stores a document as text. The list describes its versions by names and values in another format.',
  ],
  [
    /^atlassian/,
    /\/fieldconfiguration$/,
    'The items of the list are closed, and all of their properties are writeOnly.',
  ],
  [/^atlassian/, /\/workflow$/, 'The items of the list are closed and have no id.'],
  [/^presalytics/, /\/file$/, 'POST returns the story that the file belongs to; the reads return bytes.'],
  [/^turbinelabs/, /\/instances$/, 'No response has the identifier that the path of an instance needs.'],
  [/^spoonacular/, /\/shopping-list\/items$/, 'POST returns the whole shopping list, in groups.'],
  [
    /^jellyfin/,
    /\/Images\//,
    'POST sets a file at an address; no response describes it. The second path is another way to the same file.',
  ],
  [/^jellyfin/, /\/Configuration$/, 'GET and POST are about one object, and the second path names a part of it.'],
  [/^jellyfin/, /\/Subtitles$/, 'No response has the index that the path of a file needs.'],
  [/^snyk/, /\/integrations$/, 'The list is an object from types to ids. Items are read by type and changed by id.'],
  [/^superset/, /\/log\/$/, 'A rule is missing: the list has the ids apart from its records.'],
  [/^victorops/, /\{step\}$/, 'GET of the first path shows the step, and its POST creates a rule below the step.'],
  [/^id4i/, /\/documents\//, 'A rule is missing: the path of a collection ends in a parameter, and has a PUT.'],
  [
    /^soundcloud/,
    /\/tracks$/,
    'A rule is missing: fields of a form such as `track[title]` are properties of the record.',
  ],
]

const kinds: readonly (readonly [failure: RegExp, reason: string])[] = [
  [/no valid request body/, 'The script found no request body that the document allows.'],
  [
    /must match (only|exactly) one variant/,
    'The variants of a oneOf overlap, so that no record or no response matches exactly one.',
  ],
  [
    /no unused .*left|is not valid JSON/,
    'No id fits both the record and the path, where the parameter is not described by a type.',
  ],
  [/at least \d+ item/, 'The document does not allow an empty list.'],
  [
    /is not allowed here/,
    'The response is an allOf of closed schemas, which excludes the properties of the other part.',
  ],
  [
    /problem\+json, not|must be a string in the format|is required|has no body/,
    'A response breaks its schema or has another media type.',
  ],
  [/no id in the response/, 'Neither the responses nor the request show an id under a likely name.'],
  [
    /^list: /,
    'The list does not show what was created: its entries have no id or another one, it is selected by a parameter, or no behaviour was inferred.',
  ],
  [
    /^list after delete|^read after delete/,
    'What was deleted is still shown: no behaviour was inferred for one of the operations.',
  ],
  [
    /^read( after change)?: .* (was|was sent as) /,
    'Two responses show different values: one of the operations has no behaviour, or their schemas differ.',
  ],
  [/ 409 /, 'The request repeats a value that identifies a record.'],
  [
    /^(read|delete|change by \w+|create): 4\d\d/,
    'The id in the response to the creation is not the id that the path expects.',
  ],
]

export const reasonFor = (
  document: string,
  { collection, failure = '' }: Pick<Trip, 'collection' | 'failure'>,
): string =>
  examined.find(([ofDocument, ofCollection]) => ofDocument.test(document) && ofCollection.test(collection))?.[2] ??
  kinds.find(([pattern]) => pattern.test(failure))?.[1] ??
  'Another failure.'

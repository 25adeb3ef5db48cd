/**
 * What the name of a property says about its value, beside what the value looks like: that it is unique to each record,
 * that it identifies a record, that it reports whether a request succeeded. Data: a new kind of document is a new row.
 */

/** What a response body reports about its request. */
export type Outcome = 'success' | 'removal' | 'failure'

interface NameRule {
  readonly pattern: RegExp
  /** The documents that use such names. */
  readonly documents: string
}

/** Names of values that no two records share. */
const uniqueNames: readonly NameRule[] = [
  { pattern: /^(id|uuid|guid|uid|slug)$/i, documents: 'any' },
  { pattern: /(^|_|[a-z](?=[A-Z]))(uuid|guid|token|secret)$/i, documents: 'any' },
  { pattern: /^gid$/i, documents: 'global ids, as in Asana' },
  { pattern: /^sid$/i, documents: 'string identifiers, as in Twilio' },
]

interface IdName {
  readonly name: string
  readonly documents: string
  /** Whether a record of that shape may stand where only its id is allowed. */
  readonly isInRecords: boolean
}

/** Names of the property that identifies a referenced record, the most likely first. */
const idNames: readonly IdName[] = [
  { name: 'id', documents: 'any', isInRecords: true },
  { name: 'gid', documents: 'global ids, as in Asana', isInRecords: true },
  { name: 'name', documents: 'records addressed by name, as in Kubernetes', isInRecords: true },
  { name: 'key', documents: 'records addressed by key, as in Jira', isInRecords: false },
  { name: 'value', documents: 'options of a list', isInRecords: true },
]

interface OutcomeRule extends NameRule {
  /** The value for each outcome; undefined: generated like any other boolean. */
  readonly values: Readonly<Record<Outcome, boolean | undefined>>
}

/** Names of flags that report the outcome of a request. */
const outcomeNames: readonly OutcomeRule[] = [
  {
    pattern: /^(is_?)?(success|successful|succeeded|ok)$/i,
    documents: 'any',
    values: { success: true, removal: true, failure: false },
  },
  {
    pattern: /^((is|has)_?)?(error|errors|failed|failure)$/i,
    documents: 'any',
    values: { success: false, removal: false, failure: true },
  },
  {
    pattern: /^(is_?)?(deleted|removed)$/i,
    documents: 'any',
    values: { success: undefined, removal: true, failure: undefined },
  },
]

/** Whether each record has its own value, so that an example of it is right for one record only. */
export const isUniqueValue = (name: string | undefined, format: unknown): boolean =>
  format === 'uuid' || (name !== undefined && uniqueNames.some(({ pattern }) => pattern.test(name)))

/** The value of a flag that reports the outcome of a request; undefined for any other property. */
export const outcomeFlag = (name: string | undefined, outcome: Outcome | undefined): boolean | undefined =>
  name === undefined || outcome === undefined
    ? undefined
    : outcomeNames.find(({ pattern }) => pattern.test(name))?.values[outcome]

/** Names of the property of a reference that holds the id. */
export const referenceIdNames: readonly string[] = idNames.map(({ name }) => name)

/** Names of the property of a record that is its id. */
export const recordIdNames: readonly string[] = idNames.filter(({ isInRecords }) => isInRecords).map(({ name }) => name)

/**
 * What the name of a property says of its value beside its looks: that no other record has the same, that it tells whether
 * a request was carried out.
 */

/** What a body has to say: that something was done, that something was removed, or that it was not. */
export type Meaning = 'success' | 'removal' | 'failure'

/** Whether each record has one of its own, so that an example of it is good for one record only. */
export const isOneOfItsKind = (name: string | undefined, format: unknown): boolean =>
  format === 'uuid' || (name !== undefined && ownNames.test(name))

const ownNames = /^(id|uuid|guid|gid|uid|sid|slug)$|(^|_|[a-z](?=[A-Z]))(uuid|guid|token|secret)$/i

/** What a property that tells how it went has to be; undefined for any other. */
export const meaningOf = (name: string | undefined, meaning: Meaning | undefined): boolean | undefined => {
  if (name === undefined || meaning === undefined) return undefined
  if (/^(is_?)?(success|successful|succeeded|ok)$/i.test(name)) return meaning !== 'failure'
  if (/^((is|has)_?)?(error|errors|failed|failure)$/i.test(name)) return meaning === 'failure'
  return /^(is_?)?(deleted|removed)$/i.test(name) && meaning === 'removal' ? true : undefined
}

/**
 * The names of files in a fixture set that are not records of a resource.
 */

export const keysName = 'keys'
export const nextIdsName = 'next-ids'

/** A resource with one of these names has its records in a folder named after its document. */
export const reservedNames: ReadonlySet<string> = new Set([keysName, nextIdsName])

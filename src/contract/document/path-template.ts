/**
 * A path as a document writes it: `/pets/{petId}`. What stands after a question mark or a hash is no part of what is
 * matched, though some documents tell operations apart by it.
 */
export const withoutQuery = (path: string): string => path.replace(/[?#].*$/s, '')

/**
 * A path in a command that is shown to be copied.
 */

/**
 * In quotes where a shell needs them. Windows knows only double ones, so single ones are used only where a shell would replace
 * something within double ones.
 */
export const quotePath = (path: string): string => {
  if (/^[\w./@:\\-]+$/.test(path)) return path
  return /[$`"!]/.test(path) ? `'${path.replaceAll("'", "'\\''")}'` : `"${path}"`
}

/**
 * How numbers and names are written in this part.
 */

/** `1 snapshot`, `2 snapshots`. */
export const countOf = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** A name that is not in use: the wanted one, or with a number behind it. */
export const freeName = (wanted: string, used: readonly string[]): string => {
  const taken = new Set(used)
  if (!taken.has(wanted)) return wanted
  for (let number = 2; number <= used.length + 2; number++) {
    if (!taken.has(`${wanted}-${number}`)) return `${wanted}-${number}`
  }
  return wanted
}

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

const lifetimeUnits = [
  { name: 'd', size: 86_400_000 },
  { name: 'h', size: 3_600_000 },
  { name: 'min', size: 60_000 },
  { name: 's', size: 1_000 },
]

/** Milliseconds as the largest two units: `1 h 30 min`. */
export const formatLifetime = (milliseconds: number): string => {
  const parts: string[] = []
  let rest = milliseconds
  for (const { name, size } of lifetimeUnits) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0 && parts.length < 2) parts.push(`${count} ${name}`)
  }
  return parts.length === 0 ? `${milliseconds} ms` : parts.join(' ')
}

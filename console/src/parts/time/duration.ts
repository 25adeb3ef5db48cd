/**
 * Durations as people write and read them: "2h", "1 day 30 min".
 */
const units = [
  { names: /^(?:d|day|days)$/, size: 86_400_000, short: 'd' },
  { names: /^(?:h|hour|hours)$/, size: 3_600_000, short: 'h' },
  { names: /^(?:m|min|minute|minutes)$/, size: 60_000, short: 'min' },
  { names: /^(?:s|sec|second|seconds)$/, size: 1_000, short: 's' },
  { names: /^(?:ms|millisecond|milliseconds)$/, size: 1, short: 'ms' },
]

/** Milliseconds; undefined if it is not a duration. A leading minus makes it negative. */
export const parseDuration = (text: string): number | undefined => {
  const trimmed = text.trim().toLowerCase()
  const sign = trimmed.startsWith('-') ? -1 : 1
  const rest = trimmed.replace(/^-\s*/, '')
  if (!/^(?:\d{1,9}(?:\.\d{1,3})?\s*[a-z]+\s*){1,5}$/.test(rest)) return undefined
  let total = 0
  for (const [, amount = '', name = ''] of rest.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g)) {
    const unit = units.find(({ names }) => names.test(name))
    if (!unit) return undefined
    total += Number(amount) * unit.size
  }
  return sign * Math.round(total)
}

/** The two largest units: "1 d 2 h". */
export const formatDuration = (milliseconds: number): string => {
  let rest = Math.abs(milliseconds)
  const parts: string[] = []
  for (const { size, short } of units) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(`${count.toLocaleString('en')} ${short}`)
  }
  return parts.length === 0 ? '0 s' : parts.slice(0, 2).join(' ')
}

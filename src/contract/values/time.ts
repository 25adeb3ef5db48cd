/**
 * Durations and instants as files, options and bodies write them.
 */
const milliseconds: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

/** Milliseconds of `300ms`, `2s`, `5m`, `1h` or `1d`; undefined for any other text. */
export const parseDuration = (text: string): number | undefined => {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([a-z]+)$/.exec(text) ?? []
  const factor = milliseconds.get(unit)
  return factor === undefined ? undefined : Number(amount) * factor
}

const instantPattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/i

/**
 * Epoch milliseconds of an RFC 3339 date-time (`2030-12-06T00:00:00Z`) or of a date, which starts at midnight UTC;
 * undefined for any other text.
 */
export const parseInstant = (text: string): number | undefined => {
  const time = instantPattern.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** Whether a Date can represent this time (ECMA-262, section 21.4.1.1). */
export const isInstant = (time: number): boolean => Math.abs(time) <= 8.64e15

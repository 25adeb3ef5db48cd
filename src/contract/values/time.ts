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

/** Ten thousand years. A time that far from any time of a clock is still one that a Date can represent. */
const longest = 10_000 * 365.25 * 86_400_000

/** Milliseconds of `300ms`, `2s`, `5m`, `1h` or `1d`, at most 10,000 years; undefined for any other text. */
export const parseDuration = (text: string): number | undefined => {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([a-z]+)$/.exec(text) ?? []
  const factor = milliseconds.get(unit)
  const duration = factor === undefined ? Number.POSITIVE_INFINITY : Number(amount) * factor
  return duration <= longest ? duration : undefined
}

const instantPattern = /^(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/i

/**
 * Epoch milliseconds of an RFC 3339 date-time (`2030-12-06T00:00:00Z`) or of a date, which starts at midnight UTC;
 * undefined for any other text.
 */
export const parseInstant = (text: string): number | undefined => {
  const [, year, month, day] = instantPattern.exec(text) ?? []
  // Date.parse takes 30 February for 2 March.
  const isDay = Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  const time = isDay ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/**
 * Epoch milliseconds of a time in any notation that Date.parse reads; NaN for any other text. A date and time without a zone is
 * in UTC, and not in the zone of this machine.
 */
export const parseTime = (text: string): number => {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/i.exec(text) ?? []
  return Date.parse(date === undefined ? text : `${date}T${time}Z`)
}

/** The times that RFC 3339 can write: the years 0 to 9999. A clock that runs on from the last of them stays representable. */
const earliest = Date.parse('0000-01-01T00:00:00Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/** Whether a clock may be set to this time. */
export const isClockTime = (time: number): boolean => time >= earliest && time <= latest

/** The nearest time that a clock may be set to. */
export const toClockTime = (time: number): number => Math.min(Math.max(time, earliest), latest)

/** Whether a Date can represent this time (ECMA-262, section 21.4.1.1). */
export const isInstant = (time: number): boolean => Math.abs(time) <= 8.64e15

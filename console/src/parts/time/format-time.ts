/**
 * Times as the part Time shows them: in UTC, as the server counts, and in the time zone of this browser.
 */
const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const

export const formatDay = (time: number, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-GB', { ...day, ...(timeZone === undefined ? {} : { timeZone }) }).format(time)

export const formatClock = (time: number, timeZone?: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', ...(timeZone === undefined ? {} : { timeZone }) }).format(
    time,
  )

/** "Fri, 6 Dec 2030, 00:00:00 UTC" */
export const formatUtc = (time: number): string => `${formatDay(time, 'UTC')}, ${formatClock(time, 'UTC')} UTC`

export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const isUtcHere = (time: number): boolean => new Date(time).getTimezoneOffset() === 0

/** As an input of type datetime-local has it. */
export const toInput = (time: number, zone: 'utc' | 'local'): string => {
  const shift = zone === 'utc' ? 0 : new Date(time).getTimezoneOffset() * 60_000
  return new Date(time - shift).toISOString().slice(0, 19)
}

/** Epoch milliseconds; undefined if the input is empty or incomplete. */
export const fromInput = (text: string, zone: 'utc' | 'local'): number | undefined => {
  const time = Date.parse(zone === 'utc' ? `${text}Z` : text)
  return Number.isNaN(time) ? undefined : time
}

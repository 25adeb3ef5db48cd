/**
 * Times and durations in the list: short, and as wide as the others.
 */

const clockTime = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const dayAndTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** The time of day, with the date if it is not today's. */
export const formatTime = (at: string): string => {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date().toDateString()
  return (isToday ? clockTime : dayAndTime).format(date)
}

/** `duration` in milliseconds. */
export const formatDuration = (duration: number): string => {
  if (duration >= 10_000) return `${(duration / 1000).toFixed(0)} s`
  if (duration >= 1_000) return `${(duration / 1000).toFixed(1)} s`
  return duration < 10 ? `${duration.toFixed(1)} ms` : `${Math.round(duration)} ms`
}

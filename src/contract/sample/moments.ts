/**
 * Values that are moments, in whatever form a schema wants: a date, a time of ISO 8601, seconds or milliseconds since 1970.
 */
import type { Json } from '../../ports.ts'
import { parseTime } from '../values/time.ts'

/** A day without separators: 20240610. */
const plainDay = /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|1\d|2[0-8])$/

/** In 2040. Later times are not generated. */
const latest = 2_208_988_800

/** Seconds since 1970; undefined if the value is not a moment. */
export const momentOf = (value: Json | undefined): number | undefined => {
  if (typeof value === 'string' && plainDay.test(value))
    return parseTime(`${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6)}`) / 1000
  const epoch = typeof value === 'string' && /^\d{10}(\d{3})?$/.test(value) ? Number(value) : value
  // Larger numbers are ids.
  if (typeof epoch === 'number' && epoch > 1e11) return epoch < latest * 1000 ? epoch / 1000 : undefined
  if (typeof epoch === 'number') return epoch > 1e9 && epoch < latest ? epoch : undefined
  const moment = typeof epoch === 'string' && /^\d{4}-\d\d-\d\d/.test(epoch) ? parseTime(epoch) / 1000 : Number.NaN
  return Number.isFinite(moment) ? moment : undefined
}

/** A moment in the form of another one; undefined if that form is unknown. */
export const writeMoment = (like: Json, seconds: number): Json | undefined => {
  const whole = Math.round(seconds)
  if (typeof like === 'number') return like > 1e11 ? whole * 1000 : whole
  if (typeof like !== 'string') return undefined
  if (plainDay.test(like)) return new Date(whole * 1000).toISOString().slice(0, 10).replaceAll('-', '')
  if (/^\d+$/.test(like)) return String(like.length > 10 ? whole * 1000 : whole)
  const iso = new Date(whole * 1000).toISOString()
  if (/^\d{4}-\d\d-\d\d$/.test(like)) return iso.slice(0, 10)
  const [, fraction, zone] = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)?$/.exec(like) ?? []
  return like.includes('T') && (fraction ?? zone ?? like.length === 19)
    ? `${iso.slice(0, 19)}${fraction ?? ''}${zone ?? ''}`
    : undefined
}

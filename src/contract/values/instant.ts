/**
 * Instants as files and bodies write them (RFC 3339): 2030-12-06T00:00:00Z, or a day, which begins in UTC.
 */
const pattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/

/** Epoch milliseconds, or undefined where the text is no instant. */
export const parseInstant = (text: string): number | undefined => {
  const time = pattern.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** Whether a Date can hold an instant (ECMA-262, section 21.4.1.1). */
export const isInstant = (time: number): boolean => Math.abs(time) <= 8.64e15

/**
 * A time of a sandbox's clock as it is, in UTC.
 */
export const UtcTime = ({
  time,
  precision = 'minute',
}: {
  readonly time: string
  readonly precision?: 'minute' | 'second'
}) => <time dateTime={time}>{`${time.slice(0, lengths[precision]).replace('T', ' ')} UTC`}</time>

/** Of an ISO 8601 time. */
const lengths = { minute: 16, second: 19 }

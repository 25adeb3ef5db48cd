/**
 * Loaded into the server of overload.ts: measures the delay of its event loop, and reports it on request.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolution = 2
const histogram = monitorEventLoopDelay({ resolution })
histogram.enable()

/** @param {number} nanoseconds */
const toDelay = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - resolution)

process.on('message', () => {
  const delay = {
    median: toDelay(histogram.percentile(50)),
    most: toDelay(histogram.percentile(99)),
    slowest: toDelay(histogram.max),
  }
  histogram.reset()
  process.send?.(delay)
})
// The channel does not keep the server running.
process.channel?.unref()

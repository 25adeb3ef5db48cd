/**
 * Loaded into the servers of proxy.ts: reports the CPU time and the memory of the process on request.
 */
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  // Microseconds, and bytes.
  process.send?.({ cpu: user + system, memory: process.memoryUsage().rss })
})
// The channel does not keep the server running.
process.channel?.unref()

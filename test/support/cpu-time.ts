/**
 * The processor time that something takes in this process. Unlike the time of the clock, it is the same on a busy machine.
 */
import process from 'node:process'

/** In milliseconds. What else runs in the process meanwhile counts, too. */
export const cpuTimeOf = async (run: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/**
 * Ports for servers that start later, or that stop and start again.
 */
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems choose themselves: those of Linux begin at 32768, others higher. */
const range = [20_000, 32_000] as const

/** A port that nobody uses. Nobody gets it by chance until it is used. */
export const findFreePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(...range)
    if (await isFree(port)) return port
  }
}

export const findFreePorts = async (count: number): Promise<readonly number[]> => {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await findFreePort())
  return [...ports]
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

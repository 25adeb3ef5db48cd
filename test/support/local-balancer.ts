/**
 * The balancer of compose.replicas.yaml on this machine: free ports, and its configuration with them.
 */
import { createServer } from 'node:net'
import { expect } from 'vitest'

export const findFreePorts = async (count: number): Promise<readonly number[]> => {
  const servers = Array.from({ length: count }, () => createServer())
  const ports: number[] = []
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    ports.push(typeof address === 'object' && address ? address.port : 0)
  }
  for (const server of servers) await new Promise((resolve) => server.close(resolve))
  return ports
}

/** The ports: the balancer's own, then those of standin-1, standin-2 and so on. */
export const localConfiguration = (configuration: string, [port, ...servers]: readonly number[]): string => {
  const local = servers.reduce(
    (text, server, index) => text.replace(`standin-${index + 1}:4010`, `127.0.0.1:${server}`),
    configuration.replace('bind :4010', `bind 127.0.0.1:${port}`),
  )
  expect(local.match(/127\.0\.0\.1:/g)).toHaveLength(1 + servers.length)
  return local
}

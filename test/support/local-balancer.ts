/**
 * The balancer of compose.replicas.yaml on this machine: its configuration with other ports.
 */
import { expect } from 'vitest'

/** The ports: the balancer's own, then those of standin-1, standin-2 and so on. */
export const localConfiguration = (configuration: string, [port, ...servers]: readonly number[]): string => {
  const local = servers.reduce(
    (text, server, index) => text.replace(`standin-${index + 1}:4010`, `127.0.0.1:${server}`),
    configuration.replace('bind :4010', `bind 127.0.0.1:${port}`),
  )
  expect(local.match(/127\.0\.0\.1:/g)).toHaveLength(1 + servers.length)
  return local
}

/**
 * Tests that need a Redis or Valkey server.
 */
import { describe } from 'vitest'
import { findRedisServers, withoutRedis } from './redis-server.ts'

/** Tests that run with each program that is installed; without one, they are skipped. */
export const describeWithRedis = (name: string, body: (program: string) => void): void => {
  const programs = findRedisServers()
  if (programs.length === 0) describe.skip(`${name}: ${withoutRedis}`, () => body('redis-server'))
  for (const program of programs) describe(`${name} (${program})`, () => body(program))
}

/**
 * A server for one group of tests, started before the first and closed after the last, so that what one group creates
 * no other sees.
 */
import { afterAll, assert, beforeAll } from 'vitest'
import type { Standin, StandinOptions } from '../../src/index.ts'
import { type Answer, type CallOptions, call } from '../support/client.ts'
import { startStandin } from '../support/start-standin.ts'

/** The time that the tests' clock shows where a test does not say otherwise. */
export const noon = Date.parse('2026-11-20T12:00:00Z')

export interface ApiOptions extends Omit<CallOptions, 'key'> {
  /** Absent: the key that is good in every fixture set; null: none. */
  readonly key?: string | null
}

export interface Api {
  readonly origin: () => string
  /** The path begins with a slash, and has the base address's path in it. */
  readonly call: (path: string, options?: ApiOptions) => Promise<Answer>
}

export const useStandin = (options: StandinOptions = {}): Api => {
  let standin: Standin | undefined
  beforeAll(async () => {
    standin = await startStandin({ now: () => noon, ...options })
  })
  afterAll(() => standin?.close())
  const origin = (): string => {
    assert(standin !== undefined, 'the server is started before the tests, not while they are collected')
    return standin.url
  }
  return {
    origin,
    call: (path, { key = 'sandbox-key', ...rest } = {}) =>
      call(`${origin()}${path}`, key === null ? rest : { ...rest, key }),
  }
}

/**
 * A conversation with a server as a table: one row per request, with the expected response. The rows of a conversation
 * depend on each other.
 */
import { expect } from 'vitest'
import type { Served } from './serve-files.ts'

export interface Step {
  /** `POST /cells`. */
  readonly ask: string
  readonly body?: object | string
  readonly headers?: Readonly<Record<string, string>>
  readonly status: number
  /** The whole body, as JSON; absent: it is not compared. */
  readonly is?: unknown
  /** The header Location. */
  readonly location?: string
}

export const converse = async (call: Served['call'], steps: readonly Step[]): Promise<void> => {
  for (const [index, { ask, body, headers = {}, status, is, location }] of steps.entries()) {
    const [method = '', path = ''] = ask.split(' ')
    const answer = await call(path, body === undefined ? { method, headers } : { method, body, headers })
    const where = `${index + 1}: ${ask} ${JSON.stringify(body) ?? ''} answered ${answer.text}`
    expect(answer.status, where).toBe(status)
    if (is !== undefined) expect(answer.json, where).toEqual(is)
    if (location !== undefined) expect(answer.headers.location, where).toBe(location)
  }
}

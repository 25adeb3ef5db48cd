/**
 * A conversation with a server as a table: one row a request, with what has to come back. The rows of one conversation
 * build on one another.
 */
import { expect } from 'vitest'
import type { Served } from './serve-files.ts'

export interface Step {
  /** `POST /cells`. */
  readonly ask: string
  readonly body?: object | string
  readonly headers?: Readonly<Record<string, string>>
  readonly status: number
  /** The whole body, as JSON; absent: it does not matter. */
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

/**
 * Tables of requests with the response that each gets: one row is one test, and the row's name is the test's.
 */
import { expect, it } from 'vitest'
import type { Answer } from '../support/client.ts'
import { expectError } from './expect-shape.ts'
import type { Api, ApiOptions } from './use-standin.ts'

export interface Row extends ApiOptions {
  readonly name: string
  readonly path: string
  readonly status: number
  /** The error's code, where it is not the usual one of the status. */
  readonly code?: string
  /** What the error's message has in it. */
  readonly says?: readonly string[]
  /** What else is true of the response. */
  readonly check?: (answer: Answer) => void
}

/** Declares a test for each row; a response of 400 and above must have the Error shape. */
export const itAnswers = (api: Api, rows: readonly Row[]): void => {
  for (const { name, path, status, code, says = [], check, ...request } of rows)
    it(name, async () => {
      const answer = await api.call(path, request)
      if (status < 400) expect(answer.status, answer.text).toBe(status)
      else {
        const { message } = expectError(answer, status, code)
        for (const part of says) expect(message).toContain(part)
      }
      check?.(answer)
    })
}

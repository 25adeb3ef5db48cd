/**
 * Tables of requests with their expected responses. Each row is one test with the name of the row.
 */
import { expect, it } from 'vitest'
import type { Answer } from '../support/client.ts'
import { expectError } from './expect-shape.ts'
import type { Api, ApiOptions } from './use-standin.ts'

export interface Row extends ApiOptions {
  readonly name: string
  readonly path: string
  readonly status: number
  /** The code of the error. Default: the usual one for the status. */
  readonly code?: string
  /** Strings that the message of the error must contain. */
  readonly says?: readonly string[]
  /** Further checks of the response. */
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

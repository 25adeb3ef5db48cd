/**
 * The console's calls of the control API. A call rejects with ProblemError, UnreachableError, or an AbortError if its signal is
 * aborted.
 */
import { type ControlApi, createCalls } from '../../../src/client/remote/control-calls.ts'
import { parseJson, stringifyJson } from './json.ts'
import { readProblem, UnreachableError } from './problem.ts'

export type { ControlInput as Input, ControlResult as Result } from '../../../src/client/remote/control-calls.ts'
export type Api = ControlApi

export interface ApiParts {
  /** The admin token, if there is one. It is read for each call. */
  readonly token: () => string | undefined
  /** Called when the server requires a token, or another one. */
  readonly onUnauthorized: () => void
}

export const createApi = ({ token, onUnauthorized }: ApiParts): Api =>
  createCalls({
    token,
    send: async (path, init) => {
      const response = await reach(path, { ...init, cache: 'no-store' })
      if (response.ok) return response
      if (response.status === 401) onUnauthorized()
      throw await readProblem(response)
    },
    parse: parseJson,
    stringify: stringifyJson,
  })

const reach = async (url: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, init)
  } catch (error) {
    // fetch rejects with TypeError if there is no response.
    throw error instanceof TypeError ? new UnreachableError(error) : error
  }
}

/**
 * The control API of a server elsewhere. A call rejects with ControlError for an error response, and with a TypeError, as fetch
 * does, if there is no response.
 */
import { isJsonObject } from '../../contract/values/json-object.ts'
import { parseJsonText, stringifyJson } from '../../contract/values/json-text.ts'
import { ControlError } from '../../control/actions/control-error.ts'
import { describeFetchFailure, type Violation } from '../../errors.ts'
import { type ControlApi, createCalls } from './control-calls.ts'

export interface ControlApiParts {
  /** The origin of the server, without a trailing slash. */
  readonly origin: string
  readonly token: string | undefined
  readonly fetch: typeof fetch
}

export const createControlApi = ({ origin, token, fetch }: ControlApiParts): ControlApi =>
  createCalls({
    token: () => token,
    send: async (path, init) => {
      const response = await fetch(origin + path, init).catch((error: unknown) => {
        throw describeUnreachable(origin, error)
      })
      if (!response.ok) throw await readProblem(response)
      // The control API has no pages; those below it are the console's.
      if (/\bhtml\b/i.test(response.headers.get('Content-Type') ?? ''))
        throw describeForeign(response, await response.text())
      return response
    },
    parse: readJson,
    stringify: stringifyJson,
  })

/** What fetch rejects with, but with the address and the reason. An abort stays as it is. */
const describeUnreachable = (origin: string, error: unknown): unknown => {
  if (!(error instanceof TypeError)) return error
  const message = `no server responds at ${origin} (${describeFetchFailure(error)}); start one with standin, or check the url of createClient`
  return new TypeError(message, { cause: error.cause ?? error })
}

/** Records and exchanges contain bodies, which may be nested as deep as the server allows. */
const maxNesting = 1_000

/** Exact integers. */
export const readJson = (text: string): unknown => parseJsonText(text, maxNesting).exact

const readProblem = async (response: Response): Promise<ControlError> => {
  const text = await response.text()
  try {
    const problem = readJson(text)
    if (isJsonObject(problem) && typeof problem.detail === 'string')
      // The control API's document describes them.
      return new ControlError(response.status, problem.detail, (problem.violations ?? []) as unknown as Violation[])
  } catch {
    // Not from the control API: described below.
  }
  return describeForeign(response, text)
}

const describeForeign = (response: Response, text: string): ControlError => {
  const start = text.slice(0, 200)
  return new ControlError(
    response.status,
    `${response.url} is not a control API: it responded with ${response.status}${start === '' ? '' : ` ${start}`}. Check the url of createClient`,
  )
}

/**
 * Calls the control API of a running server, for `standin save` and `standin mcp`. The server is another process, so nothing about
 * its responses is trusted: neither their length nor their form.
 */
import { getString } from '../contract/values/json-object.ts'
import { parseJsonText } from '../contract/values/json-text.ts'
import { describeFetchFailure, RemoteError } from '../errors.ts'

/** Rejects with RemoteError if no server responds. */
export const callServer = async (url: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, init)
  } catch (error) {
    const { origin } = new URL(url)
    const message = `no server responds at ${origin} (${describeFetchFailure(error)}); start one with standin, or set its address with --url`
    throw new RemoteError(message, { cause: error })
  }
}

/** The body of a response, at most `maxLength` characters. Rejects with RemoteError. */
export const readServerText = async (response: Response, origin: string, maxLength: number): Promise<string> => {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length > maxLength) throw new RemoteError(`the response is larger than ${maxLength} characters of JSON`)
    }
    return text + decoder.decode()
  } catch (error) {
    if (error instanceof RemoteError) throw error
    throw new RemoteError(`the response of ${origin} is incomplete (${describeFetchFailure(error)}); try again`, {
      cause: error,
    })
  }
}

/** The detail of an error of the control API; undefined for any other body. */
export const readDetail = (text: string): string | undefined => {
  try {
    return getString(parseJsonText(text).rounded, 'detail')
  } catch {
    return undefined
  }
}

/** Why a server responds with 401 to a request with this token. */
export const describeToken = (origin: string, given: string | undefined): string =>
  given === undefined
    ? `${origin} requires its admin token: set --admin-token or STANDIN_ADMIN_TOKEN; the start message of the server has the token`
    : `--admin-token is not the token of ${origin}; the start message of the server has the token`

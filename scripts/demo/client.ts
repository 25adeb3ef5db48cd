/**
 * The client of `npm run demo`: plays the story against a running server, at a speed that people can follow. It retries what gets
 * a Retry-After, as a good client does, and continues whatever the server answers.
 */
import { chapters, type DemoRequest, routine } from './story.ts'

export interface ClientOptions {
  /** The origin of the server. */
  readonly url: string
  /** Milliseconds between two requests of a chapter. */
  readonly pause: number
  /** Milliseconds between two requests of the routine, and how many of them are sent. */
  readonly routinePause: number
  readonly routineLength: number
  /** Receives the title of each chapter. */
  readonly narrate: (text: string) => void
  /** Resolves after these milliseconds; rejects when the client has to stop. */
  readonly wait: (milliseconds: number) => Promise<void>
}

/** How often a request is sent again. */
const maxRetries = 2

/** Milliseconds that a Retry-After may make the client wait. */
const maxRetryPause = 5_000

/** Resolves when everything was sent. Rejects when `wait` does. */
export const playStory = async (options: ClientOptions): Promise<void> => {
  for (const { title, creates, requests } of chapters) {
    options.narrate(title)
    if (creates !== undefined) await createSandbox(options.url, creates)
    for (const request of requests) {
      await sendWithRetries(request, options)
      await options.wait(options.pause)
    }
  }
}

/** Repeats some requests slowly. Resolves when the last one was sent. */
export const playRoutine = async (options: ClientOptions): Promise<void> => {
  for (let sent = 0; sent < options.routineLength; sent++) {
    await options.wait(options.routinePause)
    const request = routine[sent % routine.length]
    if (request !== undefined) await sendWithRetries(request, options)
  }
}

const createSandbox = async (url: string, body: object): Promise<void> => {
  const headers = { 'Content-Type': 'application/json' }
  await sendOnce(`${url}/_sandbox/sandboxes`, { method: 'POST', headers, body: JSON.stringify(body) })
}

const sendWithRetries = async (request: DemoRequest, { url, wait }: ClientOptions): Promise<void> => {
  for (let retries = 0; retries <= maxRetries; retries++) {
    const response = await sendOnce(addressOf(request, url), formatRequest(request))
    const retryAfter = Number(response?.headers.get('retry-after') ?? Number.NaN)
    if (Number.isNaN(retryAfter)) return
    await wait(Math.min(retryAfter * 1_000, maxRetryPause))
  }
}

/** `undefined` if the connection failed: a scenario that is on can break it. */
const sendOnce = async (address: string, init: RequestInit): Promise<Response | undefined> => {
  try {
    const response = await fetch(address, init)
    await response.arrayBuffer()
    return response
  } catch {
    return undefined
  }
}

const addressOf = ({ path, sandbox }: DemoRequest, url: string): string =>
  sandbox === undefined ? url + path : `${url}/~${encodeURIComponent(sandbox)}${path}`

const formatRequest = ({ method = 'GET', key = 'demo-key', body }: DemoRequest): RequestInit => ({
  method,
  headers: {
    'User-Agent': 'store-app/2.1',
    ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
})

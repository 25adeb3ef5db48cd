/**
 * How the clients of this package speak to their service: JSON with a key, errors as errors, and another try where a call
 * that changes nothing met a bad moment.
 */
export interface ConnectionOptions {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly key: string
  /** Default: real time. */
  readonly wait?: (milliseconds: number) => Promise<void>
}

/** The service said no. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly status: number
  /** What a program can tell errors apart by. */
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const tries = 3

export class Connection {
  readonly #options: ConnectionOptions

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  /** Tried up to three times: nothing happens twice by it. */
  async get<Answer>(path: string): Promise<Answer> {
    for (let left = tries - 1; ; left--) {
      const response = await this.#send('GET', path).catch((error: unknown) => {
        if (left === 0) throw error
        return undefined
      })
      if (response && (left === 0 || !isPassing(response.status))) return await readAnswer(response)
      await this.#wait(response)
    }
  }

  /** Tried once: whether a call that failed was done nobody can tell. */
  async post<Answer>(path: string, body: object): Promise<Answer> {
    return await readAnswer(await this.#send('POST', path, body))
  }

  #send(method: string, path: string, body?: object): Promise<Response> {
    const { baseUrl, key } = this.#options
    return fetch(baseUrl + path, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  async #wait(response: Response | undefined): Promise<void> {
    const { wait = sleep } = this.#options
    await wait(Number(response?.headers.get('Retry-After') ?? 0.2) * 1000)
  }
}

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

const isPassing = (status: number): boolean => status === 429 || status >= 500

const readAnswer = async <Answer>(response: Response): Promise<Answer> => {
  const answer = await response.json()
  if (response.ok) return answer
  throw new ServiceError(response.status, answer.code, answer.message)
}

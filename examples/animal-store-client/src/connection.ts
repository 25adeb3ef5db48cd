/**
 * How the clients of this package call their service: JSON with a key, errors as exceptions, and retries of failed GET
 * requests.
 */
export interface ConnectionOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly key: string
  /** Default: real time. */
  readonly wait?: (milliseconds: number) => Promise<void>
}

/** The service responded with an error. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly status: number
  /** The error code, for programs. */
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

  /** Tries up to three times, because a repeated GET has no effect. */
  async get<Body>(path: string): Promise<Body> {
    for (let left = tries - 1; ; left--) {
      const response = await this.#send('GET', path).catch((error: unknown) => {
        if (left === 0) throw error
        return undefined
      })
      if (response && (left === 0 || !isTemporary(response.status))) return await readResponse(response)
      await this.#wait(response)
    }
  }

  /** Tries once, because a failed POST may have been carried out. */
  async post<Body>(path: string, body: object): Promise<Body> {
    return await readResponse(await this.#send('POST', path, body))
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

const isTemporary = (status: number): boolean => status === 429 || status >= 500

const readResponse = async <Body>(response: Response): Promise<Body> => {
  const body = await response.json()
  if (response.ok) return body
  throw new ServiceError(response.status, body.code, body.message)
}

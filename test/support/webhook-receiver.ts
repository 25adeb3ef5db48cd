/**
 * Receives webhooks: a server that notes each request, and that can be away, slow, or respond as a test wants.
 */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { findFreePort } from './free-ports.ts'

export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: unknown
}

export class WebhookReceiver {
  readonly received: Received[] = []
  /** The status of each response; a function for each request. */
  respond: (received: Received) => { readonly status: number; readonly headers?: Record<string, string> } = () => ({
    status: 204,
  })
  /** Whether it accepts requests and does not respond, unless `endSilence` is called. */
  isSilent = false
  readonly #waiting: (() => void)[] = []
  #server: Server | undefined
  port = 0

  /** Listens, always on the same port. */
  async open(): Promise<void> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const { method = '', url: path = '', headers } = request
        const received = { method, path, headers, text, body: parse(text) }
        this.received.push(received)
        const answer = (): void => {
          const { status, headers: sent = {} } = this.respond(received)
          response.writeHead(status, sent).end()
        }
        if (this.isSilent) this.#waiting.push(answer)
        else answer()
      })
    })
    this.#server = server
    if (this.port === 0) this.port = await findFreePort()
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(this.port, '127.0.0.1', resolve)
    })
  }

  /** From now on nobody listens. */
  async leave(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    server?.closeAllConnections()
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()))
  }

  /** Responds to all requests, also to earlier ones. */
  endSilence(): void {
    this.isSilent = false
    for (const answer of this.#waiting.splice(0)) answer()
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hooks`
  }

  /** The bodies of what was received, in order. */
  get bodies(): readonly unknown[] {
    return this.received.map(({ body }) => body)
  }

  /** The ids of what was received, in order. */
  get ids(): readonly string[] {
    return this.received.map(({ headers }) => String(headers['webhook-id']))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.leave()
  }
}

export const startReceiver = async (): Promise<WebhookReceiver> => {
  const receiver = new WebhookReceiver()
  await receiver.open()
  return receiver
}

/** Verifies a signature with the library of the specification, by its clock. Throws its error. */
export const verify = ({ text, headers }: Received, secret: string): unknown =>
  new Webhook(secret).verify(
    text,
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  )

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The client of the messages, which have their own address.
 */
import { Connection, type ConnectionOptions } from './connection.ts'

export interface Message {
  readonly id: string
  readonly message: string
  readonly status: string
  /** ISO 8601. */
  readonly createdAt: string
}

export class Messenger {
  readonly #connection: Connection

  constructor(options: ConnectionOptions) {
    this.#connection = new Connection(options)
  }

  /** Resolves when the service has accepted the message, before it is sent. */
  async send(text: string): Promise<Message> {
    return await this.#connection.post('/messages', { message: text })
  }
}

/**
 * A connection on which a test sends any bytes, and reads whatever comes back.
 */
import { connect, type Socket } from 'node:net'

export interface Conversation extends Disposable {
  readonly socket: Socket
  readonly send: (bytes: string | Uint8Array) => void
  /** Resolves with all that has arrived when it matches the pattern, or when the server has closed the connection. */
  readonly until: (pattern: RegExp) => Promise<string>
  /** Resolves with all that has arrived when the server has closed the connection. */
  readonly closed: () => Promise<string>
}

/** Opens a connection. The client does not close its side when the server does. */
export const converse = (origin: string): Promise<Conversation> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), allowHalfOpen: true })
    let received = ''
    let isClosed = false
    let onChange = (): void => undefined
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => {
      received += text
      onChange()
    })
    const close = (): void => {
      isClosed = true
      onChange()
    }
    socket.once('end', close).once('close', close)
    socket.on('error', () => undefined)
    const wait = (isDone: () => boolean): Promise<string> =>
      new Promise((done) => {
        onChange = () => {
          if (isClosed || isDone()) done(received)
        }
        onChange()
      })
    socket.once('error', reject)
    socket.once('connect', () =>
      resolve({
        socket,
        send: (bytes) => socket.write(bytes),
        until: (pattern) => wait(() => pattern.test(received)),
        closed: () => wait(() => false),
        [Symbol.dispose]: () => socket.destroy(),
      }),
    )
  })

/** The statuses of the responses in a text. */
export const statusesIn = (text: string): readonly number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

/** A request line, headers and a body, as a client sends them. */
export const requestText = (line: string, headers: readonly string[] = [], body = ''): string =>
  [`${line} HTTP/1.1`, 'Host: 127.0.0.1', ...headers, '', body].join('\r\n')

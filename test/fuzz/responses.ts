/**
 * Sends bytes on a connection of their own, closes the client's side, and reads all responses until the server has closed.
 */
import { connect } from 'node:net'

export interface RawResponse {
  readonly status: number
  readonly head: string
  readonly body: string
}

export interface Received {
  readonly responses: readonly RawResponse[]
  /** What follows the last response. */
  readonly rest: string
  readonly milliseconds: number
}

/** Rejects if the server has not closed the connection in time. */
export const send = (origin: string, bytes: Uint8Array, limit = 10_000): Promise<Received> =>
  new Promise((resolve, reject) => {
    const begin = performance.now()
    const { hostname, port } = new URL(origin)
    const chunks: Buffer[] = []
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const timer = setTimeout(() => {
      socket.destroy()
      reject(
        new Error(
          `the connection is open after ${limit} ms; received: ${Buffer.concat(chunks).toString('latin1').slice(0, 300)}`,
        ),
      )
    }, limit)
    const finish = (): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ ...parseAll(Buffer.concat(chunks).toString('latin1')), milliseconds: performance.now() - begin })
    }
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.once('end', finish)
    socket.once('close', finish)
    // A server that rejects early may close while bytes are still being sent.
    socket.on('error', () => undefined)
    socket.end(bytes)
  })

const parseAll = (text: string): Pick<Received, 'responses' | 'rest'> => {
  const responses: RawResponse[] = []
  let rest = text
  while (rest.startsWith('HTTP/1.1 ')) {
    const end = rest.indexOf('\r\n\r\n')
    if (end === -1) break
    const head = rest.slice(0, end)
    const after = rest.slice(end + 4)
    const status = Number(head.slice(9, 12))
    const length = Number(
      /\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? (/\r\ntransfer-encoding: chunked/i.test(head) ? after.length : 0),
    )
    // The response to HEAD has the length of a body that it does not have.
    const isEmpty = after.startsWith('HTTP/1.1 ') || status < 200
    const body = isEmpty ? '' : after.slice(0, length)
    if (status >= 200) responses.push({ status, head, body: Buffer.from(body, 'latin1').toString('utf8') })
    rest = after.slice(body.length)
  }
  return { responses, rest }
}

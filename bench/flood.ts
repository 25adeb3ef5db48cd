/**
 * The process that floods the server of overload.ts: connections that send requests at a rate, whether or not responses
 * arrive. It writes prepared bytes and counts status lines, so that it needs less CPU time than the server.
 */
import { connect, type Socket } from 'node:net'

export interface FloodCommand {
  readonly url: string
  readonly connections: number
  /** Requests a second, over all connections. Without it, each connection has some requests open all the time. */
  readonly perSecond?: number
  readonly milliseconds: number
}

export interface FloodReport {
  readonly sent: number
  /** What the server did not read in time. */
  readonly unsent: number
  readonly statuses: Readonly<Record<string, number>>
  /** 503 without Retry-After. */
  readonly bare: number
}

/** Open requests of a connection without a rate. */
const open = 4

/** Milliseconds between two writes of a connection. */
const interval = 20

class Flooder {
  readonly #socket: Socket
  readonly #count: (status: string, hasRetryAfter: boolean) => void
  #rest = ''

  constructor({ hostname, port }: URL, count: (status: string, hasRetryAfter: boolean) => void) {
    this.#count = count
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.#socket.setEncoding('latin1')
    this.#socket.on('data', (text: string) => this.#receive(text))
    this.#socket.on('error', () => undefined)
  }

  /** False if the server has not read what was sent before. */
  send(bytes: string): boolean {
    if (this.#socket.writableNeedDrain || this.#socket.destroyed) return false
    this.#socket.write(bytes, 'latin1')
    return true
  }

  close(): void {
    this.#socket.destroy()
  }

  #receive(text: string): void {
    this.#rest += text
    for (;;) {
      const end = this.#rest.indexOf('\r\n\r\n')
      if (end === -1) return
      const head = this.#rest.slice(0, end)
      const next = end + 4 + Number(/\r\nContent-Length: (\d+)/.exec(head)?.[1] ?? 0)
      if (this.#rest.length < next) return
      this.#rest = this.#rest.slice(next)
      this.#count(head.slice(9, 12), head.includes('\r\nRetry-After: '))
    }
  }
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

const flood = async ({ url, connections, perSecond, milliseconds }: FloodCommand): Promise<FloodReport> => {
  const target = new URL(url)
  const request = `GET /v1/pets?limit=20 HTTP/1.1\r\nHost: ${target.host}\r\nAuthorization: Bearer sandbox-key\r\n\r\n`
  const report = { sent: 0, unsent: 0, statuses: {} as Record<string, number>, bare: 0 }
  const flooders = Array.from({ length: connections }, () => {
    const flooder = new Flooder(target, (status, hasRetryAfter) => {
      report.statuses[status] = (report.statuses[status] ?? 0) + 1
      if (status === '503' && !hasRetryAfter) report.bare++
      if (perSecond === undefined) flooder.send(request)
    })
    return flooder
  })
  if (perSecond === undefined) {
    for (const flooder of flooders) flooder.send(request.repeat(open))
    await wait(milliseconds)
  } else await sendAtRate(flooders, { request, perSecond, milliseconds }, report)
  for (const flooder of flooders) flooder.close()
  return report
}

interface Rate {
  readonly request: string
  readonly perSecond: number
  readonly milliseconds: number
}

const sendAtRate = async (
  flooders: readonly Flooder[],
  { request, perSecond, milliseconds }: Rate,
  report: { sent: number; unsent: number },
): Promise<void> => {
  const begin = performance.now()
  let due = 0
  let next = 0
  for (;;) {
    await wait(interval)
    const elapsed = performance.now() - begin
    if (elapsed > milliseconds) return
    const now = (elapsed / 1000) * perSecond
    const each = Math.max(1, Math.round((now - due) / flooders.length))
    const bytes = request.repeat(each)
    // At a low rate only some of the connections send each time.
    for (let left = flooders.length; left > 0 && due < now; left--) {
      if (flooders[next++ % flooders.length]?.send(bytes)) report.sent += each
      else report.unsent += each
      due += each
    }
  }
}

process.on('message', async (command: FloodCommand) => {
  process.send?.(await flood(command))
})

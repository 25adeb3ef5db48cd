/**
 * Frames of HTTP/2 over TLS, for what no client would send (RFC 9113). Headers are literals without compression (RFC 7541).
 */
import { connect, type TLSSocket } from 'node:tls'

export const frameTypes = { headers: 1, reset: 3, settings: 4, goAway: 7 } as const

export const flags = { endStream: 1, endHeaders: 4 } as const

export const codes = { noError: 0, cancel: 8, enhanceYourCalm: 11 } as const

export interface Frame {
  readonly type: number
  readonly flags?: number
  readonly stream?: number
  readonly payload?: Buffer
}

export const formatFrame = ({ type, flags = 0, stream = 0, payload = Buffer.alloc(0) }: Frame): Buffer => {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** Names and values are shorter than 127 bytes. */
export const formatHeaders = (headers: Readonly<Record<string, string>>): Buffer =>
  Buffer.concat(
    Object.entries(headers).flatMap(([name, value]) => [
      Buffer.from([0, name.length]),
      Buffer.from(name),
      Buffer.from([value.length]),
      Buffer.from(value),
    ]),
  )

export const formatCode = (code: number): Buffer => {
  const payload = Buffer.alloc(4)
  payload.writeUInt32BE(code)
  return payload
}

/** A connection that has sent its preface. */
export const openHttp2 = (origin: string): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    // The test is about frames, not about certificates.
    const options = { host: hostname, port: Number(port), ALPNProtocols: ['h2'], rejectUnauthorized: false }
    const socket = connect(options, () => {
      socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
      socket.write(formatFrame({ type: frameTypes.settings }))
      resolve(socket)
    })
    socket.on('error', reject)
  })

/** The whole frames in what a server has sent. */
export const readFrames = (bytes: Buffer): readonly Required<Frame>[] => {
  const frames: Required<Frame>[] = []
  for (let at = 0; at + 9 <= bytes.length; ) {
    const end = at + 9 + bytes.readUIntBE(at, 3)
    if (end > bytes.length) break
    const payload = bytes.subarray(at + 9, end)
    frames.push({
      type: bytes.readUInt8(at + 3),
      flags: bytes.readUInt8(at + 4),
      stream: bytes.readUInt32BE(at + 5),
      payload,
    })
    at = end
  }
  return frames
}

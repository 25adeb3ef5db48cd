/**
 * Limits how many requests a client of HTTP/2 may reset. A stream that was reset does not count as open any more, so the limit of
 * open streams does not stop a client that goes on opening and resetting them. The library below Node notices it too, but reads on.
 */
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2'

/** RFC 9113, section 7. Node has them, too, in a module that only servers of HTTP/2 load. */
export const streamErrors = { NO_ERROR: 0x0, ENHANCE_YOUR_CALM: 0xb }

/** Of one connection: how many at once, and how many more with each second. */
export const resetLimits = { atOnce: 300, perSecond: 30 }

/** Streams that were reset here, as a scenario or a limit requires. */
const resetHere = new WeakSet<ServerHttp2Stream>()

/** Resets a stream. It does not count as one that the client has reset. */
export const resetStream = (stream: ServerHttp2Stream, code?: number): void => {
  resetHere.add(stream)
  stream.close(code)
}

/** Calls `end` once, when the client has reset too many streams. It is called before the next frames are read. */
export const limitResets = (session: ServerHttp2Session, end: () => void): void => {
  let left = resetLimits.atOnce
  let since = performance.now()
  let hasEnded = false
  const count = (): void => {
    const now = performance.now()
    left = Math.min(resetLimits.atOnce, left + ((now - since) / 1_000) * resetLimits.perSecond) - 1
    since = now
    if (left >= 0) return
    hasEnded = true
    end()
  }
  session.on('stream', (stream: ServerHttp2Stream) => {
    stream.once('close', () => {
      // All streams of a session end with it.
      if (stream.rstCode === streamErrors.NO_ERROR || session.destroyed || hasEnded) return
      if (!resetHere.has(stream)) count()
    })
  })
}

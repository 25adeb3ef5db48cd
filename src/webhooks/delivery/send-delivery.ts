/**
 * Sends one attempt of a delivery. It connects to the address that was checked, follows no redirects, and ends within its
 * time, whatever the receiver does.
 */
import { type IncomingMessage, request as requestHttp } from 'node:http'
import type { LookupFunction } from 'node:net'
import type { DeliveryRequest } from '../outbox/delivery.ts'
import type { TargetGuard } from './target-guard.ts'

export interface SentResponse {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** At most `maxBody` bytes of it. */
  readonly body: Buffer
}

export type SendOutcome =
  | { readonly kind: 'response'; readonly response: SentResponse }
  /** The receiver gave no response. */
  | { readonly kind: 'unreachable'; readonly reason: string }
  /** Nothing was sent, and trying again does not help. */
  | { readonly kind: 'rejected'; readonly reason: string }

/** Milliseconds for a whole attempt. */
const timeLimit = 10_000

/** Bytes of a response that are read. */
const maxBody = 64 * 1024

export interface SendParts {
  readonly guard: TargetGuard
  /** Gives up attempts that are under way. */
  readonly signal: AbortSignal
}

export const sendDelivery = async (
  target: string,
  request: DeliveryRequest,
  { guard, signal }: SendParts,
): Promise<SendOutcome> => {
  const checked = await guard.open(target)
  if (checked.kind === 'rejected') return checked
  if (checked.kind === 'unresolved') return { kind: 'unreachable', reason: checked.reason }
  const send = checked.url.protocol === 'https:' ? (await import('node:https')).request : requestHttp
  if (signal.aborted) return { kind: 'unreachable', reason: 'the server is stopping' }
  const { url, address, family } = checked
  const lookup: LookupFunction = (_host, options, callback) => {
    if (options.all) callback(null, [{ address, family }])
    else callback(null, address, family)
  }
  return new Promise((resolve) => {
    const { method, headers, body } = request
    const hasBody = method !== 'GET' && method !== 'DELETE'
    const length = hasBody ? { 'content-length': String(Buffer.byteLength(body)) } : {}
    const outgoing = send(url, { method, headers: { ...headers, ...length }, lookup, agent: false, signal })
    const timer = setTimeout(() => {
      outgoing.destroy(new TimeoutError(`the receiver did not respond within ${timeLimit / 1000} s`))
    }, timeLimit)
    timer.unref()
    const end = (outcome: SendOutcome): void => {
      clearTimeout(timer)
      resolve(outcome)
    }
    outgoing.on('error', (error) => end({ kind: 'unreachable', reason: describeFailure(error) }))
    let hasResponded = false
    outgoing.on('response', (incoming) => {
      hasResponded = true
      readResponse(incoming, end)
    })
    // 101 is not reported as a response. Nothing is sent to the receiver by the protocol that it switches to.
    outgoing.on('upgrade', ({ statusCode = 0, headers }, socket) => {
      socket.destroy()
      end({ kind: 'response', response: { status: statusCode, headers, body: Buffer.alloc(0) } })
    })
    outgoing.on('close', () => {
      if (!hasResponded) end({ kind: 'unreachable', reason: 'the receiver closed the connection without a response' })
    })
    outgoing.end(hasBody ? body : undefined)
  })
}

class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

const describeFailure = (error: Error): string => {
  if (error.name === 'AbortError') return 'the server is stopping'
  const code = 'code' in error ? String(error.code) : ''
  return error.message === '' ? code : error.message
}

/** A status is a response, even if its body is too long or breaks off. */
const readResponse = (incoming: IncomingMessage, end: (outcome: SendOutcome) => void): void => {
  const chunks: Buffer[] = []
  let size = 0
  const finish = (): void =>
    end({
      kind: 'response',
      response: {
        status: incoming.statusCode ?? 0,
        headers: incoming.headers,
        body: Buffer.concat(chunks).subarray(0, maxBody),
      },
    })
  incoming.on('data', (chunk: Buffer) => {
    size += chunk.length
    chunks.push(chunk)
    if (size < maxBody) return
    finish()
    incoming.destroy()
  })
  incoming.on('end', finish)
  incoming.on('error', finish)
  incoming.on('close', finish)
}

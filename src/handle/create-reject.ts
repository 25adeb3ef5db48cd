/**
 * Renders rejections of requests that never reach the handler: those that do not parse, or are too large. They match no
 * operation, so they have the error shape of the first document.
 */
import type { Rejection } from '../errors.ts'
import type { Setup } from '../loading/setup.ts'
import type { Clock, Reply } from '../ports.ts'

export const createReject =
  (current: { readonly setup: Setup }, now: Clock) =>
  (rejection: Rejection, requestId: string): Reply => {
    const reply = current.setup.service.first.errors.render({
      rejection,
      operation: undefined,
      request: { id: requestId, path: '' },
      now: now(),
    })
    reply.headers.push('Sandbox-Request-Id', requestId, 'Sandbox-Trace', `refused=${rejection.code}`)
    return reply
  }

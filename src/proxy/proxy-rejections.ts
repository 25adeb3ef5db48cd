/**
 * The errors that the proxy itself responds with.
 */
import type { Rejection } from '../errors.ts'
import type { RequestBody } from './request-body.ts'
import type { UpstreamFailure } from './upstream-client.ts'
import type { Upstream } from './upstreams.ts'

export const circle: Rejection = {
  code: 'bad_gateway',
  status: 502,
  message: 'the request has passed through Standin too often: --upstream must be the address of the real service',
}

/** Why the body of the request did not arrive; undefined if it did, or may still do so. */
export const describeBody = (body: RequestBody): Rejection | undefined => {
  const failure = body.failure()
  if (failure?.kind !== 'rejected') return undefined
  return failure.code === 'invalid_request' ? { ...failure, status: 400 } : failure
}

export const describeOutage = ({ kind, reason }: UpstreamFailure, { origin }: Upstream): Rejection =>
  kind === 'slow'
    ? {
        code: 'gateway_timeout',
        status: 504,
        message: `${origin} did not respond in time: ${reason}; --upstream-timeout raises the limit`,
      }
    : { code: 'bad_gateway', status: 502, message: `${origin} does not respond: ${reason}` }

/**
 * Renders errors of the control API as problem details (RFC 9457).
 */
import type Koa from 'koa'
import { pointerOfPlace } from '../../contract/values/pointer.ts'
import type { Violation } from '../../errors.ts'
import type { ControlError } from '../actions/control-error.ts'

const titles: Readonly<Record<number, string>> = {
  400: 'The request is invalid',
  401: 'The admin token is missing or wrong',
  403: 'The request is not allowed from its origin',
  404: 'Not found',
  405: 'The method is not allowed here',
  406: 'No acceptable representation',
  409: 'The request conflicts with the current state',
  413: 'The body is too large',
  415: 'The media type is not supported',
  503: 'Not available now',
  507: 'No space is left',
}

export const writeProblem = (ctx: Koa.Context, { status, message, violations }: ControlError): void => {
  ctx.status = status
  ctx.body = {
    type: 'about:blank',
    title: titles[status] ?? 'The request failed',
    status,
    detail: message,
    ...(violations.length === 0 ? {} : { violations: violations.map(describeViolation) }),
  }
  ctx.type = 'application/problem+json'
  if (status === 503) ctx.set('Retry-After', '1')
}

/** With a JSON pointer, if it is in the body. */
const describeViolation = ({ at, keyword, message }: Violation) => ({
  at,
  ...(/^body(?=$|[.[])/.test(at) ? { pointer: pointerOfPlace(at) } : {}),
  keyword,
  message,
})

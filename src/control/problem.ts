/**
 * Errors of the control API: problem details (RFC 9457).
 */
import type Koa from 'koa'

/** A request to the control API that cannot be carried out. Thrown by routes, written by the first middleware. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: number
  constructor(status: number, detail: string) {
    super(detail)
    this.status = status
  }
}

const titles: Readonly<Record<number, string>> = {
  400: 'The request is invalid',
  401: 'The admin token is missing or wrong',
  403: 'Not allowed from there',
  404: 'Not found',
  405: 'The method is not allowed here',
  413: 'The body is too large',
  415: 'The media type is not supported',
}

export const writeProblem = (ctx: Koa.Context, status: number, detail: string): void => {
  ctx.status = status
  ctx.body = { type: 'about:blank', title: titles[status] ?? 'The request failed', status, detail }
  ctx.type = 'application/problem+json'
}

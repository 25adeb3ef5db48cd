/**
 * The control API, loaded with its router on first use, because most test runs do not need it.
 */
import type Koa from 'koa'
import type { ControlParts } from './control.ts'

export const createLazyControl = (findParts: () => ControlParts): Koa.Middleware => {
  const create = async (): Promise<Koa.Middleware> => {
    const { createControl, loadControlDescription } = await import('./control.ts')
    return createControl(await loadControlDescription(), findParts())
  }
  let middleware: Promise<Koa.Middleware> | undefined
  return async (ctx, next) => {
    middleware ??= create()
    return (await middleware)(ctx, next)
  }
}

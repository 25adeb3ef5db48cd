/**
 * The control API, loaded with its router on first use, because most test runs do not need it. Its description is read once by a
 * process: it is the same for all servers, and nothing changes it.
 */
import type Koa from 'koa'
import { lazy } from '../../contract/values/memoize.ts'
import type { ControlDescription, ControlParts } from './control.ts'

const readDescription = lazy(async (): Promise<ControlDescription> => {
  const { loadControlDescription } = await import('./control.ts')
  return loadControlDescription()
})

export const createLazyControl = (findParts: () => ControlParts): Koa.Middleware => {
  const create = async (): Promise<Koa.Middleware> => {
    const { createControl } = await import('./control.ts')
    return createControl(await readDescription(), findParts())
  }
  let middleware: Promise<Koa.Middleware> | undefined
  return async (ctx, next) => {
    middleware ??= create()
    return (await middleware)(ctx, next)
  }
}

/**
 * The control API below /_sandbox, one thin function per route. docs/control.md lists the routes.
 */
import { Router } from '@koa/router'
import type Koa from 'koa'
import { recordAt } from '../behaviours/resource.ts'
import { parseDuration } from '../contract/duration.ts'
import { isInstant, parseInstant } from '../contract/instant.ts'
import { stringifyJson } from '../contract/json-text.ts'
import { suggest } from '../contract/nearest.ts'
import type { Sandbox } from '../sandboxes/sandbox.ts'
import { decodeSandboxId } from '../sandboxes/sandbox-name.ts'
import type { Sandboxes } from '../sandboxes/sandboxes.ts'
import type { Service } from '../service.ts'
import { type GuardParts, guard } from './guard.ts'
import { ControlError, writeProblem } from './problem.ts'
import { readJson } from './read-json.ts'

export interface ControlParts {
  readonly version: string
  /** Title and address of each document. */
  readonly documents: () => readonly { readonly title: string; readonly url: string }[]
  readonly service: () => Service
  readonly sandboxes: Sandboxes
  readonly guard: GuardParts
}

/** The router's middleware; what no route takes is a 404. */
export const createControl = (parts: ControlParts): Koa.Middleware => {
  const { version, documents, sandboxes } = parts
  const router = new Router({ prefix: '/_sandbox' })
  router.get('/health', (ctx) => {
    ctx.body = { status: 'ok', version, documents: documents() }
  })
  router.get('/scenarios', (ctx) => {
    ctx.body = [...sandboxes.setup.scenarios.values()].map(({ name, description, file, steps }) => ({
      name,
      description,
      file,
      steps: steps.length,
    }))
  })
  router.get('/sandboxes', (ctx) => {
    ctx.body = sandboxes.all().map(describeSandbox)
  })
  router.get('/sandboxes/:id', (ctx) => {
    ctx.body = describeSandbox(findSandbox(sandboxes, ctx.params.id))
  })
  router.post('/sandboxes/:id/reset', (ctx) => {
    const sandbox = findSandbox(sandboxes, ctx.params.id)
    sandbox.reset()
    ctx.body = describeSandbox(sandbox)
  })
  router.put('/sandboxes/:id/scenario', async (ctx) => {
    const sandbox = findSandbox(sandboxes, ctx.params.id)
    const { scenario } = await readJson(ctx, { scenario: ['string', 'null'] })
    sandbox.play(parseScenarios(scenario, sandboxes))
    ctx.body = describeSandbox(sandbox)
  })
  router.get('/sandboxes/:id/clock', (ctx) => {
    ctx.body = describeClock(findSandbox(sandboxes, ctx.params.id))
  })
  router.put('/sandboxes/:id/clock', async (ctx) => {
    const sandbox = findSandbox(sandboxes, ctx.params.id)
    const { now, frozen } = await readJson(ctx, { now: ['string'], frozen: ['boolean'] })
    if (now === undefined && frozen === undefined)
      throw new ControlError(400, 'body must have now, a time like 2030-12-06T00:00:00Z, or frozen')
    sandbox.time.set(now === undefined ? sandbox.time.now() : parseTime(String(now)), frozen === true)
    ctx.body = describeClock(sandbox)
  })
  router.post('/sandboxes/:id/clock/advance', async (ctx) => {
    const sandbox = findSandbox(sandboxes, ctx.params.id)
    const { by } = await readJson(ctx, { by: ['string'] })
    const step = parseStep(by)
    if (!isInstant(sandbox.time.now() + step))
      throw new ControlError(400, `body.by moves the clock past what a time can be, got ${JSON.stringify(by)}`)
    sandbox.time.advance(step)
    ctx.body = describeClock(sandbox)
  })
  router.delete('/sandboxes/:id/clock', (ctx) => {
    const sandbox = findSandbox(sandboxes, ctx.params.id)
    sandbox.time.clear()
    ctx.body = describeClock(sandbox)
  })
  router.get('/sandboxes/:id/records/:resource', (ctx) => listRecords(ctx, ctx.params, parts))
  return compose(router, parts.guard)
}

const compose = (router: Router, parts: GuardParts): Koa.Middleware => {
  const routes = router.routes()
  const allowed = router.allowedMethods()
  const check = guard(parts)
  return async (ctx) => {
    try {
      const inner = ctx as Parameters<typeof routes>[0]
      await check(ctx, async () => {
        await routes(inner, async () => {
          await allowed(ctx as Parameters<typeof allowed>[0], async () => {})
        })
        if (ctx.body === undefined || ctx.body === null) refuseUnmatched(ctx)
      })
    } catch (error) {
      if (!(error instanceof ControlError)) throw error
      writeProblem(ctx, error.status, error.message)
    }
  }
}

const refuseUnmatched = (ctx: Koa.Context): void => {
  const allow = ctx.response.get('Allow')
  if (allow) writeProblem(ctx, 405, `${ctx.path} has no ${ctx.method}; it has ${allow}`)
  else writeProblem(ctx, 404, `${ctx.method} ${ctx.path} is no route of the control API; docs/control.md lists them`)
}

const describeSandbox = (sandbox: Sandbox) => ({
  id: sandbox.id,
  scenario: sandbox.scenarios.length === 0 ? null : sandbox.scenarios.join(', '),
  clock: describeClock(sandbox),
})

const describeClock = (sandbox: Sandbox) => {
  const { frozen, set } = sandbox.time.describe()
  return { now: new Date(sandbox.now()).toISOString(), frozen, set }
}

const findSandbox = (sandboxes: Sandboxes, text: string | undefined): Sandbox => {
  const read = decodeSandboxId(text ?? '')
  const found = read.kind === 'id' ? sandboxes.find(read.id) : undefined
  if (found) return found
  throw new ControlError(
    404,
    `there is no sandbox "${(text ?? '').slice(0, 100)}"; one is made when a request first names it in Sandbox-Id`,
  )
}

const parseScenarios = (given: unknown, sandboxes: Sandboxes): readonly string[] => {
  if (given === undefined)
    throw new ControlError(400, 'body.scenario is required: the name of a scenario, or null for none')
  if (given === null) return []
  const names = String(given)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'none')
  const known = [...sandboxes.setup.scenarios.keys()]
  for (const name of names) {
    if (!known.includes(name))
      throw new ControlError(400, `there is no scenario "${name.slice(0, 100)}"; ${suggest(name, known)}`)
  }
  return names
}

const parseTime = (text: string): number => {
  const time = parseInstant(text)
  if (time !== undefined) return time
  throw new ControlError(
    400,
    `body.now must be a time like 2030-12-06T00:00:00Z, got ${JSON.stringify(text.slice(0, 60))}`,
  )
}

/** A duration, with a minus in front to go back. */
const parseStep = (by: unknown): number => {
  const text = String(by ?? '')
  const duration = parseDuration(text.replace(/^-/, ''))
  if (duration === undefined)
    throw new ControlError(
      400,
      `body.by must be a duration like 2h, 1d or -30s, got ${JSON.stringify(text.slice(0, 60))}`,
    )
  return text.startsWith('-') ? -duration : duration
}

/** Records as they stand now, at most `limit` of them (default 100), as a bare array. */
const listRecords = async (
  ctx: Koa.Context,
  params: Readonly<Record<string, string>>,
  { service, sandboxes }: ControlParts,
): Promise<void> => {
  const sandbox = findSandbox(sandboxes, params.id)
  const { resources } = service()
  const resource = resources.find(({ key }) => key === params.resource)
  if (!resource)
    throw new ControlError(
      404,
      `there is no resource "${(params.resource ?? '').slice(0, 100)}"; there are ${resources.map(({ key }) => key).join(', ')}`,
    )
  const limit = ctx.query.limit === undefined ? 100 : Number(ctx.query.limit)
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000)
    throw new ControlError(400, 'query.limit must be an integer from 1 to 1000')
  const world = sandbox.worldOf({ records: undefined, hold: [], byRequest: false, clock: undefined })
  const records = await sandbox.store.page(resource.key, { filters: [], limit })
  const moment = { now: sandbox.now(), liftedAt: world.liftedAt }
  ctx.body = `[${records.map((record) => stringifyJson(recordAt(resource, record, moment).value)).join(',')}]`
  ctx.type = 'application/json'
}

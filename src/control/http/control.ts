/**
 * The control API below /_sandbox. Its routes come from its own OpenAPI document, openapi.yaml, and its requests are validated
 * by the same code as those of the served documents.
 */
import { Router } from '@koa/router'
import type Koa from 'koa'
import { createConsole, isConsolePath } from '../../console/serve-console.ts'
import { type Document, loadDocument } from '../../contract/document/document.ts'
import type { Operation, PathEntry } from '../../contract/operation/operation.ts'
import { readPaths } from '../../contract/operation/read-paths.ts'
import { type Input, validateRequest } from '../../contract/operation/validate-request.ts'
import { createSchemaCompiler } from '../../contract/schema/schema-compiler.ts'
import { stringifyJson } from '../../contract/values/json-text.ts'
import { suggest } from '../../contract/values/nearest.ts'
import { parseQuery } from '../../contract/values/query.ts'
import { errorCatalogue, InternalError } from '../../errors.ts'
import { checkHead } from '../../http/check-head.ts'
import { readBody } from '../../http/read-body.ts'
import { type WhenGone, whenGone } from '../../http/when-gone.ts'
import { countable } from '../../http/write-reply.ts'
import { describeLogError, LogError } from '../../log/log.ts'
import { findControlDescription } from '../../package-folder.ts'
import { repeatWhileGone } from '../../sandboxes/operation.ts'
import type { Sandboxes } from '../../sandboxes/sandboxes.ts'
import { ControlError } from '../actions/control-error.ts'
import { RecordFinder } from '../actions/record-finder.ts'
import { type GuardParts, guard, guardFiles } from './guard.ts'
import { largestBody } from './largest-body.ts'
import { writeProblem } from './problem.ts'
import type { ControlDeps, ControlResponse, Route } from './route.ts'
import { eventOf } from './route-events.ts'
import { routes, unstoredRoutes } from './routes.ts'
import { clockRoutes } from './webhook-routes.ts'

export interface ControlParts extends Omit<ControlDeps, 'description' | 'finder'> {
  readonly guard: GuardParts
  /** Largest body in bytes. An import may have a larger one. */
  readonly maxBody: number
}

/** The description of the control API. It is the same for all servers. */
export interface ControlDescription {
  readonly document: Document
  readonly paths: readonly PathEntry[]
}

export const loadControlDescription = async (): Promise<ControlDescription> => {
  const document = await loadDocument(findControlDescription(), { isOwn: true })
  return { document, paths: readPaths(document, createSchemaCompiler(document.files, document.dialect)) }
}

/** The middleware for /_sandbox and everything below it, the console too. */
export const createControl = (
  { document, paths }: ControlDescription,
  { guard: guarded, maxBody, ...rest }: ControlParts,
): Koa.Middleware => {
  const deps: ControlDeps = { ...rest, finder: new RecordFinder(), description: document.root.value }
  const router = new Router({ prefix: document.basePath })
  for (const { path, operations } of paths)
    for (const operation of operations.values())
      router.register(
        path.replace(/\{(\w+)\}/g, ':$1'),
        [operation.method, ...(operation.method === 'GET' ? ['HEAD'] : [])],
        serveRoute(operation, routeOf(operation), deps, largestBody(operation.id, maxBody)),
      )
  return compose(router, guarded)
}

const routeOf = ({ id }: Operation): Route => {
  const route = Object.hasOwn(routes, id) ? routes[id] : undefined
  if (!route) throw new InternalError(`the control API has no route for its operation ${id}`)
  return route
}

const serveRoute =
  (operation: Operation, route: Route, deps: ControlDeps, maxBody: number): Koa.Middleware =>
  async (ctx) => {
    const input = await readInput(ctx, operation, maxBody)
    const parts = { deps, gone: whenGone(ctx.req, ctx.res) }
    const response = await repeatWhileGone(() => runRoute(operation, route, input, parts))
    const event = eventOf(operation.id, input.pathParams)
    if (event) deps.sandboxes.events.emit(event)
    writeResponse(ctx, response)
  }

/** A route that uses one sandbox sees only what is stored, and what it changes is stored before the client learns of it. */
const runRoute = async (
  { id: name }: Operation,
  route: Route,
  input: Input,
  { deps, gone }: { readonly deps: ControlDeps; readonly gone: WhenGone },
): Promise<ControlResponse> => {
  const { sandboxes } = deps
  const { id } = input.pathParams
  if (sandboxes.needsRefresh) await (id === undefined ? refreshFor(name, sandboxes) : sandboxes.refresh(id))
  const isUnstored = unstoredRoutes.has(name) || input.parameters.query.has('at')
  const sandbox = id === undefined || isUnstored ? undefined : sandboxes.find(id)
  if (!sandbox) return route(input, deps, gone)
  const response = await sandbox.transact(() => route(input, deps, gone))
  if (clockRoutes.has(name)) await deps.webhooks.settle(sandbox)
  return response
}

const refreshFor = async (route: string, sandboxes: Sandboxes): Promise<void> => {
  if (route === 'listSandboxes') await sandboxes.refreshAll()
}

/** Throws ControlError for a request that does not match the control API's document. */
const readInput = async (ctx: Koa.Context, operation: Operation, maxBody: number): Promise<Input> => {
  const params: unknown = ctx.params
  const query = parseQuery(ctx.querystring)
  const validated = await validateRequest({
    operation,
    pathParams: params as Readonly<Record<string, string>>,
    query,
    request: {
      id: '',
      method: operation.method,
      path: ctx.path,
      query: ctx.querystring,
      headers: ctx.req.headers,
      readBody: () => readBody(ctx.req, maxBody),
      bodySoFar: () => undefined,
    },
  })
  if (validated.kind === 'rejected') {
    const { code, status, message, violations } = validated.rejection
    throw new ControlError(status ?? errorCatalogue[code].status, message, violations)
  }
  const [unknown] = validated.input.undocumentedQuery
  if (unknown !== undefined) throw new ControlError(400, explainUnknownQuery(unknown, operation))
  return validated.input
}

const explainUnknownQuery = (name: string, operation: Operation): string => {
  const { parameters } = operation.compile()
  const known = parameters.filter(({ view }) => view.in === 'query').map(({ view }) => view.name)
  const hint = known.length === 0 ? 'It has none' : suggest(name, known)
  return `query.${name.slice(0, 100)} is not a parameter of this route. ${hint}`
}

const writeResponse = (ctx: Koa.Context, response: ControlResponse): void => {
  switch (response.kind) {
    case 'empty':
      ctx.status = 204
      return
    case 'json':
      ctx.status = response.status
      ctx.body = countable(stringifyJson(response.body))
      ctx.type = 'application/json'
      ctx.set(response.headers ?? {})
      return
    case 'text':
      ctx.status = 200
      ctx.body = response.body
      ctx.set('Content-Type', response.type)
  }
}

const compose = (router: Router, parts: GuardParts): Koa.Middleware => {
  const serve = router.routes()
  const allowed = router.allowedMethods()
  const check = guard(parts)
  const serveConsole = createConsole()
  return async (ctx) => {
    try {
      const malformed = checkHead(ctx.req)
      if (malformed) throw new ControlError(400, malformed.message)
      if (isConsolePath(ctx.path)) {
        guardFiles(ctx, parts)
        await serveConsole(ctx)
        return
      }
      const inner = ctx as Parameters<typeof serve>[0]
      await check(ctx, async () => {
        ctx.set('Cache-Control', 'no-store')
        await serve(inner, async () => {
          await allowed(ctx as Parameters<typeof allowed>[0], async () => {})
          rejectUnmatched(ctx)
        })
      })
    } catch (error) {
      const failure = error instanceof LogError ? toControlError(error) : error
      if (!(failure instanceof ControlError)) throw error
      writeProblem(ctx, failure)
    }
  }
}

const toControlError = (error: LogError): ControlError => {
  const { code, message } = describeLogError(error)
  return new ControlError(errorCatalogue[code].status, message)
}

const rejectUnmatched = (ctx: Koa.Context): void => {
  if (ctx.method === 'OPTIONS' && ctx.status < 300) return
  const allow = ctx.response.get('Allow')
  throw allow
    ? new ControlError(405, `${ctx.path} does not support ${ctx.method}; it supports ${allow}`)
    : new ControlError(
        404,
        `${ctx.method} ${ctx.path} is not a route of the control API; docs/control.md lists the routes`,
      )
}

/**
 * Spans of the built command, with a collector as the other end.
 */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { call } from '../support/client.ts'
import { projectFolder } from '../support/run-command.ts'
import { startCollector } from '../support/span-collector.ts'
import { type RunningProcess, startProcess } from '../support/start-process.ts'

const bin = join(projectFolder, 'dist', 'bin.js')
const authorization = 'Bearer sandbox-key'
const traceId = '0af7651916cd43dd8448eb211c80319c'
const parent = 'b7ad6b7169203331'
const traceparent = `00-${traceId}-${parent}-01`

interface Served extends AsyncDisposable {
  readonly running: RunningProcess
  readonly url: string
}

const serve = async (environment: Record<string, string>, ...args: readonly string[]): Promise<Served> => {
  const [command = 'serve', ...rest] = args
  const running = startProcess(process.execPath, [bin, command, '--port', '0', ...rest], {
    environment: { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', ...environment },
  })
  const [, url = ''] = await running.said(/listening on (\S+)/)
  return { running, url, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() }
}

describe('spans of requests', () => {
  it('are sent at the end, below the span of the client', async () => {
    await using collector = await startCollector()
    await using served = await serve({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    await call(`${served.url}/v1/pets?limit=2`, { headers: { authorization, traceparent, 'user-agent': 'test' } })
    await call(`${served.url}/v1/nothing`)
    await call(`${served.url}/_sandbox/health`)
    const { code, stderr } = await served.running.stop()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const [list, missing, ...others] = collector.spans
    expect(others, 'a span of the control API').toEqual([])
    expect(list).toMatchObject({
      name: 'GET /v1/pets',
      kind: 2,
      traceId,
      parentSpanId: parent,
      status: { code: 0 },
      resource: { 'service.name': 'standin' },
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/v1/pets',
        'http.response.status_code': 200,
        'url.path': '/v1/pets',
        'url.scheme': 'http',
        'server.address': '127.0.0.1',
        'server.port': Number(new URL(served.url).port),
        'user_agent.original': 'test',
        'standin.operation.id': 'listPets',
        'standin.sandbox.id': 'default',
        'standin.trace': 'operation="listPets", behaviour=list, resource="pets"',
      },
    })
    expect(list?.duration).toBeGreaterThan(0)
    // The resource has no arguments of the command, which may be keys.
    expect(Object.keys(list?.resource ?? {}).filter((name) => /^(process|host)\./.test(name))).toEqual([])
    expect(missing).toMatchObject({ name: 'GET', attributes: { 'standin.rejection': 'not_found' } })
    expect(missing?.parentSpanId ?? '').toBe('')
  })

  it('have the name of OTEL_SERVICE_NAME and what a scenario did, and need no log', async () => {
    await using collector = await startCollector()
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'pets' }
    await using served = await serve(environment, 'serve', '--log', 'silent')
    const headers = { authorization, 'sandbox-id': 'checkout', 'sandbox-scenario': 'server-error' }
    expect((await call(`${served.url}/v1/pets`, { headers })).status).toBe(500)
    await served.running.stop()
    expect(collector.spans).toHaveLength(1)
    expect(collector.spans[0]).toMatchObject({
      resource: { 'service.name': 'pets' },
      status: { code: 2 },
      attributes: { 'standin.sandbox.id': 'checkout', 'error.type': '500', 'standin.scenario': ['server-error/1'] },
    })
  })

  it('of a proxy say that the service answered, which gets the headers unchanged', async () => {
    await using collector = await startCollector()
    let seen: IncomingHttpHeaders = {}
    await using service = createServer((request, response) => {
      seen = request.headers
      response.setHeader('content-type', 'application/json').end('{}')
    }).listen(0, '127.0.0.1')
    await once(service, 'listening')
    const upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    await using served = await serve({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, 'proxy', '--upstream', upstream)
    await call(`${served.url}/v1/pets`, { headers: { authorization, traceparent, tracestate: 'a=b' } })
    await served.running.stop()
    expect(seen).toMatchObject({ traceparent, tracestate: 'a=b' })
    expect(collector.spans).toHaveLength(1)
    expect(collector.spans[0]).toMatchObject({
      name: 'GET /v1/pets',
      parentSpanId: parent,
      attributes: { 'standin.trace': 'operation="listPets", source=upstream' },
    })
  })

  it('are not recorded with OTEL_SDK_DISABLED', async () => {
    await using collector = await startCollector()
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SDK_DISABLED: 'true' }
    await using served = await serve(environment)
    await call(`${served.url}/v1/pets`, { headers: { authorization } })
    await served.running.stop()
    expect(collector.requests()).toBe(0)
  })
})

describe('a collector that is away', () => {
  it('is reported once, and requests are served', async () => {
    // Port 9, discard: nobody listens there.
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_BSP_SCHEDULE_DELAY: '50' }
    await using served = await serve({ ...environment, OTEL_EXPORTER_OTLP_TIMEOUT: '500' })
    for (let count = 0; count < 3; count++) {
      expect((await call(`${served.url}/v1/pets`, { headers: { authorization } })).status).toBe(200)
      await served.running.said(/OpenTelemetry: spans cannot be sent/)
    }
    const { code, stdout } = await served.running.stop()
    expect(code).toBe(0)
    expect(stdout.match(/spans cannot be sent/g)).toHaveLength(1)
  })

  it('and does not respond keeps the server neither from serving nor from stopping', async () => {
    await using collector = await startCollector({ isStuck: true })
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '50' }
    await using served = await serve({
      ...environment,
      OTEL_BSP_MAX_QUEUE_SIZE: '10',
      OTEL_EXPORTER_OTLP_TIMEOUT: '60000',
    })
    const requests = Array.from({ length: 100 }, () => call(`${served.url}/v1/pets`, { headers: { authorization } }))
    for (const { status } of await Promise.all(requests)) expect(status).toBe(200)
    await expect.poll(() => collector.requests()).toBeGreaterThan(0)
    const started = performance.now()
    expect((await served.running.stop()).code).toBe(0)
    expect(performance.now() - started).toBeLessThan(20_000)
  })
})

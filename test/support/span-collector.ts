/**
 * A collector of OpenTelemetry, as far as spans are sent to it as JSON over HTTP (OTLP 1).
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface CollectedSpan {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly parentSpanId?: string
  readonly status: { readonly code: number; readonly message?: string }
  readonly attributes: Readonly<Record<string, unknown>>
  /** Of the process that sent it. */
  readonly resource: Readonly<Record<string, unknown>>
  /** In milliseconds. */
  readonly duration: number
}

export interface SpanCollector extends AsyncDisposable {
  readonly url: string
  /** Those that have arrived. */
  readonly spans: readonly CollectedSpan[]
  /** Requests that have arrived, with a response or without. */
  readonly requests: () => number
}

/** `isStuck`: requests get no response. */
export const startCollector = async ({ isStuck = false } = {}): Promise<SpanCollector> => {
  const spans: CollectedSpan[] = []
  let requests = 0
  const server = createServer(async (request, response) => {
    requests++
    const body = await text(request)
    if (isStuck) return
    spans.push(...readSpans(JSON.parse(body) as Sent))
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests: () => requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Attributes = readonly { readonly key: string; readonly value: Value }[]
type Value = { readonly arrayValue?: { readonly values: readonly Value[] } } & Readonly<Record<string, unknown>>

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Attributes }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
}

interface SentSpan extends Pick<CollectedSpan, 'name' | 'kind' | 'traceId' | 'parentSpanId' | 'status'> {
  readonly attributes: Attributes
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
}

const readSpans = ({ resourceSpans }: Sent): readonly CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, startTimeUnixNano, endTimeUnixNano, ...span }) => ({
        ...span,
        attributes: readAttributes(attributes),
        resource: readAttributes(resource.attributes),
        duration: Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6,
      })),
    ),
  )

const readAttributes = (attributes: Attributes): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, readValue(value)]))

/** `{ "stringValue": "a" }`, `{ "arrayValue": { "values": […] } }` */
const readValue = ({ arrayValue, ...scalar }: Value): unknown =>
  arrayValue ? arrayValue.values.map(readValue) : Object.values(scalar)[0]

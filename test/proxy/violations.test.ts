/**
 * Every violation is reported, and none is invented. The real service is another Standin. Its scenarios break the contract in
 * known ways, and its own journal says what it thought of each request.
 *
 * REQUESTS=10000 VALIDATED=a.yaml,b.json sends more requests, for other documents, and prints the figures.
 */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findResponse } from '../../src/contract/document/operation-view.ts'
import type { Operation } from '../../src/contract/operation/operation.ts'
import { typesOf } from '../../src/contract/schema/schema-view.ts'
import { createStandin } from '../../src/index.ts'
import { loadService, operationsOf } from '../../src/loading/service.ts'
import { call } from '../support/client.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'
import { generateRequests } from './generated-requests.ts'
import type { ExchangeJson } from './start-proxy.ts'

const documents = process.env.VALIDATED?.split(',') ?? [
  'spec/animal-store.yaml',
  'test/documents/workshop.yaml',
  'test/documents/gadgets-3.0.yaml',
  'test/documents/gadgets-2.0.yaml',
  'test/documents/oracle-3.0.yaml',
]
const perDocument = Math.ceil(Number(process.env.REQUESTS ?? 500) / documents.length)

interface Break {
  readonly respond: object
  /** Where the violation is. */
  readonly at: string
}

/** Ways to break the contract of an operation that nobody can dispute. */
const breaksOf = (operation: Operation): readonly Break[] => {
  const { responses } = operation.compile()
  const success = responses.find(({ status }) => /^2\d\d$/.test(status) && status !== '204')
  const media = success?.content.find(({ mediaType }) => mediaType === 'application/json')
  const found: Break[] = []
  if (responses.length > 0 && !findResponse(responses, 599))
    found.push({ respond: { status: 599 }, at: 'response.status' })
  if (!success || !media?.schema) return found
  const types = typesOf(operation.document.files, media.schema)
  const status = Number(success.status)
  if ((types.has('object') || types.has('array')) && !types.has('string') && !types.has('boolean')) {
    found.push({ respond: { status, body: 'a string' }, at: 'response.body' })
    found.push({ respond: { status, body: true }, at: 'response.body' })
  }
  if (success.content.length === 1)
    found.push({
      respond: { status, body: {}, headers: { 'Content-Type': 'text/html' } },
      at: 'response.header.Content-Type',
    })
  return found
}

/** A scenario that breaks about half of the responses of each operation, and which place each step breaks. */
const writeBreaks = (operations: readonly Operation[]) => {
  const places: string[] = []
  const steps = operations.flatMap((operation) =>
    breaksOf(operation).map(({ respond, at }, index) => {
      places.push(at)
      const when = { method: operation.method, path: operation.path, call: `every ${5 + index}` }
      return { when, respond, contract: 'ignore' }
    }),
  )
  return { places, text: JSON.stringify({ description: 'Breaks the contract.', steps }) }
}

const journalOf = async (
  url: string,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ExchangeJson & { scenario: string[] }>> => {
  const { json } = await call(`${url}/_sandbox/sandboxes/default/exchanges?limit=1000`)
  const exchanges = json as readonly (ExchangeJson & { scenario: string[] })[]
  return new Map(exchanges.filter(({ id }) => ids.size === 0 || ids.has(id)).map((exchange) => [exchange.id, exchange]))
}

const invalidCodes = new Set(['invalid_request', 'unsupported_media_type', 'payload_too_large', 'not_acceptable'])

describe('generated requests to a service that breaks its contract', () => {
  for (const document of documents)
    it(`of ${document}: each violation is reported, and none is invented`, async () => {
      const operations = operationsOf(await loadService([document]))
      const { places, text } = writeBreaks(operations)
      await using folder = await createTemporaryFolder({ 'breaks/broken.json': text })
      const options = { port: 0, documents: [document], generateWithoutFixtures: 4, anyKey: true, journal: 1_000 }
      await using generator = await createStandin(options)
      const requests = await generateRequests(generator, 8)
      await using service = await createStandin({
        ...options,
        scenarios: join(folder.path, 'breaks'),
        scenario: places.length > 0 ? ['broken'] : [],
      })
      await using proxy = await createStandin({ port: 0, documents: [document], proxy: { upstream: [service.url] } })
      const wrong: string[] = []
      let [sent, broken, invalid] = [0, 0, 0]
      while (sent < perDocument) {
        const batch = requests.slice(0, Math.min(requests.length, perDocument - sent, 400))
        for (const { method, path, headers, body } of batch) {
          await call(proxy.url + path, { method, headers, ...(body === undefined ? {} : { body }) })
          sent++
        }
        const [ofService, ofProxy] = [await journalOf(service.url, new Set()), await journalOf(proxy.url, new Set())]
        const pairs = [...ofService.values()].map((own, index) => [own, [...ofProxy.values()][index]] as const)
        expect(pairs.length).toBe(batch.length)
        for (const [own, seen] of pairs) {
          const step = own.scenario.find((name) => name.startsWith('broken/'))
          const expected = step === undefined ? undefined : places[Number(step.split('/')[1]) - 1]
          const operation = operations.find(({ id }) => id === own.operation)
          const isUndocumented =
            operation !== undefined &&
            operation.compile().responses.length > 0 &&
            !findResponse(operation.compile().responses, own.response.status)
          const response = (seen?.violations ?? []).filter(({ at }) => at.startsWith('response.')).map(({ at }) => at)
          const wanted = expected ?? (isUndocumented ? 'response.status' : undefined)
          if (wanted !== undefined) broken++
          const isReported = wanted === undefined ? response.length === 0 : response.includes(wanted)
          // A broken response hides what the service thought of the request.
          const isKnown = step === undefined && own.code !== 'unauthorized'
          const wasInvalid = own.operation !== null && invalidCodes.has(own.code ?? '')
          const isInvalid =
            seen?.notices.some(
              ({ kind, names }) => kind === 'invalid-request' && !names.every((name) => name === 'security'),
            ) ?? false
          if (wasInvalid) invalid++
          if (!isReported || (isKnown && isInvalid !== wasInvalid && own.code !== 'not_found'))
            wrong.push(
              `${own.operation} ${own.request.path} ${own.response.status} ${own.code} ${step ?? ''}: expected ${wanted ?? 'nothing'}, ${wasInvalid ? 'invalid' : 'valid'}; got ${JSON.stringify(seen?.violations)}`,
            )
        }
        await call(`${service.url}/_sandbox/sandboxes/default/exchanges`, { method: 'DELETE' })
        await call(`${proxy.url}/_sandbox/sandboxes/default/exchanges`, { method: 'DELETE' })
      }
      process.stderr.write(
        `${document}: ${sent} requests, ${broken} broken responses, ${invalid} invalid requests, ${wrong.length} reported wrongly\n`,
      )
      expect(wrong).toEqual([])
      expect(broken).toBeGreaterThan(0)
    })
})

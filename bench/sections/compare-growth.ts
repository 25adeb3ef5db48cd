/**
 * How the cost of a request grows with records, operations, sandboxes and scenarios that it does not concern.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatRatio, measureInTurn, medianCpu, type Rounds, warm } from '../in-turn.ts'
import { type BenchRequest, kinds, mix } from '../requests.ts'
import type { ServerProcess } from '../server-process.ts'
import { callControl, resetRecords, startStandin, writeFixtures, writeScenarios } from '../standin-server.ts'
import { temporaryFolder } from '../temporary-folder.ts'

interface Growth {
  readonly name: string
  readonly limit: number
  readonly start: (isLarge: boolean) => Promise<ServerProcess>
  /** Of each row: what is sent. */
  readonly requests: Readonly<Record<string, readonly BenchRequest[]>>
}

const header = { Authorization: 'Bearer sandbox-key' }

const get = (name: string, path: string, headers: BenchRequest['headers'] = header): BenchRequest => ({
  name,
  method: 'GET',
  path,
  headers,
  expected: 200,
})

/** Resources with a list, a creation and an item each. */
const writeDocument = (operations: number): string => {
  const thing = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
  }
  const content = (schema: object) => ({ 'application/json': { schema } })
  const reply = (schema: object) => ({ description: 'As it is', content: content(schema) })
  const paths = Object.fromEntries(
    Array.from({ length: Math.ceil(operations / 3) }, (_, index) => [
      [
        `/things${index}`,
        {
          get: { responses: { 200: reply({ type: 'array', items: thing }) } },
          post: { requestBody: { content: content(thing) }, responses: { 201: reply(thing) } },
        },
      ],
      [
        `/things${index}/{id}`,
        {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          get: { responses: { 200: reply(thing) } },
        },
      ],
    ]).flat(),
  )
  const file = join(temporaryFolder(), 'openapi.json')
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths }))
  return file
}

const manySandboxes = async (): Promise<ServerProcess> => {
  const server = await startStandin(['--max-sandboxes', '20000'])
  for (let index = 0; index < 10_000; index += 100)
    await Promise.all(
      Array.from({ length: 100 }, (_, more) =>
        callControl(server.url, 'POST', '/sandboxes', { id: `team-${index + more}` }),
      ),
    )
  return server
}

const growths: readonly Growth[] = [
  {
    name: 'records, 100 → 100,000',
    limit: 1.15,
    start: (isLarge) => startStandin(['--fixtures', writeFixtures(isLarge ? 100_000 : 100)]),
    requests: {
      get: [get('get', '/v1/pets/77')],
      'filtered list': [get('filtered list', '/v1/pets?status=pending')],
      page: [get('page', '/v1/pets?limit=50')],
      create: [kinds.create],
    },
  },
  {
    name: 'operations, 5 → 1,000',
    limit: 1.1,
    start: (isLarge) => startStandin([writeDocument(isLarge ? 1_000 : 5), '--generate', '3']),
    requests: { list: [get('list', '/things1')] },
  },
  {
    name: 'sandboxes, 1 → 10,000',
    limit: 1.15,
    start: (isLarge) => (isLarge ? manySandboxes() : startStandin()),
    requests: { 'mix in one sandbox': mix },
  },
  {
    name: 'scenarios that do not apply, 0 → 100',
    limit: 1.05,
    start: (isLarge) => startStandin(isLarge ? ['--scenarios', writeScenarios(100)] : []),
    requests: { mix },
  },
]

export const compareGrowth = async (options: Rounds): Promise<readonly string[]> => {
  const rows: string[] = []
  for (const { name, limit, start, requests } of growths) {
    const [small, large] = [await start(false), await start(true)]
    try {
      // Until then V8 compiles, which takes longer beside many records.
      const all = Object.values(requests).flat()
      for (const server of [small, large]) await warm(server, all, options.seconds, { requests: 60_000, seconds: 15 })
      for (const [kind, sent] of Object.entries(requests)) {
        const prepare = sent.some(({ method }) => method === 'POST') ? { prepare: resetRecords } : {}
        const measured = await measureInTurn(
          {
            small: { name, server: small, requests: sent, ...prepare },
            large: { name, server: large, requests: sent, ...prepare },
          },
          options,
        )
        const cells = [
          medianCpu(measured.small),
          medianCpu(measured.large),
          formatRatio(measured.large, measured.small),
          limit,
        ]
        rows.push(`| ${[name, kind, ...cells].join(' | ')} |`)
      }
    } finally {
      await Promise.all([small.stop(), large.stop()])
    }
  }
  return [
    '| from few to many | requests | few, µs CPU | many, µs CPU | growth | limit |',
    '|---|---|---|---|---|---|',
    ...rows,
  ]
}

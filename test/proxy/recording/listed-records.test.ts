/**
 * Which records a recording takes for deleted because a list does not show them any more.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { CallOptions } from '../../support/client.ts'
import { createTemporaryFolder } from '../../support/temporary-folder.ts'
import { closed, openApi, ref, requestBody, response } from '../../support/write-document.ts'
import { json, startProxy } from '../start-proxy.ts'

const query = (name: string) => ({ name, in: 'query', schema: { type: 'string' } })

const document = openApi({
  components: { schemas: { Box: closed({ id: { type: 'integer' }, state: { type: 'string' } }, ['state']) } },
  paths: {
    '/boxes': {
      get: {
        operationId: 'listBoxes',
        parameters: [query('state'), query('page'), query('limit')],
        responses: {
          200: response({ type: 'array', items: ref('Box') }),
          206: response({ type: 'array', items: ref('Box') }),
        },
      },
      head: { operationId: 'headBoxes', responses: { 200: { description: 'None.' } } },
      post: {
        operationId: 'createBox',
        requestBody: requestBody(ref('Box')),
        responses: { 201: response(ref('Box')) },
      },
    },
    '/boxes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'getBox', responses: { 200: response(ref('Box')) } },
      patch: {
        operationId: 'changeBox',
        requestBody: requestBody(ref('Box')),
        responses: { 200: response(ref('Box')) },
      },
    },
  },
})

interface Sent extends CallOptions {
  readonly path: string
  /** The JSON of the response; a string is text. */
  readonly shown: unknown
  readonly status?: number
}

/** The ids of the records after these exchanges. */
const recordedIds = async (...requests: readonly Sent[]): Promise<readonly number[]> => {
  await using folder = await createTemporaryFolder()
  const record = join(folder.path, 'recording')
  let next: Sent | undefined
  const proxy = await startProxy({
    document,
    handler: (_, answer) => {
      if (typeof next?.shown === 'string') answer.writeHead(200, { 'Content-Type': 'text/html' }).end(next.shown)
      else json(answer, next?.status ?? 200, next?.shown)
    },
    proxy: { record },
  })
  for (const request of requests) {
    next = request
    const { path, shown: _, status: __, ...options } = request
    await proxy.call(path, options)
  }
  await proxy[Symbol.asyncDispose]()
  const boxes: { id: number }[] = JSON.parse(await readFile(join(record, 'fixtures', 'boxes.json'), 'utf8'))
  return boxes.map(({ id }) => id)
}

const boxes = (...ids: readonly number[]) => ids.map((id) => ({ id, state: 'open' }))
const all: Sent = { path: '/boxes', shown: boxes(1, 2) }

describe('the records of a list', () => {
  it('are removed if the same request does not show them any more', async () => {
    expect(await recordedIds(all, { path: '/boxes', shown: boxes(2) })).toEqual([2])
    expect(await recordedIds(all, { path: '/boxes', shown: [] }, { path: '/boxes/2', shown: boxes(2)[0] })).toEqual([2])
  })

  it.each<readonly [string, readonly Sent[]]>([
    ['a HEAD', [all, { path: '/boxes', method: 'HEAD', shown: [] }]],
    ['a response that is not JSON', [all, { path: '/boxes', shown: '<p>Down.</p>' }]],
    ['a response that has no list', [all, { path: '/boxes', shown: { message: 'Wait.' } }]],
    ['a part of the list', [all, { path: '/boxes', status: 206, shown: boxes(1) }]],
    [
      'a request with other credentials',
      [all, { path: '/boxes', headers: { authorization: 'Bearer b' }, shown: boxes(2) }],
    ],
    ['a request with another cookie', [all, { path: '/boxes', headers: { cookie: 'user=b' }, shown: [] }]],
    ['a request in another language', [all, { path: '/boxes', headers: { 'accept-language': 'de' }, shown: [] }]],
    [
      'a later page',
      [
        { path: '/boxes?page=2&limit=2', shown: boxes(1, 2) },
        { path: '/boxes?page=2&limit=2', shown: boxes(2) },
      ],
    ],
    [
      'a filter that a change has left',
      [
        { path: '/boxes?state=open', shown: boxes(1, 2) },
        { path: '/boxes/1', method: 'PATCH', body: { id: 1, state: 'done' }, shown: { id: 1, state: 'done' } },
        { path: '/boxes?state=open', shown: boxes(2) },
      ],
    ],
  ])('stay after %s', async (_, requests) => {
    expect([...(await recordedIds(...requests))].sort()).toEqual([1, 2])
  })
})

/**
 * The query of a request as Prism gets it.
 */
import { expect, it } from 'vitest'
import { readRequest } from '../../src/mock/prism-request.ts'
import { cpuTimeOf } from '../support/cpu-time.ts'

const readQuery = async (query: string): Promise<unknown> => {
  const read = await readRequest({
    id: '1',
    method: 'GET',
    path: '/pets',
    query,
    headers: {},
    readBody: async () => ({ kind: 'bytes', bytes: Buffer.alloc(0) }),
    bodySoFar: () => undefined,
  })
  return read.kind === 'request' ? read.request.url.query : undefined
}

it('a parameter that is sent once is a string, one that is sent several times a list', async () => {
  expect(await readQuery('a=1&b=2&a=3&__proto__=4')).toEqual({ a: ['1', '3'], b: '2', ['__proto__']: '4' })
})

it('tens of thousands of parameters are read in linear time', async () => {
  const query = Array.from({ length: 30_000 }, (_, index) => `p${index}=1`).join('&')
  expect(await cpuTimeOf(() => readQuery(query))).toBeLessThan(3_000)
})

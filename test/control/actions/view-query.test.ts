/**
 * The query of an exchange as JSON.
 */
import { expect, it } from 'vitest'
import { viewExchange } from '../../../src/control/actions/view-exchange.ts'
import { cpuTimeOf } from '../../support/cpu-time.ts'
import { sampleExchange } from '../../support/sample-exchange.ts'

const viewQuery = (query: string): object => viewExchange(sampleExchange({ query })).request.query

it('a parameter that is sent once is a string, one that is sent several times a list', () => {
  expect(viewQuery('a=1&b=2&a=3&token=x&a=')).toEqual({ a: ['1', '3', ''], b: '2', token: '[redacted]' })
})

it('a parameter that is sent tens of thousands of times is read in linear time', async () => {
  expect(await cpuTimeOf(() => viewQuery('a=1&'.repeat(100_000)))).toBeLessThan(3_000)
})

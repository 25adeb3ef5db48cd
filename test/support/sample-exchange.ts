/**
 * An exchange of the journal, for tests that make exchanges without a server.
 */
import type { Exchange } from '../../src/journal/exchange.ts'

/** A GET without a body that got an empty 200, with what the test changes. */
export const sampleExchange = (change: Partial<Exchange> = {}): Exchange => ({
  id: 'req-1',
  sandbox: 'default',
  at: 0,
  clock: 0,
  duration: 1,
  method: 'GET',
  path: '/pets/7',
  query: '',
  headers: {},
  body: undefined,
  reply: { status: 200, headers: [] },
  operation: undefined,
  pathParams: {},
  rejection: undefined,
  notices: [],
  scenarios: [],
  steps: [],
  positionBefore: 0,
  positionAfter: 0,
  ...change,
})

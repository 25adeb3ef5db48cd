/**
 * Fault 12: a client that waits for exchanges and goes away costs nothing any more.
 */
import type { Socket } from 'node:net'
import fc from 'fast-check'
import { assert, describe, expect, it } from 'vitest'
import { JournalBudget } from '../../src/journal/journal.ts'
import { call } from '../support/client.ts'
import { exchanges } from '../support/generated-exchanges.ts'
import { converse, requestText } from '../support/raw-conversation.ts'
import { startStandin } from '../support/start-standin.ts'

const awaitExchanges = (sandbox: string): string => {
  const condition = '{"operation":"listPets","count":9,"timeout":"10m"}'
  const headers = ['Content-Type: application/json', `Content-Length: ${condition.length}`]
  return requestText(`POST /_sandbox/sandboxes/${sandbox}/exchanges/await`, headers, condition)
}

/** Resolves when the condition holds. */
const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('an await whose client has gone', () => {
  for (const [how, leave] of [
    ['by closing its side', (socket: Socket) => socket.end()],
    ['by a reset', (socket: Socket) => socket.resetAndDestroy()],
  ] as const)
    it(`${how} is cancelled`, async () => {
      await using standin = await startStandin()
      using client = await converse(standin.url)
      client.send(awaitExchanges('default'))
      await until(() => standin.defaultSandbox.waiters === 1)
      leave(client.socket)
      await until(() => standin.defaultSandbox.waiters === 0)
      expect((await call(`${standin.url}/_sandbox/health`)).status).toBe(200)
    })

  it('that still waits is called for the exchanges of its own sandbox only', () => {
    const budget = new JournalBudget()
    const called: string[] = []
    budget.listenTo('a', ({ id }) => called.push(id))
    const [first, second] = fc.sample(exchanges, { numRuns: 2, seed: 1 })
    assert(first && second)
    budget.notify({ ...first, id: 'first', sandbox: 'a' })
    budget.notify({ ...second, id: 'second', sandbox: 'b' })
    expect(called).toEqual(['first'])
  })
})

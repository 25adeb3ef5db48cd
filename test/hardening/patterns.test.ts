/**
 * No pattern of a scenario, of a condition of `await` or of an overlay can block the process.
 */
import { describe, expect, it } from 'vitest'
import { fits } from '../../src/scenarios/match-condition.ts'
import { parseExpectation } from '../../src/scenarios/parse-scenario.ts'
import type { Problem } from '../../src/scenarios/problem.ts'
import { serveFiles } from '../support/serve-files.ts'
import { scenarioOf, serveScenarios } from '../support/serve-scenarios.ts'
import { openApi, requestBody, response } from '../support/write-document.ts'

/** Blocks a backtracking engine for hours. */
const slowPattern = '^(a+)+$'
const slowText = `${'a'.repeat(60)}!`

const document = openApi({
  paths: {
    '/notes': {
      post: {
        operationId: 'addNote',
        requestBody: requestBody({ type: 'object' }),
        responses: { 201: response({ type: 'object' }), 404: response({ type: 'object' }) },
      },
    },
  },
})

const body = { text: slowText }

describe('a catastrophic pattern', () => {
  it('of `matches` is decided', () => {
    const problems: Problem[] = []
    const expectation = parseExpectation({ matches: slowPattern }, '', problems)
    expect(problems).toEqual([])
    expect(fits(expectation, slowText, false)).toBe(false)
    expect(fits(expectation, 'a'.repeat(60), false)).toBe(true)
  })

  it('of a scenario does not block a request', async () => {
    const when = { operation: 'createPet', body: { name: { matches: slowPattern } } }
    await using server = await serveScenarios({ slow: scenarioOf({ when, respond: { status: 401 } }) })
    const create = (name: string) => server.call('/v1/pets', { body: { name, categoryId: 1 }, scenario: 'slow' })
    expect((await create(slowText)).status).toBe(201)
    expect((await create('aaaa')).status).toBe(401)
  })

  it('of `await` does not block the server', async () => {
    await using server = await serveFiles({ 'api.json': document })
    await server.call('/notes', { body })
    const answer = await server.call('/_sandbox/sandboxes/default/exchanges/await', {
      body: { where: { request: { body: { text: { matches: slowPattern } } } }, timeout: '20ms' },
    })
    expect(answer.json).toMatchObject({ met: false, count: 0 })
  })
})

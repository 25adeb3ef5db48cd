/**
 * Fault 19: scenarios that would fail on each request are findings when they are loaded.
 */
import { join } from 'node:path'
import { assert, describe, expect, it } from 'vitest'
import { createStandin, LoadError } from '../../src/index.ts'
import { expectFindings, serveFiles, writeFiles } from '../support/serve-files.ts'
import { scenarioOf } from '../support/serve-scenarios.ts'
import { closed, openApi, response } from '../support/write-document.ts'

const document = openApi({
  paths: {
    '/things/{thingId}': {
      parameters: [{ name: 'thingId', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'getThing', responses: { 200: response(closed({ id: { type: 'string' } })) } },
    },
  },
})

const step = (respond: object): string =>
  scenarioOf({ when: { operation: 'getThing' }, respond: { status: 200, ...respond }, contract: 'ignore' })

interface Row {
  readonly name: string
  readonly text: string
  readonly code?: 'scenario-structure' | 'scenario-mismatch'
  readonly says: readonly string[]
  /** What is at the place of the finding. */
  readonly at: string
}

const rows: readonly Row[] = [
  {
    name: 'an expression for a parameter that the path does not have',
    text: step({ body: { id: '{$request.path.nothing}' } }),
    code: 'scenario-mismatch',
    says: ['getThing has no path parameter nothing', 'thingId'],
    at: '"body"',
  },
  {
    name: 'a misspelt field',
    text: JSON.stringify({ description: 'x', steps: [{ respnd: { status: 200 } }] }),
    says: ['Did you mean respond?'],
    at: '"respnd"',
  },
  {
    name: 'a delay without a unit, with examples instead of the pattern',
    text: JSON.stringify({ description: 'x', steps: [{ delay: 5 }] }),
    says: [
      'scenario.steps[0].delay must match exactly one variant (a string such as 300ms, 2s; an object with min, max), got 5',
    ],
    at: '"delay"',
  },
  {
    name: 'a call that is neither a number nor a range, in one finding',
    text: JSON.stringify({ description: 'x', steps: [{ when: { call: 'every third' }, delay: '1s' }] }),
    says: ['(an integer of at least 1; a string such as 2-4, every 3), got "every third"'],
    at: '"call"',
  },
  {
    name: 'an invalid header name',
    text: step({ headers: { 'X Bad': '1' } }),
    says: ['not the name'],
    at: '"X Bad"',
  },
  {
    name: 'a line break in a header',
    text: step({ headers: { 'X-Bad': 'a\nSet-Cookie: x' } }),
    says: ['line breaks'],
    at: '"X-Bad"',
  },
  {
    name: 'a Content-Length of its own',
    text: step({ headers: { 'content-length': 3 } }),
    says: ['set by Standin'],
    at: '"content-length"',
  },
  { name: 'a status of 1xx', text: step({ status: 103 }), says: ['from 200 to 599'], at: '"status"' },
  {
    name: 'a delay beyond all time',
    text: scenarioOf({ delay: '99999999999999d' }),
    says: ['10,000 years'],
    at: '"delay"',
  },
]

describe('a scenario is a finding if it has', () => {
  for (const { name, text, code = 'scenario-structure', says, at } of rows)
    it(name, async () => {
      await using folder = await writeFiles({ 'things.json': document, 'scenarios/own.json': text })
      const error: unknown = await createStandin({
        documents: [join(folder.path, 'things.json')],
        scenarios: join(folder.path, 'scenarios'),
        folder: join(folder.path, 'empty'),
      }).catch((reason: unknown) => reason)
      assert(error instanceof LoadError)
      const findings = error.findings.filter(({ file }) => file.endsWith('own.json'))
      expectFindings(findings, [{ code, file: 'own.json', line: 1, column: text.indexOf(at) + 1, says }])
    })

  it('a preference for a status of 1xx is rejected', async () => {
    await using served = await serveFiles({ 'things.json': document })
    const answer = await served.call('/things/1', { headers: { prefer: 'code=103' } })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('final HTTP status')
  })
})

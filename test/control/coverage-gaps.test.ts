/**
 * Each request that the control API suggests for a gap in the coverage really covers it, when it is sent as suggested.
 */
import { describe, expect, it } from 'vitest'
import { getOwn, itemsOf } from '../../src/contract/values/json-object.ts'
import type { Standin, StandinOptions } from '../../src/index.ts'
import { call } from '../support/client.ts'
import { serveFiles } from '../support/serve-files.ts'
import { startStandin } from '../support/start-standin.ts'

interface Gap {
  readonly operation: string
  readonly document: string
  readonly status: string
  readonly what: string | null
  readonly send: object | null
}

const rows: readonly {
  readonly name: string
  readonly options: StandinOptions
  /** Pairs for which the control API has no request to send. */
  readonly unknown: readonly string[]
}[] = [
  { name: 'the Animal Store and the messages', options: {}, unknown: [] },
  ...['gadgets-3.0.yaml', 'gadgets-2.0.yaml', 'prism-project.yaml', 'oracle.yaml'].map((file) => ({
    name: file,
    options: { documents: [new URL(`../documents/${file}`, import.meta.url).pathname] },
    // Digest authentication needs two requests. The command to copy sends both.
    unknown: file === 'prism-project.yaml' ? ['digest 200'] : [],
  })),
]

describe('every gap is closed by its request', () => {
  for (const { name, options, unknown } of rows)
    it(name, async () => {
      await using standin = await startStandin(options)
      const base = `${standin.url}/_sandbox/sandboxes/default`
      const readGaps = async (query: string) => {
        const answer = await call(`${base}/coverage/gaps?${query}`)
        expect(answer.status, answer.text).toBe(200)
        return { gaps: itemsOf(answer.json) as unknown as Gap[], total: Number(answer.headers['x-total-count']) }
      }
      const { gaps, total } = await readGaps('limit=100')
      expect(gaps).toHaveLength(total)
      const open: string[] = []
      for (const { operation, document, status } of gaps) {
        // An earlier request may have covered it, or removed the record that the request needs.
        const query = String(new URLSearchParams({ operation, document, status }))
        const [gap] = (await readGaps(query)).gaps
        if (!gap) continue
        if (!gap.send) {
          open.push(`${operation} ${status}`)
          continue
        }
        const sent = await call(`${base}/requests`, { method: 'POST', body: gap.send })
        expect(sent.status, sent.text).toBe(201)
        const after = await readGaps(query)
        expect(after.gaps, `${gap.what} ${JSON.stringify(gap.send)} got ${sent.text.slice(0, 500)}`).toEqual([])
      }
      expect(open).toEqual(unknown)
    })
})

describe('the request for a gap', () => {
  const sendGap = async (standin: Standin, id: string, query: string) => {
    const base = `${standin.url}/_sandbox/sandboxes/${id}`
    const [gap] = itemsOf((await call(`${base}/coverage/gaps?${query}`)).json)
    const answer = await call(`${base}/requests`, { method: 'POST', body: Object(getOwn(gap, 'send')) })
    return { gap, response: getOwn(answer.json, 'response') }
  }

  it('works while a scenario fails every request', async () => {
    await using standin = await startStandin()
    await standin.sandbox({ id: 'ann', scenario: 'flaky' })
    const { gap, response } = await sendGap(standin, 'ann', 'operation=getPet&status=404')
    expect(gap).toMatchObject({ how: 'request', send: { headers: { 'sandbox-scenario': 'none' } } })
    expect(response).toMatchObject({ status: 404 })
  })

  it('prefers a status that nothing else gets', async () => {
    const responses = { 200: { description: 'OK' }, 429: { description: 'Too many' }, '5XX': { description: 'Broken' } }
    const document = {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: { '/status': { get: { operationId: 'getStatus', responses } } },
    }
    await using server = await serveFiles({ 'api.json': JSON.stringify(document) })
    for (const [status, code] of [
      ['429', 429],
      ['5XX', 500],
    ] as const) {
      const { gap, response } = await sendGap(server.standin, 'default', `operation=getStatus&status=${status}`)
      expect(gap).toMatchObject({
        how: 'preference',
        what: `The request prefers the documented response ${code}.`,
        send: { headers: { prefer: `code=${code}` } },
      })
      expect(response).toMatchObject({ status: code })
    }
  })

  it('leaves no trace of what was tried', async () => {
    await using standin = await startStandin()
    const base = `${standin.url}/_sandbox/sandboxes/default`
    const read = async () =>
      Promise.all(['exchanges', 'coverage', 'records/pets'].map(async (part) => (await call(`${base}/${part}`)).json))
    const before = await read()
    await call(`${base}/coverage/gaps?limit=100`)
    expect(await read()).toEqual(before)
  })
})

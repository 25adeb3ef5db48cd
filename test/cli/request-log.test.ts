/**
 * The request log: what its lines contain, in 80 columns, and as JSON.
 */
import { describe, expect, it } from 'vitest'
import { createColors } from '../../src/cli/colors.ts'
import { createJsonLog, createPrettyLog } from '../../src/cli/request-log.ts'
import type { LogEntry } from '../../src/ports.ts'
import { createStandin } from '../../src/standin.ts'
import type { StandinOptions } from '../../src/standin-options.ts'

const headers = { authorization: 'Bearer sandbox-key' }

/** The log entry of a request. */
const entryOf = async (path: string, init: RequestInit = {}, options: StandinOptions = {}): Promise<LogEntry> => {
  const entries: LogEntry[] = []
  await using standin = await createStandin({ ...options, log: (entry) => entries.push(entry) })
  await standin.fetch(path, { headers, ...init })
  const [entry] = entries
  if (!entry) throw new TypeError('nothing was logged')
  return entry
}

const linesOf = (entry: LogEntry): readonly string[] => {
  const lines: string[] = []
  createPrettyLog(
    (line) => lines.push(line),
    createColors(false),
    () => new Date(0),
  )(entry)
  return lines
}

const pet = (body: object): RequestInit => ({
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

describe('a 401 in the log', () => {
  it('names the active keys, which the response does not', async () => {
    const entries: LogEntry[] = []
    await using standin = await createStandin({ log: (entry) => entries.push(entry) })
    const response = await standin.fetch('/v1/pets', { headers: { authorization: 'Bearer wrong' } })
    expect(response.status).toBe(401)
    const said = (await response.text()) + JSON.stringify([...response.headers])
    expect(said).not.toContain('sandbox-key')
    const [entry] = entries
    expect(entry && linesOf(entry)).toContainEqual(expect.stringMatching(/^ +active keys: sandbox-key/))
  })

  it('says that any key is accepted, and names none', async () => {
    const entry = await entryOf('/v1/pets', { headers: {} }, { anyKey: true })
    expect(entry).toMatchObject({ status: 401, message: expect.stringContaining('any key is accepted') })
    expect(entry.activeKeys).toBeUndefined()
  })
})

describe('the pretty log', () => {
  it('has one line for a request without anything to report', async () =>
    expect(linesOf(await entryOf('/v1/pets'))).toEqual([
      expect.stringMatching(/^\S{8} {2}GET {4}\/v1\/pets {2}200 {2}[\d.]+ ms {2}listPets$/),
    ]))

  const rows: readonly {
    readonly name: string
    readonly path: string
    readonly init?: RequestInit
    readonly options?: StandinOptions
    readonly says: readonly unknown[]
  }[] = [
    {
      name: 'ignored query parameters',
      path: '/v1/pets?colour=red',
      says: ['ignored query parameter, not documented: colour'],
    },
    {
      name: 'ignored properties',
      path: '/v1/pets',
      init: pet({ name: 'Rex', categoryId: 1, colour: 'red' }),
      says: ['ignored, not stored: body.colour'],
    },
    {
      name: 'the scenario and the id of a rejected request',
      path: '/v1/pets',
      options: { scenario: ['unauthorized'] },
      says: [expect.stringMatching(/^scenario unauthorized\/1 {2}req-\S+$/)],
    },
    {
      name: 'the sandbox',
      path: '/v1/pets',
      init: { headers: { ...headers, 'sandbox-id': 'checkout' } },
      says: ['sandbox checkout'],
    },
  ]
  for (const { name, path, init, options, says } of rows)
    it(`adds ${name}, in lines of at most 80 columns`, async () => {
      const [first = '', ...rest] = linesOf(await entryOf(path, init, options))
      expect(first).toContain(path)
      expect(rest.map((line) => line.trim())).toEqual(says)
      for (const line of [first, ...rest]) expect(line.length).toBeLessThanOrEqual(80)
    })

  it('shortens a long list of names, and escapes control characters', () => {
    const entry = { requestId: 'r', method: 'GET', target: '/', status: 200, duration: 1 }
    const names = ['a\u001b[31m', 'b', 'c', 'd', 'e', 'f', 'g']
    expect(linesOf({ ...entry, notices: [{ kind: 'undocumented-query', names }] })[1]?.trim()).toBe(
      'ignored query parameter, not documented: a\\x1b[31m, b, c, d, e and 2 more',
    )
  })
})

it('the log as JSON has notices, scenario and sandbox as fields', async () => {
  const lines: string[] = []
  const log = await createJsonLog((line) => lines.push(line))
  const init = { headers: { ...headers, 'sandbox-id': 'checkout', 'sandbox-scenario': 'slow' } }
  log.request(await entryOf('/v1/pets?colour=red', init))
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    event: 'request',
    sandbox: 'checkout',
    scenario: ['slow/1'],
    notices: [{ kind: 'undocumented-query', names: ['colour'] }],
  })
})

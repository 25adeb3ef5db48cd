/**
 * Broken connections as real clients see them: fetch, Node's http and curl. Each client reports the fault, and the server
 * continues to work.
 */
import { spawnSync } from 'node:child_process'
import { type OutgoingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, assert, beforeAll, describe, expect, it } from 'vitest'
import { expectList, expectOne } from '../interface/expect-shape.ts'
import { runCommand } from '../support/run-command.ts'
import { type ScenarioServer, scenarioOf, serveScenarios } from '../support/serve-scenarios.ts'

const faults = ['reset', 'empty', 'truncate', 'garbage', 'timeout'] as const
type Fault = (typeof faults)[number]

/** How long a client waits for a response, in milliseconds. */
const patienceFor = (fault: string): number => (fault === 'timeout' ? 300 : 10_000)

const every = (step: object): string => scenarioOf({ when: { operation: '*' }, ...step })
const scenarios = {
  ...Object.fromEntries(faults.map((fault) => [fault, every({ fault })])),
  'cut-short': scenarioOf({ when: { operation: 'getPet' }, respond: { status: 404 }, fault: 'truncate' }),
  'late-reset': every({ delay: '50ms', fault: 'reset' }),
}

let server: ScenarioServer | undefined
beforeAll(async () => {
  server = await serveScenarios(scenarios)
})
afterAll(() => server?.[Symbol.asyncDispose]())

const running = (): ScenarioServer => {
  assert(server !== undefined, 'the server is started before the tests')
  return server
}

const target = (): string => `${running().standin.url}/v1/pets`
const headersFor = (scenario: string) => ({ authorization: 'Bearer sandbox-key', 'sandbox-scenario': scenario })

const expectServing = async (): Promise<void> => {
  expectList(await running().call('/v1/pets'))
  expectOne(await running().call('/v1/pets', { body: { name: 'Rex', categoryId: 1 } }), 201)
}

/** The error that a promise rejects with. */
const failureOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => expect.fail(`should fail, gave ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )

/** The error and its causes as one string. */
const describeFailure = (error: unknown): string => {
  const parts: string[] = []
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = 'code' in current ? ` ${current.code}` : ''
    parts.push(`${current.name}${code}: ${current.message}`)
  }
  return parts.join(' < ')
}

describe('fetch', () => {
  const get = async (scenario: string, init: RequestInit = {}): Promise<unknown> => {
    const response = await fetch(target(), {
      headers: headersFor(scenario),
      signal: AbortSignal.timeout(patienceFor(scenario)),
      ...init,
    })
    // The head of a truncated response arrives complete; reading the body fails.
    if (scenario === 'truncate') expect(response.status).toBe(200)
    return response.json()
  }

  const rows: Readonly<Record<Fault, RegExp>> = {
    reset: /^TypeError: fetch failed < .*ECONNRESET/,
    empty: /^TypeError: fetch failed < SocketError UND_ERR_SOCKET: other side closed/,
    truncate: /^TypeError: terminated < .*(UND_ERR_SOCKET: other side closed|ECONNRESET|aborted)/,
    garbage: /^TypeError: fetch failed < HTTPParserError /,
    timeout: /^TimeoutError/,
  }
  for (const fault of faults) {
    it(`reports ${fault}, and the server continues to work`, async () => {
      expect(describeFailure(await failureOf(get(fault)))).toMatch(rows[fault])
      await expectServing()
    })

    it(`reports ${fault} of a POST, and concurrent requests are not affected`, async () => {
      const init = { method: 'POST', body: '{"name":"Rex","categoryId":1}' }
      const headers = { ...headersFor(fault), 'content-type': 'application/json' }
      const failing = Promise.all(
        Array.from({ length: 5 }, async () => {
          const failed = fetch(target(), { ...init, headers, signal: AbortSignal.timeout(patienceFor(fault)) })
          return describeFailure(await failureOf(failed.then((response) => response.json())))
        }),
      )
      await Promise.all(Array.from({ length: 5 }, expectServing))
      for (const failure of await failing) expect(failure).toMatch(rows[fault])
    })
  }
})

describe("Node's http", () => {
  /** The complete body of the response. */
  const ask = (headers: OutgoingHttpHeaders, signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      const outgoing = request(target(), { headers, signal, agent: false }, (message) => {
        text(message).then(resolve, reject)
      })
      outgoing.on('error', (error) => reject(signal.aborted ? signal.reason : error))
      outgoing.end()
    })
  const rows: Readonly<Record<Fault, RegExp>> = {
    reset: /^Error ECONNRESET: read ECONNRESET/,
    empty: /^Error ECONNRESET: socket hang up/,
    truncate: /^Error ECONNRESET: aborted/,
    garbage: /^Error HPE_\w+: Parse Error/,
    timeout: /^TimeoutError/,
  }
  for (const fault of faults)
    it(`reports ${fault}, and the server continues to work`, async () => {
      const signal = AbortSignal.timeout(patienceFor(fault))
      const failure = await failureOf(ask(headersFor(fault), signal))
      expect(describeFailure(failure)).toMatch(rows[fault])
      await expectServing()
    })
})

const curl = spawnSync('curl', ['--version'])
const hasCurl = curl.error === undefined && curl.status === 0

describe(`curl${hasCurl ? '' : ' (skipped: it is not installed here)'}`, () => {
  const run = (scenario: string, ...more: readonly string[]) => {
    const headers = Object.entries(headersFor(scenario)).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    return runCommand('curl', ['-sS', '--noproxy', '*', ...headers, ...more, target()])
  }

  /** curl's exit codes and messages; those for garbage depend on its version. */
  const rows: Readonly<Record<Fault, { readonly codes: readonly number[]; readonly says: RegExp }>> = {
    reset: { codes: [56], says: /Recv failure: Connection reset by peer/ },
    empty: { codes: [52], says: /Empty reply from server/ },
    truncate: { codes: [18], says: /bytes remaining to read|end of response with \d+ bytes missing/ },
    garbage: { codes: [1, 8, 56], says: /HTTP\/0\.9|Weird server reply|Unsupported|Recv failure/ },
    timeout: { codes: [28], says: /timed out/ },
  }
  for (const fault of faults)
    it.skipIf(!hasCurl)(`reports ${fault} as such, and the server serves on`, async () => {
      const { code, stderr } = await run(fault, '--max-time', fault === 'timeout' ? '0.5' : '10')
      expect(rows[fault].codes, stderr).toContain(code)
      expect(stderr).toMatch(rows[fault].says)
      await expectServing()
    })

  it.skipIf(!hasCurl)('shows the part of a truncated answer that came', async () => {
    const { code, stdout } = await run('truncate', '-i')
    const whole = (await running().call('/v1/pets')).text
    expect(code).toBe(18)
    const [head = '', body = ''] = stdout.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 200 /)
    expect(body.length).toBeGreaterThan(0)
    expect(body.length).toBeLessThan(whole.length)
  })
})

describe('a fault', () => {
  it('can be delayed', async () => {
    const started = performance.now()
    const failure = await failureOf(running().call('/v1/pets', { scenario: 'late-reset' }))
    expect(describeFailure(failure)).toMatch(/ECONNRESET/)
    expect(performance.now() - started).toBeGreaterThan(45)
  })

  it('truncate can cut off a scripted response', async () => {
    const response = await fetch(`${target()}/1`, { headers: headersFor('cut-short') })
    expect(response.status).toBe(404)
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0)
    expect(describeFailure(await failureOf(response.text()))).toMatch(/terminated/)
  })

  it('truncate executes the request before it cuts off the response', async () => {
    const scenario = { scenario: 'truncate', sandbox: 'truncated' }
    await failureOf(running().call('/v1/pets', { ...scenario, body: { name: 'Cut', categoryId: 1 } }))
    const pets = expectList(await running().call('/v1/pets?limit=100', { sandbox: 'truncated' }))
    expect(pets.map(({ name }) => name)).toContain('Cut')
  })

  for (const fault of ['reset', 'empty', 'garbage', 'timeout'])
    it(`${fault} prevents the request from being executed`, async () => {
      const sandbox = `broken-${fault}`
      const failing = fetch(target(), {
        method: 'POST',
        body: '{"name":"Cut","categoryId":1}',
        headers: { ...headersFor(fault), 'content-type': 'application/json', 'sandbox-id': sandbox },
        signal: AbortSignal.timeout(patienceFor(fault)),
      })
      await failureOf(failing)
      const pets = expectList(await running().call('/v1/pets?limit=100', { sandbox }))
      expect(pets.map(({ name }) => name)).not.toContain('Cut')
    })

  it('needs a valid key: without one the response is 401', async () => {
    expect((await running().call('/v1/pets', { scenario: 'reset', key: null })).status).toBe(401)
  })

  it('leaves the server unchanged after a hundred faults', async () => {
    const kinds = faults.filter((fault) => fault !== 'timeout')
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        failureOf(running().call('/v1/pets', { scenario: kinds[index % kinds.length] })),
      ),
    )
    await expectServing()
  })
})

/**
 * Faults 13, 14, 20 and 21: what is rejected is not executed, what is executed gets its own response, and each connection
 * gets a response in the shape of errors before it is closed.
 */
import { describe, expect, it } from 'vitest'
import { converse, requestText, statusesIn } from '../support/raw-conversation.ts'
import { type Served, serveFiles } from '../support/serve-files.ts'
import { closed, openApi, ref, requestBody, response } from '../support/write-document.ts'

const thing = closed({ id: { type: 'integer', readOnly: true }, name: { type: 'string' } }, ['id'])
const error = closed({ code: { type: 'string' }, message: { type: 'string' } })
const document = openApi({
  components: { schemas: { Thing: thing, Error: error } },
  paths: {
    '/things': {
      get: { operationId: 'listThings', responses: { 200: response({ type: 'array', items: ref('Thing') }) } },
      post: {
        operationId: 'createThing',
        requestBody: requestBody(ref('Thing')),
        responses: { 201: response(ref('Thing')), 400: response(ref('Error')) },
      },
    },
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'getThing', responses: { 200: response(ref('Thing')), 404: response(ref('Error')) } },
      delete: { operationId: 'deleteThing', responses: { 204: { description: 'Gone.' }, 404: response(ref('Error')) } },
    },
  },
})
const serve = (): Promise<Served> =>
  serveFiles({ 'things.json': document, 'fixtures/default/things.json': [{ id: 1, name: 'One' }] })

const namesOf = async ({ call }: Served): Promise<unknown> => {
  const { json } = await call('/things')
  return Array.isArray(json) ? json.map(({ name }: { name: string }) => name) : json
}

const body = '{"name":"Two"}'
const post = (text: string, ...headers: readonly string[]): string =>
  requestText('POST /things', ['Content-Type: application/json', ...headers], text)
const correct = post(body, `Content-Length: ${body.length}`)

/** The body of the last response. */
const lastBody = (text: string): unknown => JSON.parse(text.slice(text.lastIndexOf('\r\n\r\n') + 4))

interface Row {
  readonly name: string
  readonly bytes: string
  readonly statuses: readonly number[]
  readonly names: readonly string[]
}

const rows: readonly Row[] = [
  {
    name: 'a correct POST followed by one byte too many gets its 201, then a 400',
    bytes: `${correct}x`,
    statuses: [201, 400],
    names: ['One', 'Two'],
  },
  {
    name: 'two correct POSTs followed by a line of garbage get theirs',
    bytes: `${correct}${correct}garbage\r\n\r\n`,
    statuses: [201, 201, 400],
    names: ['One', 'Two', 'Two'],
  },
  {
    name: 'a DELETE with Transfer-Encoding: 1E2 deletes nothing',
    bytes: requestText('DELETE /things/1', ['Transfer-Encoding: 1E2']),
    statuses: [400],
    names: ['One'],
  },
  {
    name: 'a DELETE with Transfer-Encoding: gzip, chunked deletes nothing',
    bytes: requestText('DELETE /things/1', ['Transfer-Encoding: gzip, chunked', 'Connection: close'], '0\r\n\r\n'),
    statuses: [400],
    names: ['One'],
  },
  {
    name: 'a POST with a chunk that is not a number creates nothing',
    bytes: post('e\r\n{"name":"Two"}\r\nzz\r\n', 'Transfer-Encoding: chunked'),
    statuses: [400],
    names: ['One'],
  },
  {
    name: 'a DELETE with a broken body that it does not need gets its 204',
    bytes: requestText('DELETE /things/1', ['Transfer-Encoding: chunked'], 'zz\r\n'),
    statuses: [204],
    names: [],
  },
  {
    name: 'a DELETE followed by a CONNECT gets its 204, then a 405 (seed 387762 of the fuzzer)',
    bytes: `${requestText('DELETE /things/1')}${requestText('CONNECT localhost:80')}`,
    statuses: [204, 405],
    names: [],
  },
  {
    name: 'two Content-Lengths create nothing',
    bytes: post(body, `Content-Length: ${body.length}`, 'Content-Length: 1'),
    statuses: [400],
    names: ['One'],
  },
  {
    name: 'a Transfer-Encoding with a Content-Length creates nothing',
    bytes: post(`e\r\n${body}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked', 'Content-Length: 3'),
    statuses: [400],
    names: ['One'],
  },
]

describe('a request that does not parse', () => {
  for (const { name, bytes, statuses, names } of rows)
    it(name, async () => {
      await using served = await serve()
      using client = await converse(served.standin.url)
      client.send(bytes)
      const received = await client.closed()
      expect(statusesIn(received), received).toEqual(statuses)
      if (statuses.at(-1) !== 204) {
        expect(received).toContain('Connection: close')
        expect(received.slice(received.lastIndexOf('HTTP/1.1 4'))).toMatch(/\r\nContent-Type: application\/json\r\n/i)
        if (statuses.at(-1) === 405)
          expect(received).toContain('\r\nAllow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n')
        const code = statuses.at(-1) === 405 ? 'method_not_allowed' : 'invalid_request'
        expect(lastBody(received)).toEqual({ code, message: expect.any(String) })
      }
      expect(await namesOf(served)).toEqual(names)
    })

  it('a bad second request on a kept connection gets a 400 in the shape of errors', async () => {
    await using served = await serve()
    using client = await converse(served.standin.url)
    client.send(requestText('GET /things/1'))
    expect(statusesIn(await client.until(/"One"\}$/))).toEqual([200])
    client.send('garbage\r\n\r\n')
    const received = await client.closed()
    expect(statusesIn(received), received).toEqual([200, 400])
    expect(lastBody(received)).toEqual({ code: 'invalid_request', message: expect.stringContaining('method') })
  })

  it('headers that are too large on a kept connection get a 431', async () => {
    await using served = await serve()
    using client = await converse(served.standin.url)
    client.send(requestText('GET /things/1'))
    await client.until(/"One"\}$/)
    client.send(requestText('GET /things/1', [`X-Long: ${'x'.repeat(20_000)}`]))
    expect(statusesIn(await client.closed())).toEqual([200, 431])
  })
})

describe('a client that closes its side before the body of its request is complete', () => {
  const part = requestText('GET /things/1', ['Content-Length: 1'])

  for (const { name, bytes, statuses } of [
    { name: 'gets the response to the request, and no second one', bytes: part, statuses: [200] },
    // The first of them is slow on its first use: the response to the second waits for its turn when the client closes.
    {
      name: 'is disconnected after the responses to pipelined requests (seed 11606 of the fuzzer)',
      bytes: requestText('GET /_sandbox/scenarios/schema.json') + part,
      statuses: [200, 200],
    },
    {
      name: 'is disconnected after the last of several',
      bytes: requestText('GET /things/1') + part,
      statuses: [200, 200],
    },
  ])
    it(name, async () => {
      await using served = await serve()
      using client = await converse(served.standin.url)
      client.socket.end(bytes)
      expect(statusesIn(await client.closed())).toEqual(statuses)
    })
})

describe('the headers of a request', () => {
  const answerTo = async (bytes: string): Promise<string> => {
    await using served = await serve()
    using client = await converse(served.standin.url)
    client.send(bytes)
    return await client.closed()
  }
  const end = 'Connection: close'

  it('may have others of four letters beside Host', async () => {
    const received = await answerTo(requestText('GET /things/1', ['From: ann@example.org', 'Date: today', end]))
    expect(statusesIn(received), received).toEqual([200])
  })

  it('have one Host in any case, also in HTTP/1.0', async () => {
    for (const bytes of [
      requestText('GET /things/1', ['HOST: other.example', end]),
      'GET /things/1 HTTP/1.0\r\nHost: a\r\nhost: b\r\n\r\n',
    ]) {
      const received = await answerTo(bytes)
      expect(statusesIn(received), received).toEqual([400])
      expect(received).toContain('header.Host must be given once, got 2 times')
    }
    expect(await answerTo(`GET /things/1 HTTP/1.1\r\n${end}\r\n\r\n`)).toContain('header.Host is required')
  })

  it('name what was expected and what came', async () => {
    const long = 'x'.repeat(100)
    expect(await answerTo(requestText('GET /things', ['Transfer-Encoding: 1E2', end]))).toContain(
      'header.Transfer-Encoding must be chunked, got \\"1E2\\"',
    )
    expect(await answerTo(requestText('GET /things', [`Transfer-Encoding: ${long}`, end]))).toContain(
      `got \\"${'x'.repeat(60)}\\"`,
    )
    for (const [expected, shown] of [
      ['a-miracle', 'a-miracle'],
      [long, 'x'.repeat(60)],
    ])
      expect(await answerTo(requestText('GET /things', [`Expect: ${expected}`, end]))).toContain(
        `header.Expect must be 100-continue, got \\"${shown}\\"`,
      )
    const coded = ['Content-Type: application/json', `Content-Length: ${body.length}`, end]
    for (const [coding, shown] of [
      ['zstd-x', 'zstd-x'],
      [long, 'x'.repeat(60)],
    ])
      expect(await answerTo(requestText('POST /things', [...coded, `Content-Encoding: ${coding}`], body))).toContain(
        `header.Content-Encoding must be gzip, deflate or br, got \\"${shown}\\"`,
      )
  })

  it('name the transfer coding in any case', async () => {
    const received = await answerTo(post(`e\r\n${body}\r\n0\r\n\r\n`, 'Transfer-Encoding: Chunked', end))
    expect(statusesIn(received), received).toEqual([201])
  })

  it('chunk extensions that are too large get 413', async () => {
    const received = await answerTo(
      post(`e;x=${'y'.repeat(20_000)}\r\n${body}\r\n0\r\n\r\n`, 'Transfer-Encoding: chunked', end),
    )
    expect(statusesIn(received), received).toEqual([413])
    expect(received).toContain('the chunk extensions of the body are too large')
  })

  it('of a response without a body give its length only where the status allows a body', async () => {
    const removed = await answerTo(requestText('DELETE /things/1', [end]))
    expect([statusesIn(removed), /content-length/i.test(removed)]).toEqual([[204], false])
    const options = await answerTo(requestText('OPTIONS *', [end]))
    expect([statusesIn(options), /content-length/i.test(options)]).toEqual([[204], false])
    const head = await answerTo(requestText('HEAD /things/1', [end]))
    expect(head).toMatch(/content-length: [1-9]/i)
    expect(head.endsWith('\r\n\r\n')).toBe(true)
  })

  it('2,600 codings in one Content-Encoding get 415', async () => {
    await using served = await serve()
    const answer = await served.call('/things', {
      body,
      headers: { 'content-encoding': Array(2_600).fill('gzip').join(',') },
    })
    expect(answer.status).toBe(415)
    expect(answer.text).toContain('at most 4')
  })

  it('two Sandbox-Id headers get 400', async () => {
    await using served = await serve()
    using client = await converse(served.standin.url)
    client.send(requestText('GET /things', ['Sandbox-Id: a', 'Sandbox-Id: b', 'Connection: close']))
    const received = await client.closed()
    expect(statusesIn(received)).toEqual([400])
    expect(received).toContain('Sandbox-Id must be given once')
  })

  it('two Hosts at the control API get 400 as problem details', async () => {
    await using served = await serve()
    using client = await converse(served.standin.url)
    client.send(
      requestText('DELETE /_sandbox/sandboxes/default/records/things/1', ['Host: 127.0.0.1', 'Connection: close']),
    )
    const received = await client.closed()
    expect(statusesIn(received)).toEqual([400])
    expect(received).toContain('application/problem+json')
    expect(await namesOf(served)).toEqual(['One'])
  })

  it('2,500 scenarios in one header get 400', async () => {
    await using served = await serve()
    const answer = await served.call('/things', {
      headers: { 'sandbox-scenario': Array(2_500).fill('slow').join(',') },
    })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('at most 32 scenarios')
  })

  it('a client that has closed its side gets the response to a slow request', async () => {
    await using served = await serve()
    const scenario = { description: 'Slow.', steps: [{ when: { operation: 'listThings' }, delay: '300ms' }] }
    await served.call('/_sandbox/scenarios/slower', { method: 'PUT', body: { source: JSON.stringify(scenario) } })
    using client = await converse(served.standin.url)
    client.socket.end(requestText('GET /things', ['Sandbox-Scenario: slower']))
    const received = await client.closed()
    expect(statusesIn(received), received).toEqual([200])
    expect(received).toContain('"One"')
  })

  it('the socket of a CONNECT is closed, although the client keeps its side open', async () => {
    await using served = await serve()
    using client = await converse(served.standin.url)
    client.send(requestText('CONNECT example.com:443'))
    expect(statusesIn(await client.closed())).toEqual([405])
    await new Promise((resolve) => {
      client.socket.once('close', resolve)
      // Only writing shows a client that the server has closed both sides.
      const timer = setInterval(() => client.socket.write('x', () => undefined), 100)
      client.socket.once('close', () => clearInterval(timer))
    })
  })
})

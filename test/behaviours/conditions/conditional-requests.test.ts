/**
 * ETag, If-Match and If-None-Match (RFC 9110, sections 8.8.3 and 13) work if the document has them, and are ignored if not.
 */

import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/ports.ts'
import type { Answer, CallOptions } from '../../support/client.ts'
import { serveFiles, useFiles } from '../../support/serve-files.ts'
import { closed, openApi, ref, requestBody, response } from '../../support/write-document.ts'

const text = { type: 'string' }
const problem = { 404: response(ref('Problem')), 412: response(ref('Problem')) }
const tagged = { ETag: { schema: text } }
const header = (name: string, required = false): object => ({ name, in: 'header', required, schema: text })
const withHeaders = (schema: object, headers: object): object => ({ ...response(schema), headers })
const condition = [header('If-Match'), header('If-None-Match')]

const components = {
  schemas: {
    Gadget: closed({ serial: { type: 'integer' }, label: text }),
    NewGadget: closed({ label: text }),
    Part: closed({ code: text, label: text }),
    Problem: closed({ error: closed({ type: text, detail: text }) }),
  },
}

interface Choices {
  /** Headers of the responses to creations and changes. */
  readonly headers?: object
  /** Headers of the responses to a read, and to a list. */
  readonly read?: object
  readonly list?: object
  readonly parameters?: readonly object[]
  readonly errors?: object
}

/** Gadgets that are created by POST, and parts that are created by PUT. */
const describeGadgets = ({ headers = {}, read = {}, list = {}, parameters = [], errors = problem }: Choices): object =>
  openApi({
    paths: {
      '/gadgets': {
        get: { responses: { 200: withHeaders({ type: 'array', items: ref('Gadget') }, list) } },
        post: { requestBody: requestBody(ref('NewGadget')), responses: { 201: withHeaders(ref('Gadget'), headers) } },
      },
      '/gadgets/{serial}': {
        parameters: [{ name: 'serial', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: withHeaders(ref('Gadget'), read), ...errors } },
        put: {
          parameters,
          requestBody: requestBody(ref('NewGadget')),
          responses: { 200: withHeaders(ref('Gadget'), headers), ...errors },
        },
        patch: {
          parameters,
          requestBody: requestBody(ref('NewGadget')),
          responses: { 204: { description: 'Changed.', headers }, ...errors },
        },
        delete: { parameters, responses: { 204: { description: 'Gone.' }, ...errors } },
      },
      '/parts/{code}': {
        parameters: [{ name: 'code', in: 'path', required: true, schema: text }],
        get: { responses: { 200: withHeaders(ref('Part'), read), ...errors } },
        put: {
          parameters,
          requestBody: requestBody(ref('NewGadget')),
          responses: {
            200: withHeaders(ref('Part'), headers),
            201: withHeaders(ref('Part'), headers),
            ...errors,
          },
        },
      },
    },
    components,
  })

const everything: Choices = { headers: tagged, read: tagged, list: tagged, parameters: condition }
const strong = /^"[\w-]{22}"$/

type Call = (path: string, options?: CallOptions) => Promise<Answer>

const make = async (call: Call, label = 'Anvil'): Promise<{ readonly path: string; readonly tag: string }> => {
  const made = await call('/gadgets', { body: { label } })
  expect(made.status).toBe(201)
  return { path: `/gadgets/${Object(made.json).serial}`, tag: made.headers.etag ?? '' }
}

const expectRejected = (answer: Answer, status: number, type: string, says: RegExp): void => {
  expect(answer.status, answer.text).toBe(status)
  expect(answer.json).toEqual({ error: { type, detail: expect.stringMatching(says) } })
}

describe('the tag of a record', () => {
  const { call } = useFiles({ 'gadgets.json': describeGadgets(everything) })

  it('is strong, and the same in the responses to POST, GET and HEAD', async () => {
    const { path, tag } = await make(call)
    expect(tag).toMatch(strong)
    expect((await call(path)).headers.etag).toBe(tag)
    expect((await call(path, { method: 'HEAD' })).headers.etag).toBe(tag)
  })

  it('changes with each change, and the response to the change has the new one', async () => {
    const { path, tag } = await make(call)
    const seen = [tag]
    for (const [method, label] of [
      ['PUT', 'Saw'],
      ['PATCH', 'Hammer'],
    ]) {
      const changed = await call(path, { method: method ?? '', body: { label } })
      expect(changed.headers.etag).toMatch(strong)
      expect(seen).not.toContain(changed.headers.etag)
      expect((await call(path)).headers.etag).toBe(changed.headers.etag)
      seen.push(changed.headers.etag ?? '')
    }
  })

  it('differs between records with the same content', async () => {
    const [one, other] = [await make(call), await make(call)]
    expect(one.tag).not.toBe(other.tag)
  })

  it('is the same for the same requests to another server', async () => {
    await using served = await serveFiles({ 'gadgets.json': describeGadgets(everything) })
    await using another = await serveFiles({ 'gadgets.json': describeGadgets(everything) })
    expect((await make(served.call)).tag).toBe((await make(another.call)).tag)
  })

  it('is that of the record in the sandbox of the request', async () => {
    const path = '/parts/anvil'
    const put = (sandbox: string, label: string) =>
      call(path, { method: 'PUT', body: { label }, headers: { 'sandbox-id': sandbox } })
    const one = await put('one', 'Anvil')
    await put('other', 'Saw')
    const read = (sandbox: string) =>
      call(path, { headers: { 'sandbox-id': sandbox, 'if-none-match': one.headers.etag } })
    expect((await read('one')).status).toBe(304)
    expect((await read('other')).status).toBe(200)
  })
})

describe('a conditional read', () => {
  const { call } = useFiles({ 'gadgets.json': describeGadgets(everything) })
  const rows: readonly { readonly name: string; readonly list: (tag: string) => string; readonly status: number }[] = [
    { name: 'with the tag', list: (tag) => tag, status: 304 },
    { name: 'with the tag marked as weak', list: (tag) => `W/${tag}`, status: 304 },
    { name: 'with the tag among others', list: (tag) => `"a", W/"b, c",${tag}`, status: 304 },
    { name: 'with the tag without its quotes', list: (tag) => tag.replaceAll('"', ''), status: 304 },
    { name: 'with *', list: () => '*', status: 304 },
    { name: 'with another tag', list: () => '"a"', status: 200 },
    { name: 'with the tag in another tag', list: (tag) => `"a${tag.slice(1)}`, status: 200 },
    { name: 'with an empty list', list: () => '', status: 200 },
  ]
  for (const method of ['GET', 'HEAD'])
    for (const { name, list, status } of rows)
      it(`${method} ${name} is ${status}`, async () => {
        const { path, tag } = await make(call)
        const answer = await call(path, { method, headers: { 'if-none-match': list(tag) } })
        expect(answer.status).toBe(status)
        expect(answer.headers.etag).toBe(tag)
        if (status !== 304) return
        expect(answer.length).toBe(0)
        expect(answer.headers).not.toHaveProperty('content-type')
      })

  it('of a missing record is 404, whatever the condition', async () => {
    for (const name of ['if-none-match', 'if-match'])
      expect((await call('/gadgets/999', { headers: { [name]: '*' } })).status).toBe(404)
  })

  it('of a list is 304 until one of its records changes', async () => {
    const first = await call('/gadgets')
    expect(first.headers.etag).toMatch(strong)
    const again = (): Promise<Answer> => call('/gadgets', { headers: { 'if-none-match': first.headers.etag } })
    expect(await again()).toMatchObject({ status: 304, length: 0 })
    await make(call)
    expect((await again()).status).toBe(200)
  })
})

describe('a change', () => {
  const { call } = useFiles({ 'gadgets.json': describeGadgets(everything) })
  const methods = [
    { method: 'PUT', body: { label: 'Saw' }, good: 200 },
    { method: 'PATCH', body: { label: 'Saw' }, good: 204 },
    { method: 'DELETE', good: 204 },
  ]
  const rows: readonly {
    readonly name: string
    readonly header: string
    readonly list: (tag: string) => string
    readonly isGood: boolean
  }[] = [
    { name: 'with If-Match and the current tag', header: 'if-match', list: (tag) => tag, isGood: true },
    {
      name: 'with If-Match and the current tag among others',
      header: 'if-match',
      list: (tag) => `"a", ${tag}`,
      isGood: true,
    },
    { name: 'with If-Match: *', header: 'if-match', list: () => '*', isGood: true },
    { name: 'with If-Match and another tag', header: 'if-match', list: () => '"a"', isGood: false },
    {
      name: 'with If-Match and the current tag marked as weak',
      header: 'if-match',
      list: (tag) => `W/${tag}`,
      isGood: false,
    },
    { name: 'with If-None-Match: *', header: 'if-none-match', list: () => '*', isGood: false },
    {
      name: 'with If-None-Match and the current tag',
      header: 'if-none-match',
      list: (tag) => `W/${tag}`,
      isGood: false,
    },
    { name: 'with If-None-Match and another tag', header: 'if-none-match', list: () => '"a"', isGood: true },
  ]
  for (const { method, body, good } of methods) {
    for (const { name, header: named, list, isGood } of rows)
      it(`${method} ${name} is ${isGood ? good : 412}`, async () => {
        const { path, tag } = await make(call)
        const headers = { [named]: list(tag) }
        const answer = await call(path, { method, headers, ...(body ? { body } : {}) })
        if (isGood) expect(answer.status, answer.text).toBe(good)
        else {
          expectRejected(answer, 412, 'precondition_failed', /header\.If-/)
          expect((await call(path)).headers.etag, 'nothing was changed').toBe(tag)
        }
      })

    it(`${method} of a missing record is 404, whatever the condition (RFC 9110, section 13.2.1)`, async () => {
      const answer = await call('/gadgets/999', { method, headers: { 'if-match': '*' }, ...(body ? { body } : {}) })
      expect(answer.status).toBe(404)
    })
  }

  const twenty = async (send: (index: number) => Promise<Answer>): Promise<readonly number[]> =>
    (await Promise.all(Array.from({ length: 20 }, (_, index) => send(index)))).map(({ status }) => status).sort()
  const oneOf = (status: number): readonly number[] => [status, ...Array.from({ length: 19 }, () => 412)]

  for (const [name, labelOf] of [
    ['different', (index: number) => `Saw ${index}`],
    ['equal', () => 'Saw'],
  ] as const)
    it(`succeeds for one of many concurrent requests with the same tag and ${name} bodies`, async () => {
      const { path, tag } = await make(call)
      const put = (index: number) =>
        call(path, { method: 'PUT', headers: { 'if-match': tag }, body: { label: labelOf(index) } })
      expect(await twenty(put)).toEqual(oneOf(200))
      const remove = async () =>
        call(path, { method: 'DELETE', headers: { 'if-match': (await call(path)).headers.etag ?? '"gone"' } })
      expect((await remove()).status).toBe(204)
    })

  it('that creates a record succeeds for one of many concurrent PUTs with If-None-Match: *', async () => {
    const put = () => call('/parts/rasp', { method: 'PUT', headers: { 'if-none-match': '*' }, body: { label: 'Rasp' } })
    expect(await twenty(put)).toEqual(oneOf(201))
  })

  it('by PUT is 412 with If-Match if the record is missing, and with If-None-Match: * if it exists', async () => {
    const put = (headers: CallOptions['headers']) =>
      call('/parts/saw', { method: 'PUT', body: { label: 'Saw' }, ...(headers ? { headers } : {}) })
    for (const list of ['*', '"a"'])
      expectRejected(await put({ 'if-match': list }), 412, 'precondition_failed', /there is none/)
    expect((await call('/parts/saw')).status).toBe(404)
    const made = await put({ 'if-none-match': '*' })
    expect(made).toMatchObject({ status: 201, headers: { etag: expect.stringMatching(strong) } })
    expectRejected(await put({ 'if-none-match': '*' }), 412, 'precondition_failed', /If-None-Match/)
    expect((await put({ 'if-match': made.headers.etag })).status).toBe(200)
  })
})

describe('the document has entity tags', () => {
  const rows: readonly {
    readonly name: string
    readonly choices: Choices
    readonly created: boolean
    readonly read: boolean
    readonly listed: boolean
  }[] = [
    { name: 'nowhere', choices: {}, created: false, read: false, listed: false },
    { name: 'on GET of a record', choices: { read: tagged }, created: false, read: true, listed: false },
    {
      name: 'on creations, in lower case',
      choices: { headers: { etag: { schema: text } } },
      created: true,
      read: true,
      listed: false,
    },
    { name: 'as a condition only', choices: { parameters: condition }, created: false, read: true, listed: false },
    { name: 'on the list only', choices: { list: tagged }, created: false, read: false, listed: true },
  ]
  for (const { name, choices, created, read, listed } of rows)
    it(`${name}: ${[created && 'created', read && 'read', listed && 'listed'].filter(Boolean).join(', ') || 'none'}`, async () => {
      await using served = await serveFiles({ 'gadgets.json': describeGadgets(choices) })
      const { call } = served
      const { path, tag } = await make(call)
      const has = async (target: string): Promise<boolean> => 'etag' in (await call(target)).headers
      expect({ created: tag !== '', read: await has(path), listed: await has('/gadgets') }).toEqual({
        created,
        read,
        listed,
      })
      // A condition is ignored if records have no tags.
      const changed = await call(path, { method: 'PUT', body: { label: 'Saw' }, headers: { 'if-match': '"a"' } })
      expect(changed.status).toBe(read ? 412 : 200)
    })
})

describe('a change without a condition', () => {
  const needed = { ...problem, 428: response(ref('Problem')) }
  const rows: readonly {
    readonly name: string
    readonly choices: Choices
    readonly status: number
    readonly type?: string
  }[] = [
    { name: 'is accepted if the condition is optional', choices: { parameters: condition }, status: 200 },
    {
      name: 'is invalid if the document requires the condition',
      choices: { parameters: [header('If-Match', true)], errors: { ...problem, 400: response(ref('Problem')) } },
      status: 400,
      type: 'invalid_request',
    },
    {
      name: 'is 428 if the document requires the condition and has 428',
      choices: { parameters: [header('If-Match', true)], errors: needed },
      status: 428,
      type: 'precondition_required',
    },
    {
      name: 'is 428 if the document has 428, even if the condition is optional',
      choices: { parameters: condition, errors: needed },
      status: 428,
      type: 'precondition_required',
    },
  ]
  for (const { name, choices, status, type } of rows)
    it(name, async () => {
      await using served = await serveFiles({ 'gadgets.json': describeGadgets({ read: tagged, ...choices }) })
      const { path } = await make(served.call)
      const tag = (await served.call(path)).headers.etag
      const put = (headers: CallOptions['headers'] = {}) =>
        served.call(path, { method: 'PUT', body: { label: 'Saw' }, headers })
      const answer = await put()
      if (type === undefined) expect(answer.status).toBe(status)
      else expectRejected(answer, status, type, /header\.If-Match is required/)
      expect((await put({ 'if-match': type === undefined ? '*' : tag })).status).toBe(200)
    })
})

describe('a record with a property for its tag', () => {
  const parameters = [header('If-Match'), header('If-None-Match')]
  const say = (etag: JsonObject): object => {
    const Gadget = closed({ serial: { type: 'integer' }, label: text, etag }, ['etag'])
    const document = describeGadgets({ parameters })
    return { ...document, components: { schemas: { ...components.schemas, Gadget } } }
  }
  const tagIn = ({ json }: Answer): string => Object(json).etag

  it('gets a new value with each change, which is the ETag too', async () => {
    await using served = await serveFiles({ 'gadgets.json': say({ type: ['string', 'null'], readOnly: true }) })
    const { call } = served
    const made = await call('/gadgets', { body: { label: 'Anvil' } })
    const path = `/gadgets/${Object(made.json).serial}`
    const first = tagIn(made)
    expect(first).toMatch(/^\w{16}$/)
    expect(await call(path)).toMatchObject({ json: { etag: first }, headers: { etag: `"${first}"` } })
    expect((await call(path, { headers: { 'if-none-match': first } })).status).toBe(304)
    const put = (tag: string, label: string) =>
      call(path, { method: 'PUT', headers: { 'if-match': tag }, body: { label } })
    const changed = await put(first, 'Saw')
    expect(changed.status).toBe(200)
    expect(tagIn(changed)).not.toBe(first)
    expect((await put(first, 'Hammer')).status).toBe(412)
    expect(await call('/gadgets')).toMatchObject({ json: [{ label: 'Saw', etag: tagIn(changed) }] })
    const removed = await call(path, { method: 'DELETE', headers: { 'if-match': `"${tagIn(changed)}"` } })
    expect(removed.status).toBe(204)
  })

  it('has the tag of its fixture until it changes', async () => {
    await using served = await serveFiles({
      'gadgets.json': say(text),
      'fixtures/default/gadgets.yaml': '- {serial: 1, label: Anvil, etag: "7"}\n',
    })
    const patch = () =>
      served.call('/gadgets/1', { method: 'PATCH', headers: { 'if-match': '"7"' }, body: { label: 'Saw' } })
    expect((await served.call('/gadgets/1')).headers.etag).toBe('"7"')
    expect([(await patch()).status, (await patch()).status]).toEqual([204, 412])
  })

  it('does not get a tag that its schema rejects', async () => {
    await using served = await serveFiles({ 'gadgets.json': say({ ...text, maxLength: 4 }) })
    const made = await served.call('/gadgets', { body: { label: 'Anvil' } })
    expect(made.json).not.toHaveProperty('etag')
    expect((await served.call(`/gadgets/${Object(made.json).serial}`)).headers.etag).toMatch(strong)
  })
})

describe('a record with a lifecycle', () => {
  it('has another tag in each state', async () => {
    const lifecycle = { states: ['new', 'used'], after: '2s' }
    const Gadget = closed({ serial: { type: 'integer' }, label: { ...text, 'x-standin-lifecycle': lifecycle } }, [
      'label',
    ])
    const document = describeGadgets(everything)
    const schemas = { ...components.schemas, Gadget, NewGadget: closed({ label: text }, ['label']) }
    await using served = await serveFiles({ 'gadgets.json': { ...document, components: { schemas } } })
    await using sandbox = await served.standin.sandbox({ clock: '2030-01-01T00:00:00Z' })
    const ask = async (path: string, options: CallOptions = {}) =>
      served.call(path, { ...options, key: sandbox.key, headers: { 'sandbox-id': sandbox.id, ...options.headers } })
    const made = await ask('/gadgets', { body: {} })
    const path = `/gadgets/${Object(made.json).serial}`
    const known = { 'if-none-match': made.headers.etag }
    expect((await ask(path, { headers: known })).status).toBe(304)
    await sandbox.clock.advance('3s')
    expect(await ask(path, { headers: known })).toMatchObject({ status: 200, json: { label: 'used' } })
    const stale = await ask(path, { method: 'DELETE', headers: { 'if-match': made.headers.etag } })
    expect(stale.status).toBe(412)
  })
})

/**
 * Conversations with documents in several styles, equal to stored files: what is inferred, generated and stored shows in the
 * responses. A change of them shows as a difference; `npx vitest run test/conversations --update` writes the files.
 */
import { describe, expect, it } from 'vitest'
import { type CallOptions, call } from '../support/client.ts'
import { type Served, serveFiles } from '../support/serve-files.ts'
import { startStandin } from '../support/start-standin.ts'
import { control } from './control.ts'
import { type Conversation, conversations } from './documents.ts'

/** The same in each run. */
const now = '2027-03-04T05:06:07.000Z'

const serve = async ({ document }: Conversation): Promise<Served> => {
  const served = await serveFiles({ 'openapi.json': document }, { generate: 3, seed: 7 })
  const clock = { now, frozen: true }
  const set = await served.call('/_sandbox/sandboxes/default/clock', { method: 'PUT', body: clock })
  expect(set.status, set.text).toBe(200)
  return served
}

interface Parts {
  readonly path: string
  readonly options: CallOptions
}

/** The shipped documents, fixtures and scenarios. */
const serveShipped = async (): Promise<Served> => {
  const standin = await startStandin({ rewind: true })
  return {
    standin,
    folder: '',
    call: (path, options) => call(standin.url + path, options),
    [Symbol.asyncDispose]: () => standin.close(),
  }
}

/** `METHOD path | Name: value | body`, where headers and body may be absent. */
const parseRequest = (text: string): Parts => {
  const [first = '', ...rest] = text.split(' | ')
  const [method = '', path = ''] = first.split(' ')
  const headers: Record<string, string> = {}
  let body: string | undefined
  for (const part of rest) {
    const [, name, value] = /^([A-Za-z-]+): (.*)$/.exec(part) ?? []
    if (name !== undefined && value !== undefined) headers[name.toLowerCase()] = value
    else body = part
  }
  if (body !== undefined) headers['content-type'] ??= 'application/json'
  return { path, options: { method, headers, ...(body === undefined ? {} : { body }) } }
}

/** Different in each run, or the same in all responses. */
const notShown = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'sandbox-request-id',
  'sandbox-id',
  'vary',
])

const showHeaders = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .filter(([name]) => !notShown.has(name) && !name.startsWith('access-control'))
    .map(([name, value]) => `${name}: ${value}`)
    .toSorted()
    .join('\n')

const showBody = (text: string, json: unknown): string =>
  json === undefined || json === null ? text : showJson(json, '')

/** What is short is on one line. */
const showJson = (value: unknown, indent: string): string => {
  const line = JSON.stringify(value)
  if (line.length + indent.length <= 120 || typeof value !== 'object' || value === null) return line
  const within = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => within + showJson(item, within))
    : Object.entries(value).map(([name, item]) => `${within}${JSON.stringify(name)}: ${showJson(item, within)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}

/** The first id in a body. */
const idIn = (value: unknown): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, item] of Object.entries(value)) {
    if (name === 'id' && (typeof item === 'string' || typeof item === 'number')) return String(item)
    const inner = idIn(item)
    if (inner !== undefined) return inner
  }
  return undefined
}

const hold = async ({ call }: Served, requests: readonly string[]): Promise<string> => {
  const ids = new Map<string, string>()
  let shown = ''
  for (const [index, request] of requests.entries()) {
    const text = request.replace(/\{(r?\d+)\}/g, (_, number: string) => {
      const id = ids.get(number)
      expect(id, `${request} needs the id in response ${number}`).toBeDefined()
      return id ?? ''
    })
    const { path, options } = parseRequest(text)
    const answer = await call(path, options)
    const id = idIn(answer.json)
    if (id !== undefined) ids.set(String(index + 1), id)
    ids.set(`r${index + 1}`, answer.headers['sandbox-request-id'] ?? '')
    const response = [answer.status, showHeaders(answer.headers), '', showBody(answer.text, answer.json)].join('\n')
    shown += `${index + 1}. ${text}\n\n${response.trimEnd()}\n\n`
  }
  return hideRandom(shown)
}

/** What differs in each run: addresses, ids of requests, generated keys, and times of the real clock. */
const hideRandom = (text: string): string => {
  const names = new Map<string, string>()
  const nameOf = (value: string, kind: string): string => {
    const known = names.get(value) ?? `${kind}-${names.size + 1}`
    names.set(value, known)
    return known
  }
  return text
    .replaceAll(/127\.0\.0\.1:\d+/g, 'server')
    .replaceAll(/req-[0-9a-f]{12}-\w+/g, (id) => nameOf(id, 'request'))
    .replaceAll(/"(duration|milliseconds)": ?[\d.]+/g, '"$1":0')
    .replaceAll(/sk_[0-9a-f]{32}/g, (key) => nameOf(key, 'key'))
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) =>
      Math.abs(Date.parse(time) - Date.now()) < 86_400_000 ? 'today' : time,
    )
}

it('a conversation with the control API is equal to the stored one', async () => {
  await using served = await serveShipped()
  const shown = await hold(served, control.requests)
  await expect(shown).toMatchFileSnapshot(`${control.name}.txt`)
})

describe('a conversation in the style of', () => {
  for (const conversation of conversations)
    it(`${conversation.name} is equal to the stored one`, async () => {
      await using served = await serve(conversation)
      const shown = await hold(served, conversation.requests)
      await expect(shown).toMatchFileSnapshot(`${conversation.name}.txt`)
    })
})

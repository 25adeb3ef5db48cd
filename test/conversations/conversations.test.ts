/**
 * Conversations with documents in several styles, equal to stored files: what is inferred, generated and stored shows in the
 * responses. A change of them shows as a difference; `npx vitest run test/conversations --update` writes the files.
 */
import { describe, expect, it } from 'vitest'
import type { CallOptions } from '../support/client.ts'
import { type Served, serveFiles } from '../support/serve-files.ts'
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
  json === undefined || json === null ? text : JSON.stringify(json, undefined, 2)

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
    const text = request.replace(/\{(\d+)\}/g, (_, number: string) => {
      const id = ids.get(number)
      expect(id, `${request} needs the id in response ${number}`).toBeDefined()
      return id ?? ''
    })
    const { path, options } = parseRequest(text)
    const answer = await call(path, options)
    const id = idIn(answer.json)
    if (id !== undefined) ids.set(String(index + 1), id)
    const response = [answer.status, showHeaders(answer.headers), '', showBody(answer.text, answer.json)].join('\n')
    shown += `${index + 1}. ${text}\n\n${response.trimEnd()}\n\n`
  }
  return shown.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://server')
}

describe('a conversation in the style of', () => {
  for (const conversation of conversations)
    it(`${conversation.name} is equal to the stored one`, async () => {
      await using served = await serve(conversation)
      const shown = await hold(served, conversation.requests)
      await expect(shown).toMatchFileSnapshot(`${conversation.name}.txt`)
    })
})

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
import { hideRandom, now, show } from './show.ts'

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
    shown += `${index + 1}. ${text}\n\n${show(answer)}\n\n`
  }
  return hideRandom(shown)
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

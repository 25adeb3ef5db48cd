/**
 * The README as a newcomer follows it: each curl is sent as written, in order, to one server, and answers as shown.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Standin } from '../src/index.ts'
import { startStandin } from './support/start-standin.ts'

interface Sample {
  readonly command: string
  /** The status and JSON that the README shows after the command; undefined where it shows none. */
  readonly shown: { readonly status: number; readonly body: unknown } | undefined
}

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

const samples: readonly Sample[] = [
  ...readme.matchAll(/```sh\n(curl [^\n]+)\n```\n(?:\n```json (\d+)\n([\s\S]*?)```)?/g),
].map(([, command = '', status, body]) => ({
  command,
  shown: status === undefined ? undefined : { status: Number(status), body: JSON.parse(body ?? '') },
}))

const shownOrigin = 'http://127.0.0.1:4010'

/** Words of a shell command; single quotes are the only quoting that the README uses. */
const split = (command: string): readonly string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

const send = async (command: string, origin: string): Promise<{ status: number; body: unknown }> => {
  const [program, ...words] = split(command)
  expect(program).toBe('curl')
  const headers: Record<string, string> = {}
  let body: string | undefined
  let url = ''
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (word === '-H') {
      const [name = '', value = ''] = (words[++index] ?? '').split(': ')
      headers[name] = value
    } else if (word === '-d') body = words[++index]
    else {
      expect(word, 'an option of curl that this test does not know').not.toMatch(/^-/)
      url = word.replace(shownOrigin, origin)
    }
  }
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.status, body: await response.json() }
}

/** What differs from run to run is compared by kind only. */
const withoutTime = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (name, value) => (name === 'createdAt' ? 'a time' : value)))

describe('the requests of the README', () => {
  let standin: Standin
  /** The key that the README makes on its way. */
  let key = 'KEY'
  beforeAll(async () => {
    standin = await startStandin()
  })
  afterAll(() => standin.close())

  it('are there', () => expect(samples.length).toBeGreaterThanOrEqual(8))

  for (const { command, shown } of samples) {
    it(command, async () => {
      const answer = await send(command.replace('Bearer KEY', `Bearer ${key}`), standin.url)
      const made = Object(answer.body).key
      if (typeof made === 'string') key = made
      if (command.includes('/_sandbox/sandboxes') && shown) {
        expect(answer.status).toBe(shown.status)
        expect(JSON.parse(JSON.stringify(answer.body).replaceAll(standin.url, shownOrigin))).toMatchObject({
          ...Object(shown.body),
          key: expect.stringMatching(/^sk_/),
        })
      } else if (shown)
        expect({ ...answer, body: withoutTime(answer.body) }).toEqual({ ...shown, body: withoutTime(shown.body) })
      else expect(answer.status).toBe(200)
    })
  }
})

describe('what the README lists', () => {
  for (const [, path = ''] of readme.matchAll(/\]\(((?!http)[^)#]+)\)/g)) {
    it(`${path} is there`, () => expect(existsIn(path)).toBe(true))
  }
})

const existsIn = (path: string): boolean => {
  try {
    readFileSync(new URL(`../${path}`, import.meta.url))
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EISDIR'
  }
}

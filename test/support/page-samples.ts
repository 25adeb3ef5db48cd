/**
 * The samples of a documentation page: files, curl commands and the responses that it shows. Tests send the commands as a
 * reader would and compare the responses.
 *
 * A code block's first line says what it is: "sh" with curl commands, "json 200" or "http 200" for the response to the
 * last command before it, "yaml desk.yaml" for a file.
 */
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { projectFolder } from './run-command.ts'

export interface Block {
  /** The heading above the block, without its marks. */
  readonly section: string
  /** `sh`, `json`, `yaml`. */
  readonly language: string
  /** The rest of the first line: a status, or the name of a file. */
  readonly label: string
  readonly text: string
}

export const readBlocks = (page: string): readonly Block[] => {
  const blocks: Block[] = []
  let section = ''
  const text = readFileSync(projectFolder + page, 'utf8')
  for (const [, heading, language = '', label = '', content = ''] of text.matchAll(
    /^#+ ([^\n]+)$|^```(\w+)(?: ([^\n]+))?\n([\s\S]*?)^```$/gm,
  )) {
    if (heading !== undefined) section = heading
    else blocks.push({ section, language, label, text: content })
  }
  return blocks
}

/** A curl command with the response that the page shows for it. */
export interface Sample {
  readonly section: string
  readonly command: string
  readonly shown: { readonly kind: 'json' | 'http'; readonly status: number; readonly text: string } | undefined
}

/** Every curl command of the blocks, in order; only the last command of a block has a response. */
export const readSamples = (blocks: readonly Block[]): readonly Sample[] =>
  blocks.flatMap(({ section, language, text }, index) => {
    if (language !== 'sh') return []
    const commands = text.split('\n').filter((line) => line.startsWith('curl '))
    const next = blocks[index + 1]
    return commands.map((command, position) => ({
      section,
      command,
      shown: position === commands.length - 1 && next ? readShown(next) : undefined,
    }))
  })

const readShown = ({ language, label, text }: Block): Sample['shown'] => {
  const isResponse = language === 'json' || language === 'http'
  return isResponse && /^\d{3}$/.test(label) ? { kind: language, status: Number(label), text } : undefined
}

export const shownOrigin = 'http://127.0.0.1:4010'

/** The words of a shell command; single quotes are the only quotes that the pages use. */
const splitWords = (command: string): readonly string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

/** Sends a curl command to a server with another origin. */
export const sendCurl = async (command: string, origin: string): Promise<Response> => {
  const [program, ...words] = splitWords(command)
  expect(program).toBe('curl')
  const headers: Record<string, string> = {}
  let body: string | undefined
  let method: string | undefined
  let url = ''
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (word === '-H') {
      const [name = '', value = ''] = (words[++index] ?? '').split(': ')
      headers[name] = value
    } else if (word === '-d') body = [...(body === undefined ? [] : [body]), words[++index] ?? ''].join('&')
    else if (word === '-X') method = words[++index]
    else if (word !== '-i') {
      expect(word, 'an option of curl that this test does not know').not.toMatch(/^-/)
      url = word.replace(shownOrigin, origin)
    }
  }
  // As curl sends it.
  if (body !== undefined && !Object.keys(headers).some((name) => name.toLowerCase() === 'content-type'))
    headers['Content-Type'] = 'application/x-www-form-urlencoded'
  return fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    ...(body === undefined ? {} : { body }),
  })
}

/** Values that differ from run to run are compared by name only. */
const withoutTimes = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (name, value) => (name === 'createdAt' ? 'a time' : value)))

/** Compares a response with what the page shows; without a shown response it must be a success. */
export const expectShown = async (response: Response, { command, shown }: Sample): Promise<void> => {
  const text = await response.text()
  if (!shown) expect(response.ok, `${command}\n${response.status} ${text}`).toBe(true)
  else if (shown.kind === 'http') {
    expect(response.status, text).toBe(shown.status)
    for (const line of shown.text.trim().split('\n')) {
      const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(line) ?? []
      expect(response.headers.get(name), name).toBe(value)
    }
  } else
    expect({ status: response.status, body: withoutTimes(JSON.parse(text)) }).toEqual({
      status: shown.status,
      body: withoutTimes(JSON.parse(shown.text)),
    })
}

/**
 * The code blocks of a page, and the curl commands in them, sent as a reader would send them. Scripts use it too.
 *
 * A code block's first line says what it is: "sh" with curl commands, "json 200" or "http 200" for the response to the last command
 * before it, "yaml desk.yaml" for a file.
 */
import { readFileSync } from 'node:fs'
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

/** The files among the blocks, by name. */
export const filesOf = (blocks: readonly Block[]): Readonly<Record<string, string>> =>
  Object.fromEntries(blocks.filter(({ label }) => /\.\w+$/.test(label)).map(({ label, text }) => [label, text]))

export const shownOrigin = 'http://127.0.0.1:4010'

/** The words of a shell command; single quotes are the only quotes that the pages use. */
const splitWords = (command: string): readonly string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

/** Sends a curl command to a server with another origin. */
export const sendCurl = async (command: string, origin: string): Promise<Response> => {
  const [program, ...words] = splitWords(command)
  if (program !== 'curl') throw new TypeError(`${command} is not a curl command`)
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
    else if (word === '-o' || word === '-w') index++
    else if (word !== '-i' && word !== '-s') {
      if (word.startsWith('-')) throw new TypeError(`${word} is an option of curl that is not known here`)
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

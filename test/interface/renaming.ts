/**
 * The Animal Store with other names: gadgets for pets, serial for petId, state for status, and errors as
 * `{error: {type, detail}}`. The tests of this folder also run against it (the project `renamed` in vitest.config.ts), to show
 * that nothing in src depends on the Animal Store. Requests and responses are translated.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { type Answer, type CallOptions, parseJson } from '../support/client.ts'
import { projectFolder } from '../support/run-command.ts'

const names: readonly (readonly [string, string])[] = [
  ['pets', 'gadgets'],
  ['pet', 'gadget'],
  ['petId', 'serial'],
  ['status', 'state'],
]

const capital = (text: string): string => text[0]?.toUpperCase() + text.slice(1)

/** As whole words, and as words of a compound: listPets, PetStatus. */
const replaceWords = (text: string, from: number, to: number): string =>
  names
    .flatMap((pair) => [pair, pair.map(capital)])
    .reduce((done, pair) => {
      const word = pair[from] ?? ''
      // petId is one word, not a compound of pet.
      const pattern = /^[a-z]/.test(word)
        ? new RegExp(`(?<![A-Za-z])${word}(?![A-Za-z])`, 'g')
        : new RegExp(`${word}(?![a-z])`, 'g')
      return done.replace(pattern, pair[to] ?? '')
    }, text)

const rename = (text: string): string => replaceWords(text, 0, 1)
const restore = (text: string): string => replaceWords(text, 1, 0)

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['type', 'detail'],
      properties: { type: { type: 'string' }, detail: { type: 'string' } },
    },
  },
}

const isJsonObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Converts all error examples to the other shape. */
const reshape = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reshape)
  if (!isJsonObject(value)) return value
  if (typeof value.code === 'string' && typeof value.message === 'string')
    return { error: { type: value.code, detail: value.message } }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, reshape(item)]))
}

const renameDocument = (text: string): string => {
  const document: unknown = reshape(parse(text))
  const schemas = isJsonObject(document) && isJsonObject(document.components) ? document.components.schemas : undefined
  if (isJsonObject(schemas)) schemas.Error = errorSchema
  return rename(stringify(document))
}

/** Documents, overlays and fixtures with the other names, by their paths in a working folder. */
export const renamedFiles = (): Readonly<Record<string, string>> => {
  const read = (file: string) => readFileSync(join(projectFolder, file), 'utf8')
  const listYaml = (folder: string) => readdirSync(join(projectFolder, folder)).filter((name) => name.endsWith('.yaml'))
  const documents = listYaml('spec').map((name) => {
    const text = read(`spec/${name}`)
    return [`spec/${name}`, name.includes('overlay') ? rename(text) : renameDocument(text)] as const
  })
  const fixtures = ['default', 'demo'].flatMap((set) =>
    listYaml(`fixtures/${set}`).map((name) => {
      const text = read(`fixtures/${set}/${name}`)
      // The state of a key is not part of the mocked API.
      return [`fixtures/${set}/${rename(name)}`, name === 'keys.yaml' ? text : rename(text)] as const
    }),
  )
  return Object.fromEntries([...documents, ...fixtures])
}

/** Renames only properties, because a value can be any string. */
const renameKeys = (body: string): string => body.replace(/"status"(?=\s*:)/g, '"state"')

export const renamePath = rename

export const renameBody = (body: CallOptions['body']): CallOptions['body'] => {
  if (body === undefined || body instanceof Uint8Array) return body
  return renameKeys(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Renames the target and the body of a request in bytes, and corrects its Content-Length if it was correct before. */
export const renameBytes = (bytes: Uint8Array): Uint8Array => {
  const [head = '', ...rest] = Buffer.from(bytes).toString('latin1').split('\r\n\r\n')
  const [line = '', ...headers] = head.split('\r\n')
  const body = rest.join('\r\n\r\n')
  const isPlain = !headers.some((header) => /^(transfer|content)-encoding:/i.test(header))
  const renamed = isPlain ? renameKeys(body) : body
  const fixed = headers.map((header) =>
    header === `Content-Length: ${body.length}` ? `Content-Length: ${renamed.length}` : header,
  )
  const text = [[rename(line), ...fixed].join('\r\n'), ...(rest.length === 0 ? [] : [renamed])].join('\r\n\r\n')
  return Buffer.from(text, 'latin1')
}

/** Converts an error back to the original shape, which includes the status of the response. */
const restoreError = (text: string, status: number): string => {
  const body = parseJson(text)
  const error = isJsonObject(body) && Object.keys(body).join() === 'error' ? body.error : undefined
  if (!isJsonObject(error) || Object.keys(error).sort().join() !== 'detail,type') return text
  return JSON.stringify({ code: error.type, message: error.detail, status })
}

export const restoreAnswer = (answer: Answer): Answer => {
  const text = restoreError(restore(answer.text), answer.status)
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, restore(value)])
  return { ...answer, headers: Object.fromEntries(headers), text, json: parseJson(text) }
}

/**
 * Command lines of `prism mock`, used unchanged: each starts a server, and a response shows what the flag means.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prismFlags } from '../../src/cli/prism-flags.ts'
import { call } from '../support/client.ts'
import { codesIn, readTable } from '../support/markdown.ts'
import { runStandin, serveStandin } from '../support/run-standin.ts'
import { openApi, response } from '../support/write-document.ts'

const note = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } }
const document = openApi({
  servers: [{ url: 'https://notes.test/v3' }],
  paths: { '/note': { get: { responses: { 200: response(note, { example: { text: 'The example.' } }) } } } },
})

let folder = ''

/** The document has its absolute path, because the commands run in this process. */
const argumentsOf = (line: string): readonly string[] =>
  line.split(' ').map((word) => (word === 'openapi.json' ? join(folder, word) : word))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-prism-'))
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
})

afterAll(() => rm(folder, { recursive: true }))

interface Row {
  /** After `standin`; the port is added. */
  readonly args: string
  readonly path?: string
  readonly text?: RegExp
  /** In stderr. */
  readonly says?: RegExp
  readonly cors?: boolean
  readonly isSilent?: boolean
}

const rows: readonly Row[] = [
  { args: 'mock openapi.json' },
  { args: 'mock openapi.json -h 127.0.0.1 --errors' },
  { args: 'mock -m openapi.json', says: /--multiprocess has no effect/ },
  { args: 'mock -d openapi.json', text: /^(?!.*The example)/ },
  { args: 'mock openapi.json --dynamic --seed 7', text: /^(?!.*The example)/ },
  { args: 'mock openapi.json --ignoreExamples', text: /^(?!.*The example)/ },
  { args: 'mock openapi.json --verboseLevel silent', isSilent: true },
  { args: 'mock -v debug openapi.json' },
  { args: 'mock openapi.json --json-schema-faker-fillProperties=false' },
  { args: 'mock openapi.json --verbose-level silent', isSilent: true },
  { args: 'mock openapi.json -d --json-schema-faker-fill-properties=false', text: /^(?!.*The example)/ },
  { args: 'mock openapi.json --jsonSchemaFakerFillProperties false --no-errors' },
  { args: 'mock openapi.json --cors=false', cors: false },
  { args: 'serve openapi.json', path: '/v3/note' },
  { args: 'serve openapi.json --errors', path: '/v3/note', says: /--errors has no effect/ },
  { args: 'serve --base-path / openapi.json' },
]

describe('standin accepts the command line of prism mock', () => {
  for (const { args, path = '/note', text = /The example/, says, cors = true, isSilent = false } of rows)
    it(args, async () => {
      const { url, stop } = await serveStandin(...argumentsOf(args), '--port', '0')
      const answer = await call(`${url}${path}`, { headers: { origin: 'http://notes.test' } })
      const { stdout, stderr } = await stop()
      expect(answer.status, answer.text).toBe(200)
      expect(answer.text).toMatch(text)
      expect(answer.headers['access-control-allow-origin'] === undefined).toBe(!cors)
      if (args.startsWith('mock') && !isSilent) expect(stdout).toContain('responses come from examples and schemas')
      if (says) expect(stderr).toMatch(says)
      else expect(stderr).toBe('')
      expect(stdout.includes('GET /')).toBe(!isSilent)
    })

  it('except a document at a URL, which is rejected', async () => {
    const { code, stderr } = await runStandin('mock', 'https://notes.test/openapi.json')
    expect(code).toBe(2)
    expect(stderr).toContain('download the file')
    expect(stderr).toContain('curl -o openapi.yaml https://notes.test/openapi.json')
  })

  it('except a level that does not exist, which is rejected', async () => {
    for (const args of [
      ['-v', 'loud'],
      ['--verboseLevel', 'loud'],
    ]) {
      const { code, stderr } = await runStandin('mock', 'openapi.json', ...args)
      expect(code).toBe(2)
      expect(stderr).toContain('--verboseLevel must be one of silent, fatal, error, warn, info')
    }
  })

  it('and of prism proxy, with the address as the last argument', async () => {
    const args = argumentsOf('proxy openapi.json http://127.0.0.1:1 --errors --base-path / --port 0')
    const { url, stop } = await serveStandin(...args)
    const { status } = await call(`${url}/note`)
    const { stdout, stderr } = await stop()
    expect(status).toBe(502)
    expect(stderr).toBe('')
    expect(stdout).toMatch(/Upstream +http:\/\/127\.0\.0\.1:1/)
    expect(stdout).toContain('what breaks the contract becomes an error')
  })

  it('and docs/prism.md has every flag', () => {
    const documented = readTable('docs/prism.md', 'The command line').flatMap((row) => codesIn(row["Prism's flag"]))
    for (const [name, { aliases = [] }] of Object.entries(prismFlags))
      for (const one of [name, ...aliases]) expect(documented).toContain(one.length === 1 ? `-${one}` : `--${one}`)
  })
})

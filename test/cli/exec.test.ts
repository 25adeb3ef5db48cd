/**
 * `standin exec`: the shipped command, with real child processes.
 */
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseXml } from '../support/parse-xml.ts'
import { type CommandResult, projectFolder, runCommand } from '../support/run-command.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { openApi, response } from '../support/write-document.ts'

const bin = join(projectFolder, 'dist', 'bin.js')

let folder: TemporaryFolder | undefined
const pathOf = (name: string): string => join(folder?.path ?? '', name)

/** A client like a test suite: sends one request per argument: `GET /v1/pets`. */
const client = `
const { STANDIN_URL, STANDIN_KEY } = process.env
for (const call of process.argv.slice(2)) {
  const [method, path, test, body] = call.split(' ')
  const headers = { authorization: 'Bearer ' + STANDIN_KEY, 'content-type': 'application/json' }
  if (test) headers['sandbox-id'] = test
  await (await fetch(STANDIN_URL + path, { method, headers, body })).text()
}
`

beforeAll(async () => {
  folder = await createTemporaryFolder({
    'client.mjs': client,
    'no-interpreter': '#!/nowhere/at/all\n',
    'not-executable': 'nothing',
    'bare.json': JSON.stringify(openApi({ paths: { '/bare': { get: { responses: { 200: response({}) } } } } })),
    'bare.overlay.yaml':
      'overlay: 1.0.0\ninfo: { title: t, version: "1" }\nactions:\n  - { target: $.nothing, remove: true }\n',
    'broken.yaml': 'openapi: 3.1.0\ninfo: [',
  })
  chmodSync(pathOf('no-interpreter'), 0o755)
})
afterAll(() => folder?.remove())

const exec = (
  options: readonly string[],
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandResult> =>
  runCommand(process.execPath, [bin, 'exec', ...options, '--', ...command], {
    folder: folder?.path ?? '',
    environment: { STANDIN_PORT: undefined, ...environment },
  })

const node = (script: string): readonly string[] => [process.execPath, '-e', script]
const calls = (...made: readonly string[]): readonly string[] => [process.execPath, pathOf('client.mjs'), ...made]

const good = 'GET /v1/pets'
const unmatched = 'GET /v1/nothing checkout'
const invalid = 'POST /v1/pets payment {}'
const deprecated = 'GET /v1/pets/1'

interface Row {
  readonly name: string
  readonly options?: readonly string[]
  readonly command: () => readonly string[]
  readonly code: number
  readonly says?: RegExp
}

const rows: readonly Row[] = [
  { name: 'a command that passes', command: () => calls(good), code: 0 },
  { name: 'a command that fails', command: () => node('process.exit(3)'), code: 3 },
  { name: 'a command that crashes', command: () => node('process.kill(process.pid, "SIGABRT")'), code: 134 },
  { name: 'a command that kills itself', command: () => node('process.kill(process.pid, "SIGKILL")'), code: 137 },
  {
    name: 'an unknown command',
    command: () => ['no-such-command'],
    code: 127,
    says: /command "no-such-command" not found/,
  },
  { name: 'a file that cannot be run', command: () => [pathOf('not-executable')], code: 126, says: /cannot be run/ },
  {
    name: 'a file below a file',
    command: () => [pathOf('client.mjs/x')],
    code: 126,
    says: /client\.mjs\/x" cannot be run: .*ENOTDIR/,
  },
  {
    name: 'a script whose interpreter is missing',
    command: () => [pathOf('no-interpreter')],
    code: 126,
    says: /the interpreter in its first line \(#!\) was not found/,
  },
  { name: 'nothing to run', command: () => [], code: 2, says: /needs a command after --/ },
  {
    name: 'a kind that needs a real service',
    options: ['--fail-on', 'invalid,invalid-response'],
    command: () => calls(good),
    code: 2,
    says: /--fail-on invalid-response does nothing without --upstream/,
  },
  {
    name: 'an unknown kind',
    options: ['--fail-on', 'slow'],
    command: () => calls(),
    code: 2,
    says: /--fail-on must be one or more of unmatched, invalid, deprecated, invalid-response, comma-separated, got "slow"/,
  },
  {
    name: 'a document that does not load',
    options: ['broken.yaml'],
    command: () => calls(),
    code: 3,
    says: /broken\.yaml:2/,
  },
  { name: 'unmatched, no gate', command: () => calls(unmatched), code: 0, says: /\n1 request: 1 unmatched\n/ },
  {
    name: 'unmatched, with its gate',
    options: ['--fail-on', 'unmatched'],
    command: () => calls(good, unmatched, unmatched),
    code: 1,
    says: /\n {2}GET \/v1\/nothing → 404 {2}×2\n {4}no document has .*\n {4}Sandbox-Id: checkout {2}Sandbox-Request-Id: req-\S+ \(the first\)\n/,
  },
  { name: 'invalid, another gate', options: ['--fail-on', 'unmatched'], command: () => calls(invalid), code: 0 },
  {
    name: 'invalid, with its gate',
    options: ['--fail-on', 'unmatched,invalid'],
    command: () => calls(invalid),
    code: 1,
    says: /\n {2}POST \/v1\/pets → 400\n {4}body\.name is required: a string; body\.categoryId is required: .*\n {4}Sandbox-Id: payment {2}Sandbox-Request-Id: req-\S+\n/,
  },
  {
    name: 'deprecated, with its gate',
    options: ['--fail-on', 'deprecated'],
    command: () => calls(deprecated),
    code: 1,
    says: /getPet is deprecated; use \/v1\/pets/,
  },
  {
    name: 'a gate and a command that both fail',
    options: ['--fail-on', 'unmatched'],
    command: () => node('fetch(process.env.STANDIN_URL + "/nothing").then(() => process.exit(5))'),
    code: 5,
    says: /\(--fail-on unmatched\)/,
  },
  { name: 'enough coverage', options: ['--min-coverage', '9'], command: () => calls(good), code: 0 },
  {
    name: 'too little coverage',
    options: ['--min-coverage', '80'],
    command: () => calls(good),
    code: 1,
    says: /coverage is 9 %, --min-coverage requires 80 %$/m,
  },
]

describe.concurrent('exit codes of standin exec', () => {
  for (const { name, options = [], command, code, says } of rows)
    it(`${name}: ${code}`, async () => {
      const result = await exec(options, command())
      expect({ ...result, code: result.code }).toMatchObject({ code, stdout: '' })
      if (says) expect(result.stderr).toMatch(says)
      expect(result.stderr).not.toMatch(/\n {4}at /)
    })
})

describe.concurrent('the environment of the command', () => {
  it('has the addresses and a key, and no option of Standin', async () => {
    const print = node('console.log(JSON.stringify(process.env))')
    const { stdout } = await exec(['--seed', '3'], print, { STANDIN_LOG: 'json', STANDIN_OTHER: 'mine' })
    const environment: Record<string, string> = JSON.parse(stdout)
    const url = environment.STANDIN_URL
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(environment).toMatchObject({
      STANDIN_KEY: 'sandbox-key',
      ANIMAL_STORE_URL: `${url}/v1`,
      MESSAGES_URL: url,
      STANDIN_OTHER: 'mine',
    })
    expect(
      Object.keys(environment)
        .filter((name) => name.startsWith('STANDIN_'))
        .sort(),
    ).toEqual(['STANDIN_KEY', 'STANDIN_OTHER', 'STANDIN_URL'])
  })

  it('passes the arguments of the command unchanged, also those that look like options of Standin', async () => {
    const { stdout } = await exec([], [process.execPath, '-p', 'process.argv.slice(1)', '--', '--port', '--', 'x y'])
    expect(stdout).toContain("[ '--port', '--', 'x y' ]")
  })

  it('has a key that works with Sandbox-Id', async () => {
    const { stderr } = await exec(['--fail-on', 'invalid'], calls('GET /v1/pets one', 'GET /v1/pets two'))
    expect(stderr).toContain('GET /v1/pets                           2')
  })
})

describe.concurrent('reports of standin exec', () => {
  it('are written in each format', async () => {
    const files = ['json', 'xml', 'md', 'html'].map((ending) => pathOf(`out/report.${ending}`))
    const options = files.flatMap((file) => ['--report', file])
    expect((await exec(options, calls(good, invalid, 'GET /v1/pets one'))).code).toBe(0)
    const [json = '', xml = '', md = '', html = ''] = files.map((file) => readFileSync(file, 'utf8'))
    expect(JSON.parse(json).operations[0]).toMatchObject({ method: 'GET', path: '/v1/pets', count: 2 })
    expect(parseXml(xml).name).toBe('testsuites')
    expect(md).toContain('/v1/pets')
    expect(html).toContain('<!doctype html>')
  })

  it('that cannot be written are reported after the others, and do not change the exit code of the command', async () => {
    const options = ['--report', pathOf('client.mjs/a.md'), '--report', pathOf('beside.json')]
    const passed = await exec(options, calls(good))
    expect(passed.code).toBe(2)
    expect(passed.stderr).toMatch(/--report \S+a\.md cannot be written: E/)
    expect(JSON.parse(readFileSync(pathOf('beside.json'), 'utf8')).operations[0]).toMatchObject({ count: 1 })
    expect((await exec(options, node('process.exit(5)'))).code).toBe(5)
  })

  it('reject an unknown file extension before the command runs', async () => {
    const result = await exec(['--report', 'report.pdf'], node(`require('fs').writeFileSync('ran', '')`))
    expect(result.code).toBe(2)
    expect(existsSync(pathOf('ran'))).toBe(false)
  })
})

describe('issues and coverage', () => {
  /** Deletes its sandbox, like a test suite that cleans up. */
  const tidy = `
    const { STANDIN_URL, STANDIN_KEY } = process.env
    const json = { 'content-type': 'application/json' }
    const make = await fetch(STANDIN_URL + '/_sandbox/sandboxes', { method: 'POST', headers: json, body: '{"id":"tidy"}' })
    const { key, url } = await make.json()
    const headers = { authorization: 'Bearer ' + key }
    for (const path of ['/v1/pets', '/v1/pets?limit=none', '/v1/zoo']) await fetch(url + path, { headers })
    await fetch(STANDIN_URL + '/_sandbox/sandboxes/tidy', { method: 'DELETE' })
    await fetch(STANDIN_URL + '/_sandbox/sandboxes/default/reset', { method: 'POST', headers: json, body: '{}' })
  `
  for (const journal of ['1000', '0'])
    it(`remain after their sandbox is deleted, with a journal of ${journal}`, async () => {
      const target = pathOf(`tidy-${journal}.json`)
      const options = ['--journal', journal, '--report', target, '--fail-on', 'unmatched,invalid']
      const { code, stderr } = await exec(options, [process.execPath, '--input-type=module', '-e', tidy])
      expect(code).toBe(1)
      expect(stderr).toMatch(/GET \/~tidy\/v1\/zoo → 404\n.*\n {4}Sandbox-Id: tidy {2}Sandbox-Request-Id/)
      expect(stderr).toMatch(/GET \/~tidy\/v1\/pets → 400\n {4}query\.limit must be .*\n {4}Sandbox-Id: tidy/)
      const [list] = JSON.parse(readFileSync(target, 'utf8')).operations
      expect(list).toMatchObject({ path: '/v1/pets', count: 2 })
      expect(list.statuses).toContainEqual({ name: '200', documented: true, count: 1 })
    })

  it('that do not fit on a screen are counted', async () => {
    const script = `
      const { STANDIN_URL } = process.env
      for (let index = 0; index < 120; index++) await fetch(STANDIN_URL + '/v1/' + index)
    `
    const run = [process.execPath, '--input-type=module', '-e', script]
    const gated = await exec(['--fail-on', 'unmatched'], run)
    expect(gated.stderr.match(/^ {2}GET \/v1\/\d+ → 404$/gm)).toHaveLength(100)
    expect(gated.stderr).toMatch(/^ {2}and 20 more$/m)
    expect(gated.stderr).toMatch(/^120 requests: 120 unmatched$/m)
    const free = await exec([], run)
    expect(free.code).toBe(0)
    expect(free.stderr.match(/^ {2}GET \/v1\/\d+ → 404$/gm)).toHaveLength(10)
    expect(free.stderr).toMatch(/^ {2}and 110 more$/m)
  })

  it('of a command that sends no request end with a hint', async () =>
    expect((await exec([], node(''))).stderr).toMatch(
      /no requests received: does the command use the address in ANIMAL_STORE_URL or MESSAGES_URL or STANDIN_URL\? Requests to a Standin inside the command .* are not counted\.\n$/,
    ))
})

describe.concurrent('the output of standin exec', () => {
  it('goes to stderr, and so do logged requests; stdout belongs to the command', async () => {
    const { stdout, stderr } = await exec(
      ['--log', 'json'],
      [...node('fetch(process.env.STANDIN_URL).then(() => console.log(1))')],
    )
    expect(stdout).toBe('1\n')
    expect(stderr).toMatch(/^\{"level":30,.*"event":"request".*\}\n\nStandin {2}coverage and issues/)
  })

  it('may have a reader that closes early: the exit code is the command’s', async () => {
    const child = spawn(process.execPath, [bin, 'exec', '--log', 'pretty', '--', ...calls(good, good)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr.destroy()
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0)
  })

  it('counts the warnings about the files', async () => {
    const { code, stderr } = await exec(['bare.json'], node(''))
    expect(code).toBe(0)
    expect(stderr).toMatch(/^standin: 1 warning in the files; standin check lists them$/m)
  })

  it('warns that --fail-on checked nothing if no request arrived, and fails --min-coverage', async () => {
    const gated = await exec(['--fail-on', 'invalid'], node(''))
    expect(gated.code).toBe(0)
    expect(gated.stderr).toContain('standin: no requests received, so --fail-on invalid has checked nothing\n')
    expect((await exec(['--min-coverage', '1'], node(''))).code).toBe(1)
  })

  it('suggests the right command line if the dashes are missing', async () => {
    const { code, stderr } = await runCommand(process.execPath, [bin, 'exec', 'npm', 'test', '--coverage'])
    expect(code).toBe(2)
    expect(stderr).toBe('standin: standin exec needs -- before its command: standin exec -- npm test --coverage\n')
  })

  it('shows the command in --help', async () => {
    const { code, stdout } = await runCommand(process.execPath, [bin, 'exec', '--help'])
    expect(code).toBe(0)
    expect(stdout).toContain('standin exec --fail-on invalid -- npm test')
  })
})

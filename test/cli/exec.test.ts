/**
 * `standin exec` as it is run: the command that ships, real children, real signals.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseXml } from '../support/parse-xml.ts'
import { type CommandResult, projectFolder, runCommand } from '../support/run-command.ts'
import { startProcess } from '../support/start-process.ts'
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'

const bin = join(projectFolder, 'dist', 'bin.js')

let folder: TemporaryFolder | undefined
const pathOf = (name: string): string => join(folder?.path ?? '', name)

/** A client as a test suite has it: calls what it is told to, one call an argument: `GET /v1/pets`. */
const client = `
const { STANDIN_URL, STANDIN_KEY } = process.env
for (const call of process.argv.slice(2)) {
  const [method, path, test, body] = call.split(' ')
  const headers = { authorization: 'Bearer ' + STANDIN_KEY, 'content-type': 'application/json' }
  if (test) headers['sandbox-id'] = test
  await (await fetch(STANDIN_URL + path, { method, headers, body })).text()
}
`

/** Ends when it is told to, or never, with a child of its own that ignores SIGINT. */
const stubborn = `
import { spawn } from 'node:child_process'
const script = 'process.on("SIGINT", () => {}); setInterval(() => {}, 1000); console.log("ready")'
const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })
process.on('SIGINT', () => { if (process.argv[2] === 'polite') process.exit(7) })
process.on('SIGTERM', () => process.exit(8))
child.stdout.once('data', () => console.log('started ' + process.pid + ' ' + child.pid))
setInterval(() => {}, 1000)
`

beforeAll(async () => {
  folder = await createTemporaryFolder({
    'client.mjs': client,
    'stubborn.mjs': stubborn,
    'not-executable': 'nothing',
    'broken.yaml': 'openapi: 3.1.0\ninfo: [',
  })
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
  { name: 'no such command', command: () => ['no-such-command'], code: 127, says: /no command "no-such-command"/ },
  { name: 'a file that cannot be run', command: () => [pathOf('not-executable')], code: 126, says: /cannot be run/ },
  { name: 'nothing to run', command: () => [], code: 2, says: /needs a command behind two dashes/ },
  {
    name: 'an unknown kind',
    options: ['--fail-on', 'slow'],
    command: () => calls(),
    code: 2,
    says: /--fail-on must be one or more of unmatched, invalid, deprecated, with commas, got "slow"/,
  },
  {
    name: 'a document that does not load',
    options: ['broken.yaml'],
    command: () => calls(),
    code: 3,
    says: /broken\.yaml:2/,
  },
  { name: 'unmatched, no gate', command: () => calls(unmatched), code: 0, says: /1 request, 1 unmatched/ },
  {
    name: 'unmatched, with its gate',
    options: ['--fail-on', 'unmatched'],
    command: () => calls(good, unmatched, unmatched),
    code: 1,
    says: /GET \/v1\/nothing → 404, unmatched: .* ×2\n {4}in the sandbox "checkout", request req-/,
  },
  { name: 'invalid, another gate', options: ['--fail-on', 'unmatched'], command: () => calls(invalid), code: 0 },
  {
    name: 'invalid, with its gate',
    options: ['--fail-on', 'unmatched,invalid'],
    command: () => calls(invalid),
    code: 1,
    says: /POST \/v1\/pets → 400, invalid: body\.name is required.*\n {4}in the sandbox "payment"/,
  },
  {
    name: 'deprecated, with its gate',
    options: ['--fail-on', 'deprecated'],
    command: () => calls(deprecated),
    code: 1,
    says: /getPet is deprecated; use \/v1\/pets/,
  },
  {
    name: 'a gate that fails beside a command that fails',
    options: ['--fail-on', 'unmatched'],
    command: () => node('fetch(process.env.STANDIN_URL + "/nothing").then(() => process.exit(5))'),
    code: 5,
    says: /--fail-on unmatched lets none pass/,
  },
  { name: 'enough coverage', options: ['--min-coverage', '9'], command: () => calls(good), code: 0 },
  {
    name: 'too little coverage',
    options: ['--min-coverage', '80'],
    command: () => calls(good),
    code: 1,
    says: /coverage is 9 per cent, --min-coverage asks for 80; missing are\n {2}GET \/v1\/pets: 401/,
  },
]

describe('exit codes of standin exec', () => {
  for (const { name, options = [], command, code, says } of rows)
    it(`${name}: ${code}`, async () => {
      const result = await exec(options, command())
      expect({ ...result, code: result.code }).toMatchObject({ code, stdout: '' })
      if (says) expect(result.stderr).toMatch(says)
      expect(result.stderr).not.toMatch(/\n {4}at /)
    })
})

describe('the environment of the command', () => {
  it('has the addresses and a key, and no option of ours', async () => {
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

  it('has the arguments of the command as they are, also those that look like options of ours', async () => {
    const { stdout } = await exec([], [process.execPath, '-p', 'process.argv.slice(1)', '--', '--port', '--', 'x y'])
    expect(stdout).toContain("[ '--port', '--', 'x y' ]")
  })

  it('takes a key that Sandbox-Id works with', async () => {
    const { stderr } = await exec(['--fail-on', 'invalid'], calls('GET /v1/pets one', 'GET /v1/pets two'))
    expect(stderr).toContain('GET /v1/pets                           2')
  })
})

describe('reports of standin exec', () => {
  it('are written in each form', async () => {
    const files = ['json', 'xml', 'md', 'html'].map((ending) => pathOf(`out/report.${ending}`))
    const options = files.flatMap((file) => ['--report', file])
    expect((await exec(options, calls(good, invalid, 'GET /v1/pets one'))).code).toBe(0)
    const [json = '', xml = '', md = '', html = ''] = files.map((file) => readFileSync(file, 'utf8'))
    expect(JSON.parse(json).operations[0]).toMatchObject({ method: 'GET', path: '/v1/pets', count: 2 })
    expect(parseXml(xml).name).toBe('testsuites')
    expect(md).toContain('/v1/pets')
    expect(html).toContain('<!doctype html>')
  })

  it('refuse another ending before the command runs', async () => {
    const result = await exec(['--report', 'report.pdf'], node(`require('fs').writeFileSync('ran', '')`))
    expect(result.code).toBe(2)
    expect(existsSync(pathOf('ran'))).toBe(false)
  })
})

const isAlive = (pid: number): boolean => {
  try {
    // A zombie has ended; it only waits to be asked how.
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z')
  } catch {
    return false
  }
}

describe.skipIf(process.platform === 'win32')('signals (Windows has neither these signals nor process groups)', () => {
  const start = async (mode: string) => {
    const running = startProcess(process.execPath, [bin, 'exec', '--', process.execPath, 'stubborn.mjs', mode], {
      folder: folder?.path ?? '',
    })
    const [, ...pids] = await running.said(/started (\d+) (\d+)/)
    return { running, pids: pids.map(Number) }
  }

  it('SIGINT is passed on, the code is the command’s, and what ignores it is ended', async () => {
    const { running, pids } = await start('polite')
    expect((await running.stop('SIGINT')).code).toBe(7)
    expect(pids.filter(isAlive)).toEqual([])
  })

  it('SIGTERM is passed on', async () => {
    const { running, pids } = await start('polite')
    expect((await running.stop('SIGTERM')).code).toBe(8)
    expect(pids.filter(isAlive)).toEqual([])
  })

  it('a second SIGINT does not wait', async () => {
    const { running, pids } = await start('rude')
    const ended = running.stop('SIGINT')
    // The first has to have come, else the two are one: nothing tells, as the command ignores it.
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(pids.filter(isAlive)).toEqual(pids)
    await running.stop('SIGINT')
    expect((await ended).code).toBe(137)
    expect(pids.filter(isAlive)).toEqual([])
  })
})
